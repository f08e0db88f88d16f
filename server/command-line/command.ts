// Defines the interface of commands and the errors that they throw.
import type { CompletedValues, Environment, Option, OptionValues } from '../config/options.ts';
import type { Output } from './output.ts';

/** An operand of a command: an argument that is not an option. */
export interface Operand {
  /** The placeholder in help texts. */
  readonly name: string;
  /** The kind of path that the operand is, for shell completion. */
  readonly path?: 'file' | 'folder';
  /** Possible values, for shell completion. */
  readonly values?: CompletedValues;
}

/** A way to call a command, such as `octavo user create USERNAME EMAIL`. */
export interface Form {
  /** The first operand, which selects this form. Absent if the command has only one form. */
  readonly verb?: string;
  readonly operands?: readonly Operand[];
  /** The options of this form besides those that commands share. */
  readonly options?: readonly Option[];
}

/** The declaration of a command, from which its help, the parser of its arguments and the shell completion are derived. */
export interface CommandDeclaration {
  readonly name: string;
  /** Description of the command in the list of commands. */
  readonly summary: string;
  /** Whether the command runs until it is stopped gracefully. Signals terminate other commands immediately. */
  readonly isService?: true;
  readonly forms: readonly Form[];
  /** The shared options that the command accepts: those of the service, those of the data, or none. */
  readonly shared: 'serve' | 'data' | 'none';
}

/** The parsed arguments of a command. */
export interface Call {
  /** The verb; empty if the command has none. */
  readonly verb: string;
  /** The other operands. */
  readonly operands: readonly string[];
  /** Values of all options by flag. */
  readonly options: OptionValues;
  readonly env: Environment;
  readonly output: Output;
}

/** A command of the command line. */
export interface Command {
  /** The lines of the help text between the usage and the options. */
  readonly description: readonly string[];
  /** Runs the command and returns the exit code. Throws UsageError, CommandError or ConfigError for errors of the operator. */
  run(call: Call): Promise<number>;
}

/** Thrown for errors that the operator can fix. The message is printed without a stack trace. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Thrown when a command is called with wrong arguments. The message states the correct usage. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}
