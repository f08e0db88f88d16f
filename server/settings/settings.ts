// The current settings of a site. Other processes may change them (the command line, another node), so they are reloaded when
// the database has changed.
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { parseStored, readStored } from '../database/stored-json.ts';
import { recordEvent } from '../events/record.ts';
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

const upsertStatement = statement((q, p: Slots<{ name: string; value: string }>) =>
  q
    .insertInto('settings')
    .values({ name: p.name, value: p.value } as never)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value } as never)),
);

const findStatement = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('settings').select('value').where('name', '=', p.name),
);

/** The effective settings, and the settings as presented. */
interface CurrentSettings {
  readonly values: SettingValues;
  readonly presented: PresentedSettings;
}

/**
 * Reads all settings. A setting that is not stored has its initial value; a stored value that is no longer valid is presented
 * as null.
 */
async function readCurrent(read: ReadHandle): Promise<CurrentSettings> {
  const stored = new Map(
    (await read.all(allStatement, {})).map((row) => [row.name, readStored<unknown>(row.value, null)]),
  );
  const presented: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const { schema, start, without } = declaredSetting(name);
    const value = stored.has(name) ? stored.get(name) : start;
    const isValid = isValidSetting(name, value);
    const { default: schemaDefault = null } = schema as { default?: unknown };
    presented[name] = isValid ? value : value === null && stored.has(name) ? schemaDefault : null;
    values[name] = isValid ? value : without;
  }
  return { values, presented } as unknown as CurrentSettings;
}

/** Returns the effective settings. */
export const readSettings = async (read: ReadHandle): Promise<SettingValues> => (await readCurrent(read)).values;

/** Returns whether a setting was ever set, even to null. */
export const isSet = async (read: ReadHandle, name: SettingName): Promise<boolean> =>
  (await read.first(findStatement, { name })) !== undefined;

/** Stores a setting. */
export const writeSetting = <K extends SettingName>(tx: WriteHandle, name: K, value: SettingValues[K] | null) =>
  tx.run(upsertStatement, { name, value: JSON.stringify(value) });

/** Returns an internal value of the service, which `createValue` creates if it does not exist. */
export async function getOrCreateInternalValue(
  database: Database,
  name: string,
  createValue: () => string,
): Promise<string> {
  const known = await database.read.first(findStatement, { name });
  if (known) return parseStored(known.value) as string;
  return database.transaction(async (tx) => {
    await tx.lock(`settings ${name}`);
    const concurrent = await tx.first(findStatement, { name });
    if (concurrent) return parseStored(concurrent.value) as string;
    const value = createValue();
    await tx.run(upsertStatement, { name, value: JSON.stringify(value) });
    return value;
  });
}

/** Work in the transaction that changes settings. */
export type SettingsHook = (tx: WriteHandle, changed: readonly SettingName[]) => Promise<void>;

export interface Settings {
  /** The effective settings as of the last refresh. */
  readonly values: SettingValues;
  /** The settings as presented, with null for reset ones, as of the last refresh. */
  readonly presented: PresentedSettings;
  /** Reloads the settings if another process has changed the database; costs nothing otherwise. */
  refresh(): Promise<void>;
  /**
   * Stores settings atomically; others stay unchanged. `authorize` may throw, while the settings are locked. `onChange` runs in the
   * same transaction with the names of the settings whose values have changed.
   */
  set(changes: SettingChanges, onChange?: SettingsHook, authorize?: () => Promise<void>): Promise<void>;
}

/** Loads the settings of a site. They are reloaded whenever they have changed. */
export async function openSettings(database: Database): Promise<Settings> {
  const { changes } = database;
  let version = changes.version();
  let current = await readCurrent(database.read);
  const reload = async () => {
    const since = changes.version();
    current = await readCurrent(database.read);
    version = since;
  };
  return {
    get values() {
      return current.values;
    },
    get presented() {
      return current.presented;
    },
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
        for (const name of names) await writeSetting(tx, name, requested[name] as never);
        const changed = names.filter((name) => requested[name] !== before.presented[name]);
        if (changed.length > 0) await onChange(tx, changed);
        await recordEvent(tx, { kind: 'settings.updated', tags: names.map((name) => `setting:${name}`) });
      });
      await reload();
    },
  };
}
