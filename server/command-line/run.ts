// What was called on the command line, what it does, and how it ends.
import { ConfigFault } from '../config/config-fault.ts';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../database/errors.ts';
import { DeclarationError } from '../http/declaration-error.ts';
import { Refusal } from '../refusal.ts';
import { version } from '../version.ts';
import { CommandFault, UsageFault } from './command.ts';
import { commands, helpText } from './commands.ts';
import { endProcess, handleStopRequests, stop } from './stop.ts';

/** Errors that are told to people as they are; anything else is a fault of ours and shows where it came from. */
const told = [
  CommandFault,
  ConfigFault,
  DeclarationError,
  Refusal,
  DatabaseUnusable,
  DatabaseUnavailable,
  DatabaseBusy,
  DiskFull,
];

/** Takes all permissions of the group and of others from the files and folders that this process and its children create. */
const PRIVATE = 0o077;

/** Does what the words of a command line say, tells what people can mend, and gives the exit code. Never throws. */
export async function run(words: readonly string[]): Promise<number> {
  // Passwords, sessions and drafts are in the database, its log, backups and files that are being received.
  process.umask(PRIVATE);
  const isService = commands.some((command) => command.isService && command.name === words[0]);
  // Before anything else is loaded: a start takes a while, and a stop in the middle of it must be clean too.
  if (isService) handleStopRequests();
  const code = await runAndReport(words);
  return isService ? endProcess(code) : code;
}

async function runAndReport(words: readonly string[]): Promise<number> {
  try {
    return await runCommand(words);
  } catch (error) {
    console.error(told.some((kind) => error instanceof kind) ? (error as Error).message : error);
    return error instanceof UsageFault ? 2 : 1;
  }
}

async function runCommand([name = 'help', ...args]: readonly string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    console.log(helpText());
    return 0;
  }
  if (name === '--version') {
    console.log(version());
    return 0;
  }
  const known = commands.find((each) => each.name === name);
  if (!known) throw new UsageFault(`There is no command ${JSON.stringify(name)}; try: octavo --help`);
  // Nothing is open while a command is loaded, so a stop need not wait for it.
  const command = await Promise.race([known.load(), stop.requested]);
  if (!command) return 0;
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help);
    return 0;
  }
  return command.run(args, process.env);
}
