// Collects the words that a shell can complete from the declarations of the commands.
import type { CompletedValues, Option } from '../../config/options.ts';
import type { CommandDeclaration, Form } from '../command.ts';
import { jsonOption, sharedOptionsOf } from '../parse-call.ts';

/** The completion of a value: a path, one of several values, or none. */
export interface CompletedValue {
  readonly path?: 'file' | 'folder';
  readonly values: readonly string[];
}

/** An option, with the completion of its value. A switch has no value. */
export interface CompletedOption extends CompletedValue {
  readonly flag: string;
  readonly help: string;
  readonly isSwitch: boolean;
}

/** A form of a command. */
export interface CompletedForm {
  /** The verb; empty if the command has none. */
  readonly verb: string;
  readonly operands: readonly CompletedValue[];
  readonly options: readonly CompletedOption[];
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly forms: readonly CompletedForm[];
  /** The verbs; empty if the command has none. */
  readonly verbs: readonly string[];
}

/** Everything that a script completes. */
export interface CompletionModel {
  readonly commands: readonly CompletedCommand[];
  /** The options of all commands, each once. */
  readonly options: readonly CompletedOption[];
}

const helpOption: Option = { flag: 'help', help: 'describe the command' };

/**
 * Returns the model for commands. Throws Error if two commands declare an option of the same name differently, because the scripts
 * complete the value of an option by its name.
 */
export async function makeCompletionModel(declarations: readonly CommandDeclaration[]): Promise<CompletionModel> {
  const commands = await Promise.all(declarations.map(toCommand));
  const options = new Map<string, CompletedOption>();
  for (const each of commands.flatMap(({ forms }) => forms.flatMap((form) => form.options))) {
    const known = options.get(each.flag);
    if (known && completionKey(known) !== completionKey(each))
      throw new Error(`The option --${each.flag} is completed in different ways.`);
    options.set(each.flag, each);
  }
  return { commands, options: [...options.values()] };
}

const completionKey = ({ isSwitch, path, values }: CompletedOption): string => JSON.stringify([isSwitch, path, values]);

async function toCommand(declaration: CommandDeclaration): Promise<CompletedCommand> {
  const { name, summary } = declaration;
  const toForm = async ({ verb = '', operands = [], options = [] }: Form): Promise<CompletedForm> => ({
    verb,
    operands: await Promise.all(operands.map(toValue)),
    options: await Promise.all([...options, ...sharedOptionsOf(declaration), jsonOption, helpOption].map(toOption)),
  });
  const forms = await Promise.all(declaration.forms.map(toForm));
  return { name, summary, forms, verbs: forms.flatMap(({ verb }) => (verb === '' ? [] : [verb])) };
}

async function toValue({
  path,
  values = [],
}: {
  readonly path?: 'file' | 'folder';
  readonly values?: CompletedValues;
}): Promise<CompletedValue> {
  return { ...(path && { path }), values: typeof values === 'function' ? await values() : values };
}

const toOption = async (option: Option): Promise<CompletedOption> => ({
  ...(await toValue(option)),
  flag: option.flag,
  help: option.help,
  isSwitch: option.placeholder === undefined,
});
