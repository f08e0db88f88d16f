// Prints the errors of commands as text or, with --json, as JSON objects.
import { ApiError } from '../api-error.ts';
import { ConfigError } from '../config/config-error.ts';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../database/errors.ts';
import { DeclarationError } from '../http/declaration-error.ts';
import { CommandError, UsageError } from './command.ts';
import type { Output } from './output.ts';

/** Errors whose message is printed without a stack trace; any other error is a bug. */
const operatorErrors = [
  ...[CommandError, ConfigError, DeclarationError, ApiError],
  ...[DatabaseUnusable, DatabaseUnavailable, DatabaseBusy, DiskFull],
];

const isOperatorError = (error: unknown): error is Error => operatorErrors.some((kind) => error instanceof kind);

/** Returns the exit code for an error: 2 for wrong arguments and an invalid configuration, otherwise 1. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof UsageError || error instanceof ConfigError || error instanceof DeclarationError ? 2 : 1;

/** Prints an error to standard error. With --json, it is a JSON object in one line. */
export function printError(error: unknown, { isJson }: Output): void {
  if (isJson) console.error(JSON.stringify({ error: presentError(error) }));
  else console.error(isOperatorError(error) ? error.message : error);
}

function presentError(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const exitCode = exitCodeOf(error);
  if (error instanceof UsageError) return { type: 'usage', message, exitCode };
  if (exitCode === 2) return { type: 'configuration', message, exitCode };
  if (isOperatorError(error)) return { type: 'command', message, exitCode };
  return { type: 'unexpected', message, exitCode, stack: error instanceof Error ? error.stack : undefined };
}
