// Describes the commands of the command line, and compares those of two versions.
import type { CommandDeclaration, Form, Operand } from '../../server/command-line/command.ts';
import { jsonOption, sharedOptionsOf } from '../../server/command-line/parse-call.ts';
import type { CompletedValues, Option } from '../../server/config/options.ts';
import { breaking, compareNames, compatible, type Difference } from './difference.ts';

/** An operand of a form. */
export interface ComparedOperand {
  readonly name: string;
  /** The accepted values, if they are enumerated. */
  readonly values?: readonly string[];
}

/** An option that a form accepts. */
export interface ComparedOption {
  /** Whether the option has a value; otherwise it is a switch. */
  readonly hasValue: boolean;
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
  /** The environment variable that also sets the option. */
  readonly variable?: string;
  /** The accepted values, if they are enumerated. */
  readonly values?: readonly string[];
}

/** A form of a command, such as `octavo user create USERNAME EMAIL`. */
export interface ComparedForm {
  readonly operands: readonly ComparedOperand[];
  /** All options that the form accepts, shared ones too, by flag. */
  readonly options: Readonly<Record<string, ComparedOption>>;
}

/** The forms of each command by its name and the verb of the form: `user create`, or `serve` for a form without a verb. */
export type ComparedCommands = Readonly<Record<string, ComparedForm>>;

/** Describes commands, with the enumerated values of their operands and options. */
export async function describeCommands(commands: readonly CommandDeclaration[]): Promise<ComparedCommands> {
  const forms = commands.flatMap((command) =>
    command.forms.map(async (form) => {
      const name = [command.name, form.verb ?? []].flat().join(' ');
      return [name, await describeForm(form, [jsonOption, ...sharedOptionsOf(command)])] as const;
    }),
  );
  return Object.fromEntries(await Promise.all(forms));
}

async function describeForm({ operands = [], options = [] }: Form, shared: readonly Option[]): Promise<ComparedForm> {
  const described = [...options, ...shared].map(async (each) => [each.flag, await describeOption(each)] as const);
  return {
    operands: await Promise.all(operands.map(describeOperand)),
    options: Object.fromEntries(await Promise.all(described)),
  };
}

const describeOperand = async ({ name, values }: Operand): Promise<ComparedOperand> => ({
  name,
  ...(values && { values: await listValues(values) }),
});

const describeOption = async (option: Option): Promise<ComparedOption> => ({
  hasValue: option.placeholder !== undefined,
  isRequired: option.isRequired === true,
  isRepeatable: option.isRepeatable === true,
  ...(option.variable !== undefined && { variable: option.variable }),
  ...(option.values && { values: await listValues(option.values) }),
});

const listValues = async (values: CompletedValues): Promise<readonly string[]> =>
  [...(typeof values === 'function' ? await values() : values)].sort();

/** Returns the differences between the commands of two versions. */
export function compareCommands(old: ComparedCommands, current: ComparedCommands): Difference[] {
  const at = (name: string) => `octavo ${name}`;
  return [
    ...compareNames(Object.keys(old), Object.keys(current), at),
    ...Object.entries(old).flatMap(([name, form]) => {
      const other = current[name];
      if (!other) return [];
      return [
        ...compareOperands(form.operands, other.operands, at(name)),
        ...compareOptions(form.options, other.options, at(name)),
      ];
    }),
  ];
}

/** Compares operands by their positions. A form accepts exactly as many operands as it declares. */
function compareOperands(
  old: readonly ComparedOperand[],
  current: readonly ComparedOperand[],
  location: string,
): Difference[] {
  if (old.length !== current.length)
    return [breaking(location, `operands changed from ${formatOperands(old)} to ${formatOperands(current)}`)];
  return old.flatMap(({ name, values }, at) => compareValues(values, current[at]?.values, `${location}, ${name}`));
}

const formatOperands = (operands: readonly ComparedOperand[]): string =>
  operands.length === 0 ? 'none' : operands.map(({ name }) => name).join(' ');

function compareOptions(
  old: ComparedForm['options'],
  current: ComparedForm['options'],
  location: string,
): Difference[] {
  const at = (flag: string) => `${location}, --${flag}`;
  const changed = Object.entries(old).flatMap(([flag, option]) => {
    const other = current[flag];
    return other ? compareOption(option, other, at(flag)) : [breaking(at(flag), 'removed')];
  });
  const added = Object.entries(current).filter(([flag]) => !(flag in old));
  return [
    ...changed,
    ...added.map(([flag, { isRequired }]) =>
      isRequired ? breaking(at(flag), 'added, and required') : compatible(at(flag), 'added'),
    ),
  ];
}

function compareOption(old: ComparedOption, current: ComparedOption, location: string): Difference[] {
  const messages: string[] = [];
  if (current.isRequired && !old.isRequired) messages.push('is now required');
  if (old.isRepeatable && !current.isRepeatable) messages.push('can no longer be repeated');
  if (old.hasValue !== current.hasValue)
    messages.push(current.hasValue ? 'now needs a value' : 'no longer has a value');
  if (old.variable !== undefined && old.variable !== current.variable)
    messages.push(`environment variable changed from ${old.variable} to ${current.variable ?? 'none'}`);
  return [...messages.map((each) => breaking(location, each)), ...compareValues(old.values, current.values, location)];
}

/** Compares enumerated values. Undefined stands for values that are not enumerated. */
function compareValues(
  old: readonly string[] | undefined,
  current: readonly string[] | undefined,
  location: string,
): Difference[] {
  if (!current) return old ? [compatible(location, 'accepts other values')] : [];
  if (!old) return [breaking(location, `accepts only ${current.join(', ')}`)];
  return [
    ...old.filter((each) => !current.includes(each)).map((each) => breaking(location, `no longer accepts ${each}`)),
    ...current.filter((each) => !old.includes(each)).map((each) => compatible(location, `accepts ${each}`)),
  ];
}
