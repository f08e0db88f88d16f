#!/usr/bin/env node
import { CommandFault } from './command-line/command.ts';
// The front door: a command, its configuration, what it does, and how it ends.
import { commands, helpText } from './command-line/commands.ts';
import { ConfigFault } from './config/config.ts';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull } from './database/errors.ts';

/** Errors that are told to people as they are; anything else is a fault of ours and shows where it came from. */
const told = [CommandFault, ConfigFault, DatabaseUnusable, DatabaseUnavailable, DatabaseBusy, DiskFull];

async function main([name = 'help', ...args]: readonly string[]): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (name === 'help' || name === '--help' || name === '-h') {
    console.log(helpText());
    return 0;
  }
  if (!command) {
    console.error(`There is no command ${JSON.stringify(name)}; try: octavo --help`);
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help);
    return 0;
  }
  return command.run(args, process.env);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(told.some((kind) => error instanceof kind) ? (error as Error).message : error);
    process.exitCode = 1;
  },
);
