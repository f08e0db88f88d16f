// The present settings of a site. Other processes may change them (the command line, another node), so they are looked
// at again whenever the database has changed.
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { declaredSettings, type SettingName, type SettingValues } from './declared.ts';

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

/** All settings as they are stored; what is not stored has its start value. */
export async function readSettings(read: ReadHandle): Promise<SettingValues> {
  const stored = new Map((await read.all(all, {})).map((row) => [row.name, JSON.parse(row.value) as unknown]));
  const values = Object.entries(declaredSettings).map(([name, { start }]) => [
    name,
    stored.has(name) ? stored.get(name) : start,
  ]);
  return Object.fromEntries(values) as SettingValues;
}

/** Stores a setting; other settings stay. */
export const writeSetting = <K extends SettingName>(tx: WriteHandle, name: K, value: SettingValues[K]) =>
  tx.run(write, { name, value: JSON.stringify(value) });

/** A value that the service keeps for itself under a name of its own; made by `make` where there is none. */
export async function keptValue(database: Database, name: string, make: () => string): Promise<string> {
  const known = await database.read.first(one, { name });
  if (known) return JSON.parse(known.value) as string;
  return database.transaction(async (tx) => {
    await tx.lock(`settings ${name}`);
    const meanwhile = await tx.first(one, { name });
    if (meanwhile) return JSON.parse(meanwhile.value) as string;
    const value = make();
    await tx.run(write, { name, value: JSON.stringify(value) });
    return value;
  });
}

export interface Settings {
  /** As last refreshed. */
  readonly values: SettingValues;
  /** Looks at what other processes may have changed; costs nothing where nothing was. */
  refresh(): Promise<void>;
  set<K extends SettingName>(name: K, value: SettingValues[K]): Promise<void>;
}

/** The settings of a site, read once now and again whenever they have changed, whoever changed them. */
export async function openSettings(database: Database): Promise<Settings> {
  const { changes } = database;
  let mark = changes.mark();
  let values = await readSettings(database.read);
  const reload = async () => {
    const since = changes.mark();
    values = await readSettings(database.read);
    mark = since;
  };
  return {
    get values() {
      return values;
    },
    refresh: async () => {
      database.lookForChanges();
      if (changes.changedSince(mark, ['settings'])) await reload();
    },
    set: async (name, value) => {
      await database.transaction((tx) => writeSetting(tx, name, value));
      await reload();
    },
  };
}
