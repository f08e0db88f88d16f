// The settings in force, and as people are shown them.
import type { ExtensionServices, ReadHandle, Static } from 'octavo/extension';
import { type settings as declared, secrets } from './contract.ts';

export type Settings = { readonly [K in keyof typeof declared]: Readonly<Static<(typeof declared)[K]>> };
export type ProviderSettings = Settings['google'];

/** The settings in force. */
export const readSettings = async ({ settings: own }: ExtensionServices, handle?: ReadHandle): Promise<Settings> =>
  (await own.read(handle)) as unknown as Settings;

/** Settings without their secrets: of those it is told whether they are set. */
export function shownSettings(settings: Settings): object {
  const shown = Object.entries(settings).map(([name, group]) => {
    const members = Object.entries(group).map(([key, value]) =>
      secrets.includes(key) ? [`${key}_set`, value !== ''] : [key, value],
    );
    return [name, Object.fromEntries(members)];
  });
  return Object.fromEntries(shown);
}
