// The interface of commands and the errors that they throw.

export interface Command {
  /** The help text. */
  readonly help: string;
  /** Runs the command and returns the exit code. Throws UsageError, CommandError or ConfigError for what the operator can fix. */
  run(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number>;
}

/** An error that the operator can fix, described in one sentence. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** A command was called with wrong arguments; the message is its usage. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}
