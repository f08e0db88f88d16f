// Prints the errors of commands as text or, with --json, as JSON objects.
import { ApiError } from '../api-error.ts';
import { BackupIncompatible } from '../backup/errors.ts';
import { ConfigError } from '../config/config-error.ts';
import {
  DatabaseBusy,
  DatabaseNewer,
  DatabaseUnavailable,
  DatabaseUnusable,
  DiskFull,
  MigrationFailed,
} from '../database/errors.ts';
import { DeclarationError } from '../http/declaration-error.ts';
import { CommandError, UsageError } from './command.ts';
import type { Output } from './output.ts';

/** Errors whose message is printed without a stack trace; any other error is a bug. */
const operatorErrors = [
  ...[CommandError, ConfigError, DeclarationError, ApiError],
  ...[DatabaseUnusable, DatabaseUnavailable, DatabaseBusy, DiskFull, MigrationFailed],
];

const isOperatorError = (error: unknown): error is Error => operatorErrors.some((kind) => error instanceof kind);

/** Returns the exit code for an error: 2 for wrong arguments, an invalid configuration and data of a newer version, otherwise 1. */
export const exitCodeOf = (error: unknown): number =>
  [UsageError, ConfigError, DeclarationError].some((kind) => error instanceof kind) || isOfNewerVersion(error) ? 2 : 1;

/** Whether the command was rejected because a newer version has created or migrated the data, so that the program must be replaced. */
const isOfNewerVersion = (error: unknown): boolean =>
  error instanceof DatabaseNewer ||
  (error instanceof BackupIncompatible && error.reason === 'newer') ||
  (error instanceof Error && error.cause !== undefined && isOfNewerVersion(error.cause));

/** Prints an error to standard error. With --json, it is a JSON object in one line. */
export function printError(error: unknown, { isJson }: Output): void {
  if (isJson) console.error(JSON.stringify({ error: presentError(error) }));
  else console.error(isOperatorError(error) ? error.message : formatUnexpected(error));
}

/**
 * Returns the stack traces of an unexpected error and of its causes. Other properties of errors are omitted, because those of errors of the
 * database may contain values of rows.
 */
function formatUnexpected(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = String(error), cause } = error;
  return cause === undefined ? stack : `${stack}\nCaused by: ${formatUnexpected(cause)}`;
}

function presentError(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const exitCode = exitCodeOf(error);
  if (error instanceof UsageError) return { type: 'usage', message, exitCode };
  if (exitCode === 2) return { type: 'configuration', message, exitCode };
  if (isOperatorError(error)) return { type: 'command', message, exitCode };
  return { type: 'unexpected', message, exitCode, stack: error instanceof Error ? error.stack : undefined };
}
