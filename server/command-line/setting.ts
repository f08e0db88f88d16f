// octavo setting: reads and changes settings.

import type { Contract } from '../../contract/contract.ts';
import { commandLine, recordSettingsEvent } from '../audit/record-event.ts';
import { findEntry } from '../cms-v2/entries/store.ts';
import { findTerm } from '../cms-v2/terms/store.ts';
import { makeDataConfig } from '../config/config.ts';
import type { ReadHandle } from '../database/handle.ts';
import { check } from '../http/parameters/check.ts';
import {
  declaredSetting,
  isSetting,
  isValidSetting,
  normalizeSetting,
  type SettingName,
  type SettingValues,
  settingNames,
} from '../settings/declared.ts';
import { findPermalinkStructureError } from '../settings/permalink-structure.ts';
import { type Command, CommandError } from './command.ts';
import { withExistingService } from './open-service.ts';

export const setting: Command = {
  description: [
    'If the value begins with a hyphen and is not a number, put -- before it.',
    '',
    'Settings:',
    ...settingNames.map((name) => `  ${name.padEnd(28)} ${declaredSetting(name).takes}`),
  ],
  async run({ verb, operands: [name = '', text = ''], options, output }) {
    if (!isSetting(name))
      throw new CommandError(`Unknown setting ${JSON.stringify(name)}; run octavo setting --help for a list.`);
    const isSet = verb === 'set';
    if (isSet && name === 'permalink_structure') requireValidStructure(text);
    const value = isSet ? settingValue(name, text) : undefined;
    await withExistingService(makeDataConfig(options), async ({ settings, clock, contract }, database) => {
      if (!isSet) return output.write({ name, value: settings.values[name] }, String(settings.values[name]));
      await requireTarget(database.read, name, Number(value));
      if (name === 'permalink_structure') requireValidStructure(text, contract);
      await settings.set({ [name]: value }, recordSettingsEvent(clock, commandLine));
      output.write({ name, value });
    });
    return 0;
  },
};

/**
 * Returns the normalized value to store for an argument. Throws CommandError for an invalid value, for a value that the API would
 * ignore, and for a number that the API would change.
 */
function settingValue<K extends SettingName>(name: K, text: string): SettingValues[K] {
  const { schema, known, takes } = declaredSetting(name);
  const checkResult = check(schema, text, name);
  const value = 'value' in checkResult ? checkResult.value : undefined;
  const stored = isValidSetting(name, value) ? normalizeSetting(name, value) : undefined;
  const isChanged = typeof value === 'number' && stored !== value;
  if (stored === undefined || isChanged || (known && !known.includes(stored)))
    throw new CommandError(`Invalid value ${JSON.stringify(text)} for the setting ${name}: it must be ${takes}.`);
  return stored;
}

/** Throws CommandError when a setting refers to a category or page that does not exist. The page ID 0 stands for no page. */
async function requireTarget(read: ReadHandle, name: SettingName, id: number): Promise<void> {
  if (name === 'default_category' && !(await findTerm(read, 'category', id)))
    throw new CommandError(`No category with the ID ${id}.`);
  if ((name === 'page_on_front' || name === 'page_for_posts') && id !== 0 && !(await findEntry(read, 'page', id)))
    throw new CommandError(`No page with the ID ${id}.`);
}

/**
 * Throws CommandError for an invalid permalink structure, also if `contract` has types or taxonomies whose URLs begin with the first segment of
 * the structure.
 */
function requireValidStructure(structure: string, contract?: Contract): void {
  const addresses = [
    ...[...(contract?.types.values() ?? [])].filter(({ hasPages }) => hasPages).map(({ address }) => address.published),
    ...[...(contract?.taxonomies.values() ?? [])].filter(({ hasPages }) => hasPages).map(({ address }) => address),
  ];
  const segments = new Set(
    addresses.map((address) => address.split('/')[1] ?? '').filter((each) => /^[^{?]+$/.test(each)),
  );
  const error = findPermalinkStructureError(structure, segments);
  if (error !== undefined)
    throw new CommandError(
      `Invalid value ${JSON.stringify(structure)} for the setting permalink_structure: it ${error}.`,
    );
}
