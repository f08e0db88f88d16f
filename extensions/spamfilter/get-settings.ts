// GET settings.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { shownSettings } from './contract.ts';
import { readSettings } from './settings.ts';

/** Answers with the settings in force, without what is secret. */
export const getSettings = (services: ExtensionServices): Operation => ({
  run: async () => ({ kind: 'value', value: await toldSettings(services) }),
});

/** The settings that administrators see and change. */
export async function toldSettings(services: ExtensionServices): Promise<object> {
  const settings = await readSettings(services);
  return Object.fromEntries(Object.keys(shownSettings).map((name) => [name, settings[name as keyof typeof settings]]));
}
