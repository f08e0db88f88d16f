// Parses the arguments of a command by its declaration, and formats its help.
import {
  dataOptions,
  type Environment,
  type Option,
  optionLine,
  readOptions,
  rejectMisspeltVariables,
  serveOptions,
} from '../config/options.ts';
import { type Call, type CommandDeclaration, type Form, UsageError } from './command.ts';
import type { Output } from './output.ts';

/** The option that every command accepts. */
export const jsonOption: Option = { flag: 'json', help: 'print the output and errors as JSON' };

/** Returns the shared options that a command accepts. */
export const sharedOptionsOf = ({ shared }: CommandDeclaration): readonly Option[] => {
  if (shared === 'none') return [];
  return shared === 'serve' ? [...serveOptions, ...dataOptions] : dataOptions;
};

/** Returns the options of all forms of a command, each once. */
export function ownOptionsOf({ forms }: CommandDeclaration): Option[] {
  const options = forms.flatMap((form) => form.options ?? []);
  return options.filter(({ flag }, at) => options.findIndex((other) => other.flag === flag) === at);
}

/** Throws UsageError or ConfigError if the arguments or the names of environment variables are wrong. */
export function parseCall(
  command: CommandDeclaration,
  args: readonly string[],
  env: Environment,
  output: Output,
): Call {
  const own = ownOptionsOf(command);
  const options = readOptions(args, [...own, jsonOption, ...sharedOptionsOf(command)], env);
  rejectMisspeltVariables(env);
  const form = command.forms.find(({ verb }) => verb === undefined || verb === options.rest[0]);
  const { verb = '', operands = [], options: formOptions = [] } = form ?? {};
  const given = verb === '' ? options.rest : options.rest.slice(1);
  const isAccepted = ({ flag }: Option) => formOptions.some((each) => each.flag === flag);
  const isGiven = ({ flag }: Option) => options.switches.has(flag) || options.values[flag] !== undefined;
  const isMissing = formOptions.some((each) => each.isRequired && !isGiven(each));
  if (form && given.length > operands.length && operands.length === 0)
    throw new UsageError(
      `Unexpected argument ${JSON.stringify(given[0])}; run octavo ${command.name} --help for the usage.`,
    );
  if (!form || given.length !== operands.length || isMissing || own.some((each) => isGiven(each) && !isAccepted(each)))
    throw new UsageError(`Usage: ${command.forms.map((each) => usageOf(command, each)).join(' | ')}`);
  return { verb, operands: given, options, env, output };
}

/** Returns the usage of a form: `octavo user create USERNAME EMAIL [--role ROLE]`. */
export function usageOf({ name }: CommandDeclaration, { verb, operands = [], options = [] }: Form): string {
  const parts = options.map(({ flag, placeholder, isRequired, isRepeatable }) => {
    const text = [`--${flag}`, placeholder ?? [], isRepeatable ? '…' : []].flat().join(' ');
    return isRequired ? text : `[${text}]`;
  });
  return ['octavo', name, verb ?? [], operands.map((each) => each.name), parts].flat().join(' ');
}

/** Returns the help text of a command. */
export function helpOf(command: CommandDeclaration, description: readonly string[]): string {
  return [
    ...command.forms.map((form) => `${usageOf(command, form)} [OPTIONS]`),
    '',
    ...description,
    ...(description.length > 0 ? [''] : []),
    ...[...ownOptionsOf(command), jsonOption, ...sharedOptionsOf(command)].map(optionLine),
  ].join('\n');
}
