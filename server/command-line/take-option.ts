// Options that only one command has, taken out before the shared ones are read.
import { CommandFault } from './command.ts';

/** The value of `--NAME VALUE` or `--NAME=VALUE`, and the arguments without it. Throws CommandFault for one without a value. */
export function takeOption(args: readonly string[], name: string): { value: string | undefined; others: string[] } {
  const others: string[] = [];
  let value: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg.startsWith(`--${name}=`)) value = arg.slice(name.length + 3);
    else if (arg !== `--${name}`) others.push(arg);
    else {
      at += 1;
      value = args[at];
      if (value === undefined || value.startsWith('--')) throw new CommandFault(`The option --${name} needs a value.`);
    }
  }
  return { value, others };
}

/** Whether `--NAME` is there, and the arguments without it. */
export function takeSwitch(args: readonly string[], name: string): { given: boolean; others: string[] } {
  return { given: args.includes(`--${name}`), others: args.filter((arg) => arg !== `--${name}`) };
}
