#!/usr/bin/env node
// The front door: a command, its configuration, what it does, and how it ends.

import { CommandFault, UsageFault } from './command-line/command.ts';
import { commands, helpText } from './command-line/commands.ts';
import { ConfigFault } from './config/config-fault.ts';
import { DatabaseBusy, DatabaseUnavailable, DatabaseUnusable, DiskFull } from './database/errors.ts';
import { Refusal } from './refusal.ts';
import { version } from './version.ts';

/** Errors that are told to people as they are; anything else is a fault of ours and shows where it came from. */
const told = [CommandFault, ConfigFault, Refusal, DatabaseUnusable, DatabaseUnavailable, DatabaseBusy, DiskFull];

async function main([name = 'help', ...args]: readonly string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    console.log(helpText());
    return 0;
  }
  if (name === '--version') {
    console.log(version());
    return 0;
  }
  const command = commands.find((each) => each.name === name);
  if (!command) throw new UsageFault(`There is no command ${JSON.stringify(name)}; try: octavo --help`);
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
    process.exitCode = error instanceof UsageFault ? 2 : 1;
  },
);
