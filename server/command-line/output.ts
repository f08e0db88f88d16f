// Prints the results of commands as text or, with --json, as a JSON object.

/** The output of a command. */
export class Output {
  /** Whether the output is JSON. */
  readonly isJson: boolean;
  #result: Record<string, unknown> | undefined;

  constructor(isJson: boolean) {
    this.isJson = isJson;
  }

  /** Prints lines of text immediately or, with --json, adds properties to the JSON object that `finish` prints. */
  write(properties: Readonly<Record<string, unknown>>, ...lines: readonly string[]): void {
    if (this.isJson) this.#result = { ...this.#result, ...properties };
    else for (const line of lines) console.log(line);
  }

  /**
   * Prints the JSON object with all properties in one line, unless there are none. Called when the command is complete, and by commands
   * that run until they are stopped, when their output is complete.
   */
  finish(): void {
    if (this.#result) console.log(JSON.stringify(this.#result));
    this.#result = undefined;
  }
}
