// The present settings of a site. Other processes may change them (the command line, another node), so they are looked
// at again whenever the database has changed.
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { parseStored, readStored } from '../database/stored-json.ts';
import { recordEvent } from '../events/record.ts';
import {
  declaredSetting,
  fitsSetting,
  type SettingChanges,
  type SettingName,
  type SettingValues,
  type ShownSettings,
  settingNames,
} from './declared.ts';

const all = statement((q) => q.selectFrom('settings').select(['name', 'value']));

const write = statement((q, p: Slots<{ name: string; value: string }>) =>
  q
    .insertInto('settings')
    .values({ name: p.name, value: p.value } as never)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value } as never)),
);

const one = statement((q, p: Slots<{ name: string }>) =>
  q.selectFrom('settings').select('value').where('name', '=', p.name),
);

/** The settings in force, and as answers show them. */
interface Present {
  readonly values: SettingValues;
  readonly shown: ShownSettings;
}

/** What is not stored has its start value; what was stored and does not fit any more counts as null. */
async function readPresent(read: ReadHandle): Promise<Present> {
  const stored = new Map((await read.all(all, {})).map((row) => [row.name, readStored<unknown>(row.value, null)]));
  const shown: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const { schema, start, without } = declaredSetting(name);
    const value = stored.has(name) ? stored.get(name) : start;
    const fits = fitsSetting(name, value);
    const { default: byDefault = null } = schema as { default?: unknown };
    shown[name] = fits ? value : value === null && stored.has(name) ? byDefault : null;
    values[name] = fits ? value : without;
  }
  return { values, shown } as unknown as Present;
}

/** The settings in force. */
export const readSettings = async (read: ReadHandle): Promise<SettingValues> => (await readPresent(read)).values;

/** Whether a setting was ever set, if only to null. */
export const isSet = async (read: ReadHandle, name: SettingName): Promise<boolean> =>
  (await read.first(one, { name })) !== undefined;

/** Stores a setting; other settings stay. */
export const writeSetting = <K extends SettingName>(tx: WriteHandle, name: K, value: SettingValues[K] | null) =>
  tx.run(write, { name, value: JSON.stringify(value) });

/** A value that the service keeps for itself under a name of its own; made by `make` where there is none. */
export async function keptValue(database: Database, name: string, make: () => string): Promise<string> {
  const known = await database.read.first(one, { name });
  if (known) return parseStored(known.value) as string;
  return database.transaction(async (tx) => {
    await tx.lock(`settings ${name}`);
    const meanwhile = await tx.first(one, { name });
    if (meanwhile) return parseStored(meanwhile.value) as string;
    const value = make();
    await tx.run(write, { name, value: JSON.stringify(value) });
    return value;
  });
}

/** What is done in the transaction that changes settings. */
export type Beside = (tx: WriteHandle, changed: readonly SettingName[]) => Promise<void>;

export interface Settings {
  /** In force, as last refreshed. */
  readonly values: SettingValues;
  /** As answers show them: null where a value was taken back. As last refreshed. */
  readonly shown: ShownSettings;
  /** Looks at what other processes may have changed; costs nothing where nothing was. */
  refresh(): Promise<void>;
  /**
   * Stores these settings, all or none; others stay. `permit` may refuse once nobody else changes settings; `beside` is done in
   * the same transaction, and is told the names of those that are other than they were.
   */
  set(changes: SettingChanges, beside?: Beside, permit?: () => Promise<void>): Promise<void>;
}

/** The settings of a site, read once now and again whenever they have changed, whoever changed them. */
export async function openSettings(database: Database): Promise<Settings> {
  const { changes } = database;
  let mark = changes.mark();
  let present = await readPresent(database.read);
  const reload = async () => {
    const since = changes.mark();
    present = await readPresent(database.read);
    mark = since;
  };
  return {
    get values() {
      return present.values;
    },
    get shown() {
      return present.shown;
    },
    refresh: async () => {
      database.lookForChanges();
      if (changes.changedSince(mark, ['settings'])) await reload();
    },
    set: async (wanted, beside = async () => {}, permit = async () => {}) => {
      const names = settingNames.filter((name) => wanted[name] !== undefined);
      await database.transaction(async (tx) => {
        await tx.lock('settings');
        await permit();
        const before = await readPresent(tx);
        for (const name of names) await writeSetting(tx, name, wanted[name] as never);
        const changed = names.filter((name) => wanted[name] !== before.shown[name]);
        if (changed.length > 0) await beside(tx, changed);
        await recordEvent(tx, { kind: 'settings.updated', tags: names.map((name) => `setting:${name}`) });
      });
      await reload();
    },
  };
}
