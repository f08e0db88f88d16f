// Loads, caches and stores the settings of a site. They are reloaded when the table has changed, because other processes (the
// command line, another machine) may change them.
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { parseStored, readStored } from '../database/stored-json.ts';
import { recordEvent } from '../events/record.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';
import {
  declaredSetting,
  isValidSetting,
  type PresentedSettings,
  type SettingChanges,
  type SettingName,
  type SettingValues,
  settingNames,
} from './declared.ts';

const allStatement = statement((q) => q.selectFrom('settings').select(['name', 'value']));

/** Stores a setting, as JSON. */
export const upsertSettingStatement = statement((q, p: Slots<{ name: string; value: string }>) =>
  q
    .insertInto('settings')
    .values({ name: p.name, value: p.value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value })),
);

const findStatement = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('settings').select('value').where('name', '=', p.name),
);

/** The name of the internal value that contains the secret key of the site's HMACs. */
export const secretKeyName = 'secret_key';

/** The effective settings, the settings as the API presents them, and the secret key of the site; undefined for a new site. */
interface CurrentSettings {
  readonly values: SettingValues;
  readonly presented: PresentedSettings;
  readonly secretKey: unknown;
}

/**
 * Reads all settings. A setting that is not stored has its initial value. A setting that was reset is presented with the default of
 * its schema, or null; a stored value that is no longer valid is presented as null.
 */
async function readCurrent(read: ReadHandle): Promise<CurrentSettings> {
  const stored = new Map(
    (await read.all(allStatement, {})).map((row) => [row.name, readStored<unknown>(row.value, 'settings.value', null)]),
  );
  const readValue = (name: SettingName) => (stored.has(name) ? stored.get(name) : declaredSetting(name).start);
  return {
    values: mapSettings<SettingValues>((name) => {
      const value = readValue(name);
      return isValidSetting(name, value) ? value : declaredSetting(name).without;
    }),
    presented: mapSettings<PresentedSettings>((name) => {
      const value = readValue(name);
      if (isValidSetting(name, value)) return value;
      const { default: schemaDefault } = declaredSetting(name).schema as { default?: unknown };
      return value === null && stored.has(name) && isValidSetting(name, schemaDefault) ? schemaDefault : null;
    }),
    secretKey: stored.get(secretKeyName),
  };
}

/** Returns an object with a value for each setting. */
function mapSettings<T extends PresentedSettings>(toValue: <K extends SettingName>(name: K) => T[K]): T {
  // Object.fromEntries loses the names.
  return Object.fromEntries(settingNames.map((name) => [name, toValue(name)])) as T;
}

/** Returns the effective settings. */
export const readSettings = async (read: ReadHandle): Promise<SettingValues> => (await readCurrent(read)).values;

/** Returns whether a value is stored for a setting, including null for a setting that was reset. */
export const isSet = async (read: ReadHandle, name: SettingName): Promise<boolean> =>
  (await read.first(findStatement, { name })) !== undefined;

/** Stores the value of a setting, or null if the setting was reset. */
export const writeSetting = <K extends SettingName>(tx: WriteHandle, name: K, value: SettingValues[K] | null) =>
  tx.run(upsertSettingStatement, { name, value: JSON.stringify(value) });

const deleteStatement = statement((q, p: Slots<{ name: string }>) =>
  q.deleteFrom('settings').where('name', '=', p.name),
);

/** Returns an internal value of the service, which is no setting; undefined if none is stored. */
export async function findInternalValue(read: ReadHandle, name: string): Promise<string | undefined> {
  const found = await read.first(findStatement, { name });
  return found && (parseStored(found.value) as string);
}

/** Stores an internal value of the service. */
export const writeInternalValue = (tx: WriteHandle, name: string, value: string) =>
  tx.run(upsertSettingStatement, { name, value: JSON.stringify(value) });

/** Deletes an internal value of the service. */
export const deleteInternalValue = (tx: WriteHandle, name: string) => tx.run(deleteStatement, { name });

/** Returns an internal value of the service. If none is stored, stores the value that `createValue` returns. */
export async function getOrCreateInternalValue(
  database: Database,
  name: string,
  createValue: () => string,
): Promise<string> {
  const known = await findInternalValue(database.read, name);
  if (known !== undefined) return known;
  return database.transaction(async (tx) => {
    await tx.lock(`settings ${name}`);
    const concurrent = await findInternalValue(tx, name);
    if (concurrent !== undefined) return concurrent;
    const value = createValue();
    await writeInternalValue(tx, name, value);
    return value;
  });
}

