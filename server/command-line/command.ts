// Defines the interface of commands and the errors that they throw.

/** A command of the command line. */
export interface Command {
  /** The output of `--help`. */
  readonly help: string;
  /** Runs the command and returns the exit code. Throws UsageError, CommandError or ConfigError for errors of the operator. */
  run(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number>;
}

/** Thrown for errors that the operator can fix. The message is printed without a stack trace. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Thrown when a command is called with wrong arguments. The message states the correct usage. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}
