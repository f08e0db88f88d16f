// The settings of an extension, in the table of all settings under names of their own.
import { optional, type Parameters } from '../../contract/grammar/parameter.ts';
import type { TSchema } from '../../contract/grammar/schema.ts';
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { readStored } from '../database/stored-json.ts';
import { check } from '../http/parameters/check.ts';

/** Parameters that change settings: each may be left out, and then stays. */
export const settingParameters = (settings: Readonly<Record<string, TSchema>>): Parameters =>
  Object.fromEntries(
    Object.entries(settings).map(([name, schema]) => {
      const { default: _start, ...rest } = schema as TSchema & { default?: unknown };
      return [name, optional(rest as TSchema)];
    }),
  );

export interface OwnSettings {
  /** All of them; what was never set, or does not fit what is declared today, has its default. */
  read(handle?: ReadHandle): Promise<Readonly<Record<string, unknown>>>;
  /** Stores these within a transaction; others stay. Throws Error where one is not declared or does not fit. */
  write(tx: WriteHandle, changes: Readonly<Record<string, unknown>>): Promise<void>;
}

const below = statement((q, p: Slots<{ from: string; to: string }>) =>
  q.selectFrom('settings').select(['name', 'value']).where('name', '>=', p.from).where('name', '<', p.to),
);

const store = statement((q, p: Slots<{ name: string; value: string }>) =>
  q
    .insertInto('settings')
    .values({ name: p.name, value: p.value } as never)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: p.value } as never)),
);

/** The settings that an extension declares. */
export function ownSettings(
  database: Database,
  name: string,
  declared: Readonly<Record<string, TSchema>>,
): OwnSettings {
  const prefix = `extension:${name}:`;
  const fitting = (key: string, value: unknown): { readonly value: unknown } | undefined => {
    const schema = declared[key];
    const verdict = schema && check(schema, value, key);
    return verdict && 'value' in verdict ? verdict : undefined;
  };
  return {
    async read(handle = database.read) {
      // `;` is the character after `:`, so that these two enclose exactly the names that begin with the prefix.
      const rows = await handle.all(below, { from: prefix, to: `extension:${name};` });
      const stored = new Map(rows.map((row) => [row.name.slice(prefix.length), readStored<unknown>(row.value, null)]));
      return Object.fromEntries(
        Object.entries(declared).map(([key, schema]) => {
          const found = stored.has(key) ? fitting(key, stored.get(key)) : undefined;
          return [key, found ? found.value : structuredClone((schema as { default?: unknown }).default)];
        }),
      );
    },
    async write(tx, changes) {
      for (const [key, sent] of Object.entries(changes)) {
        const fits = fitting(key, sent);
        if (!fits) throw new Error(`the extension ${name} has no setting ${key} that could be ${typeof sent}`);
        await tx.run(store, { name: prefix + key, value: JSON.stringify(fits.value) });
      }
    },
  };
}
