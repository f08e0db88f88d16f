/**
 * A text that is mostly a copy of its source. What is written as it stands there is not taken apart: neighbouring pieces
 * are cut from the source as one, however many they are.
 */
export class Output {
  readonly #source: string;
  readonly #parts: string[] = [];
  /** The run of the source that is not among the parts yet. */
  #start = 0;
  #end = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Writes a text that stands in place of what is at a place of the source. */
  write(text: string, at: number): void {
    if (text === '') return;
    if (!this.#source.startsWith(text, at)) {
      this.#endRun();
      this.#parts.push(text);
      return;
    }
    if (at !== this.#end) {
      this.#endRun();
      this.#start = at;
    }
    this.#end = at + text.length;
  }

  /** Writes what stands nowhere in the source. */
  add(text: string): void {
    if (text === '') return;
    this.#endRun();
    this.#parts.push(text);
  }

  /** Everything that was written. */
  toString(): string {
    this.#endRun();
    return this.#parts.join('');
  }

  #endRun(): void {
    if (this.#end > this.#start) this.#parts.push(this.#source.slice(this.#start, this.#end));
    this.#start = this.#end;
  }
}
