// octavo setting get NAME | set NAME VALUE
import { commandLine } from '../audit/note.ts';
import { noteSettings } from '../audit/note-settings.ts';
import { findEntry } from '../cms-v2/entries/store.ts';
import { findTerm } from '../cms-v2/terms/store.ts';
import { dataConfig } from '../config/config.ts';
import { optionLines } from '../config/options.ts';
import type { ReadHandle } from '../database/handle.ts';
import { check } from '../http/parameters/check.ts';
import { declaredSetting, isSetting, type SettingName, settingNames } from '../settings/declared.ts';
import { storedSetting } from '../settings/stored.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { withExistingService } from './open-service.ts';

export const setting: Command = {
  help: [
    'octavo setting get NAME [OPTIONS]',
    'octavo setting set NAME VALUE [OPTIONS]',
    '',
    'A value that begins with a hyphen stands behind --, except a number.',
    '',
    'Settings:',
    ...settingNames.map((name) => `  ${name.padEnd(28)} ${declaredSetting(name).takes}`),
    '',
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { config, rest } = dataConfig(args, env);
    const [verb, name = '', text = ''] = rest;
    const isSet = verb === 'set' && rest.length === 3;
    if (!isSet && !(verb === 'get' && rest.length === 2))
      throw new UsageFault('Call it so: octavo setting get NAME, or: octavo setting set NAME VALUE');
    if (!isSetting(name))
      throw new CommandFault(`There is no setting ${JSON.stringify(name)}; octavo setting --help lists them.`);
    const value = isSet ? settingValue(name, text) : undefined;
    await withExistingService(config, async ({ settings, clock }, database) => {
      if (!isSet) return console.log(settings.values[name]);
      await requireThere(database.read, name, Number(value));
      await settings.set({ [name]: value }, noteSettings(clock, commandLine));
    });
    return 0;
  },
};

/** The value that a text stands for, as it is stored. Unlike a request, a person is told of what would not be taken as it is. */
function settingValue(name: SettingName, text: string): unknown {
  const { schema, known, takes } = declaredSetting(name);
  const verdict = check(schema, text, name);
  const value = 'value' in verdict ? verdict.value : undefined;
  const stored = value === undefined ? undefined : storedSetting(name, value as never);
  const isTaken = typeof value === 'number' ? stored === value : stored !== undefined;
  if (!isTaken || (known && !known.includes(stored)))
    throw new CommandFault(`The setting ${name} takes ${takes}, not ${JSON.stringify(text)}.`);
  return stored;
}

/** Throws CommandFault where a setting is to name a category or page that is not there; 0 names no page. */
async function requireThere(read: ReadHandle, name: SettingName, id: number): Promise<void> {
  if (name === 'default_category' && !(await findTerm(read, 'category', id)))
    throw new CommandFault(`There is no category of the number ${id}.`);
  if ((name === 'page_on_front' || name === 'page_for_posts') && id !== 0 && !(await findEntry(read, 'page', id)))
    throw new CommandFault(`There is no page of the number ${id}.`);
}
