// Stores settings of extensions in the table `settings`, with prefixed names.
import { type FieldsOf, optional, type Parameters } from '../../contract/grammar/parameter.ts';
import type { Static, TSchema } from '../../contract/grammar/schema.ts';
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { parseStored, readStored } from '../database/stored-json.ts';
import { check } from '../http/parameters/check.ts';
import { upsertSettingStatement } from '../settings/settings.ts';

/** Returns optional parameters for updating settings. A setting whose parameter is absent is left unchanged. */
export function settingParameters<S extends Parameters>(settings: S): FieldsOf<S>;
export function settingParameters(settings: Parameters): Parameters {
  const parameters = Object.entries(settings).map(([name, schema]) => {
    const { default: _start, ...rest } = schema as TSchema & { default?: unknown };
    return [name, optional(rest as TSchema)];
  });
  return Object.fromEntries(parameters);
}

/** Schemas of settings, keyed by the name of the setting. */
export type SettingSchemas = Readonly<Record<string, TSchema>>;

/** The values of settings with these schemas. */
export type SettingsOf<S extends SettingSchemas> = { readonly [K in keyof S]: Static<S[K]> };

/** Access to the settings that an extension declares with the schemas S. */
export interface ExtensionSettings<S extends SettingSchemas = SettingSchemas> {
  /**
   * Returns all settings. A setting has its default if no value is stored, or if the stored value does not match its schema. In a
   * transaction, throws DatabaseUnusable if a stored value is not valid JSON, because the transaction may write what it derives from it.
   */
  read(handle?: ReadHandle): Promise<SettingsOf<S>>;
  /** Stores settings in the transaction. Throws an Error if a setting is not declared or a value does not match its schema. */
  write(tx: WriteHandle, changes: Partial<SettingsOf<S>>): Promise<void>;
}

const selectByPrefix = statement((q, p: Slots<{ from: string; to: string }>) =>
  q.selectFrom('settings').select(['name', 'value']).where('name', '>=', p.from).where('name', '<', p.to),
);

const readSetting = (text: string): unknown => readStored<unknown>(text, 'settings.value', null);

/** Returns access to the settings that an extension declares. */
export function makeExtensionSettings(database: Database, name: string, declared: SettingSchemas): ExtensionSettings {
  const prefix = `extension:${name}:`;
  const validate = (key: string, value: unknown): { readonly value: unknown } | undefined => {
    const schema = declared[key];
    const result = schema && check(schema, value, key);
    return result && 'value' in result ? result : undefined;
  };
  return {
    async read(handle = database.read) {
      // A transaction may write a setting that it derives from what it has read.
      const parse = handle === database.read ? readSetting : parseStored;
      // `;` is the character after `:`, so the range contains exactly the names with the prefix.
      const rows = await handle.all(selectByPrefix, { from: prefix, to: `extension:${name};` });
      const stored = new Map(rows.map((row) => [row.name.slice(prefix.length), parse(row.value)]));
      return Object.fromEntries(
        Object.entries(declared).map(([key, schema]) => {
          const found = stored.has(key) ? validate(key, stored.get(key)) : undefined;
          return [key, found ? found.value : structuredClone((schema as { default?: unknown }).default)];
        }),
      );
    },
    async write(tx, changes) {
      for (const [key, input] of Object.entries(changes)) {
        const valid = validate(key, input);
        if (!valid) throw new Error(`the extension ${name} has no setting ${key} that accepts this ${typeof input}`);
        await tx.run(upsertSettingStatement, { name: prefix + key, value: JSON.stringify(valid.value) });
      }
    },
  };
}
