// Reads the options of a command before the options that all commands share are read.
import { CommandError } from './command.ts';

/**
 * Returns the value of the option `--NAME VALUE` or `--NAME=VALUE`, and the other arguments. Throws CommandError when the value
 * is missing.
 */
export function takeOption(args: readonly string[], name: string): { value: string | undefined; rest: string[] } {
  const rest: string[] = [];
  let value: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg.startsWith(`--${name}=`)) value = arg.slice(name.length + 3);
    else if (arg !== `--${name}`) rest.push(arg);
    else {
      at += 1;
      value = args[at];
      if (value === undefined || value.startsWith('--')) throw new CommandError(`The option --${name} needs a value.`);
    }
  }
  return { value, rest };
}

/** Returns whether `--NAME` is present, and the other arguments. */
export function takeSwitch(args: readonly string[], name: string): { isPresent: boolean; rest: string[] } {
  return { isPresent: args.includes(`--${name}`), rest: args.filter((arg) => arg !== `--${name}`) };
}
