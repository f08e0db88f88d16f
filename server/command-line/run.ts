// Runs the command that the command line names, and prints its errors.

import { ApiError } from '../api-error.ts';
import { BackupIncompatible } from '../backup/errors.ts';
import { ConfigError } from '../config/config-error.ts';
import { DatabaseBusy, DatabaseNewer, DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../database/errors.ts';
import { DeclarationError } from '../http/declaration-error.ts';
import { version } from '../version.ts';
import { CommandError, UsageError } from './command.ts';
import { commands, helpText } from './commands.ts';
import { endProcess, handleStopRequests, stop } from './stop.ts';

/** Errors whose message is printed without a stack trace; any other error is a bug. */
const operatorErrors = [
  CommandError,
  ConfigError,
  DeclarationError,
  ApiError,
  DatabaseUnusable,
  DatabaseUnavailable,
  DatabaseBusy,
  DiskFull,
];

/**
 * The umask. It removes the permissions of the group and of others from files and folders that this process and its child
 * processes create.
 */
const PRIVATE = 0o077;

/**
 * Runs the command that the arguments name as the only work of this process, prints errors, and returns the exit code; a command that
 * serves ends the process instead. Never throws.
 */
export async function run(args: readonly string[]): Promise<number> {
  // The database, its log, backups and uploads contain passwords, sessions and drafts.
  process.umask(PRIVATE);
  const isService = commands.some((command) => command.isService && command.name === args[0]);
  // Handlers are installed before anything else is loaded, because a stop during the start must be graceful too.
  if (isService) handleStopRequests();
  const code = await runAndReport(args);
  return isService ? endProcess(code) : code;
}

/** Runs the command that the arguments name, prints errors, and returns the exit code. Never throws. */
export async function runAndReport(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(args);
  } catch (error) {
    console.error(operatorErrors.some((kind) => error instanceof kind) ? (error as Error).message : error);
    return error instanceof UsageError || isOfNewerVersion(error) ? 2 : 1;
  }
}

/** Whether the command was rejected because a newer version has created or migrated the data, so that the program must be replaced. */
const isOfNewerVersion = (error: unknown): boolean =>
  error instanceof DatabaseNewer ||
  (error instanceof BackupIncompatible && error.reason === 'newer') ||
  (error instanceof Error && error.cause !== undefined && isOfNewerVersion(error.cause));

async function runCommand([name = 'help', ...args]: readonly string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    console.log(helpText());
    return 0;
  }
  if (name === '--version') {
    console.log(version());
    return 0;
  }
  const commandEntry = commands.find((each) => each.name === name);
  if (!commandEntry) throw new UsageError(`Unknown command ${JSON.stringify(name)}; run octavo --help for a list.`);
  // No resources are open while a command is loaded, so a stop does not wait for it.
  const command = await Promise.race([commandEntry.load(), stop.requested]);
  if (!command) return 0;
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help);
    return 0;
  }
  return command.run(args, process.env);
}