/** A function that runs in the transaction that changes settings. `changed` contains the names of the changed settings. */
export type SettingsHook = (tx: WriteHandle, changed: readonly SettingName[]) => Promise<void>;

/** The settings of a site. */
export interface Settings {
  /** The effective settings as of the last refresh. */
  readonly values: SettingValues;
  /** The settings as the API presents them, as of the last refresh. */
  readonly presented: PresentedSettings;
  /** Reads the stored settings as the API presents them, for a check that must not depend on the last refresh. */
  readPresented(): Promise<PresentedSettings>;
  /** Reloads the settings if they have changed in the database. Does not read them otherwise. */
  refresh(): Promise<void>;
  /**
   * Resolves when a reload finds the secret key of another site, because a backup of that site was restored. Everything that was read from
   * the storage of the previous site, such as its key, is obsolete then.
   */
  readonly siteReplaced: Promise<void>;
  /**
   * Stores the given settings in one transaction. `authorize` is called while the settings are locked; if it throws, nothing is stored.
   * `onChange` is called in the transaction with the names of the settings whose values have changed.
   */
  set(changes: SettingChanges, onChange?: SettingsHook, authorize?: () => Promise<void>): Promise<void>;
}

/** Loads the settings of the site with this secret key. Call `refresh` before using them, because other processes may change them. */
export async function openSettings(database: Database, secretKey: string): Promise<Settings> {
  const { changes } = database;
  let version = changes.version();
  // All callers share the settings.
  let current = await readCurrent(database.primary);
  const { promise: siteReplaced, resolve: reportReplacement } = Promise.withResolvers<void>();
  const compareKeys = () => current.secretKey === secretKey || reportReplacement();
  // A restore may have committed since the key was read.
  compareKeys();
  const reload = async () => {
    const newVersion = changes.version();
    const read = await readCurrent(database.primary);
    // A reload that began later may have finished earlier; its result is at least as new.
    if (newVersion < version) return;
    version = newVersion;
    current = read;
    compareKeys();
  };
  return {
    siteReplaced,
    get values() {
      return current.values;
    },
    get presented() {
      return current.presented;
    },
    readPresented: async () => (await readCurrent(database.primary)).presented,
    refresh: async () => {
      database.pollChanges();
      if (changes.haveTablesChangedSince(version, ['settings'])) await reload();
    },
    set: async (requested, onChange = async () => {}, authorize = async () => {}) => {
      const names = settingNames.filter((name) => requested[name] !== undefined);
      await database.transaction(async (tx) => {
        await tx.lock('settings');
        await authorize();
        const before = await readCurrent(tx);
        for (const name of names) await writeSetting(tx, name, requested[name] ?? null);
        const changed = names.filter((name) => requested[name] !== before.presented[name]);
        if (changed.length > 0) await onChange(tx, changed);
        await recordEvent(tx, { kind: 'settings.updated', tags: names.map((name) => `setting:${name}`) });
      });
      await reload();
    },
  };
}

// Updates the settings that refer to a page (protocol.md §19, Effects).

/** Removes a deleted page from the settings that refer to it. If it was the front page, the front page lists the latest posts. */
export async function unsetFrontPage(tx: WriteHandle, id: number): Promise<void> {
  await tx.lock('settings');
  const { page_on_front, page_for_posts } = await readSettings(tx);
  const changed: SettingName[] = [];
  if (page_on_front === id) {
    await writeSetting(tx, 'page_on_front', 0);
    await writeSetting(tx, 'show_on_front', 'posts');
    changed.push('page_on_front', 'show_on_front');
  }
  if (page_for_posts === id) {
    await writeSetting(tx, 'page_for_posts', 0);
    changed.push('page_for_posts');
  }
  if (changed.length > 0)
    await recordEvent(tx, { kind: 'settings.updated', tags: changed.map((name) => `setting:${name}`) });
}

/** The storage of a site, with what the service reads from it once. */
export interface SiteStorage {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Secret key of the site's HMACs. */
  readonly key: string;
}
