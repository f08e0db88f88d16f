// octavo setting: reads and changes settings.

import type { Contract } from '../../contract/contract.ts';
import { commandLine, recordSettingsEvent } from '../audit/record-event.ts';
import { findReferenceError, findTakenSegments } from '../cms-v2/settings/references.ts';
import { makeDataConfig } from '../config/config.ts';
import type { ReadHandle } from '../database/handle.ts';
import { check } from '../http/parameters/check.ts';
import { findValueError } from '../settings/check-value.ts';
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
  const { schema, takes } = declaredSetting(name);
  const result = check(schema, text, name);
  const value = 'value' in result ? result.value : undefined;
  if (isValidSetting(name, value) && findValueError(name, value) === undefined) {
    const stored = normalizeSetting(name, value);
    if (stored !== undefined) return stored;
  }
  throw new CommandError(`Invalid value ${JSON.stringify(text)} for the setting ${name}: it must be ${takes}.`);
}

/** Throws CommandError when a setting refers to a category, page or image that does not exist. The ID 0 stands for no page or image. */
async function requireTarget(read: ReadHandle, name: SettingName, id: number): Promise<void> {
  const error = await findReferenceError(read, name, id);
  if (error !== undefined) throw new CommandError(error);
}

/**
 * Throws CommandError for an invalid permalink structure, also if `contract` has types or taxonomies whose URLs begin with the first segment of
 * the structure.
 */
function requireValidStructure(structure: string, contract?: Contract): void {
  const error = findPermalinkStructureError(structure, contract && findTakenSegments(contract));
  if (error !== undefined)
    throw new CommandError(
      `Invalid value ${JSON.stringify(structure)} for the setting permalink_structure: it ${error}.`,
    );
}
