// Selects the fields of an entry that a copy of it has too.
import type { FieldSchemas } from './schemas.ts';

/** An entry in the edit context. Its links say which fields the user may set. */
export type EntryRecord = Readonly<Record<string, unknown>> & {
  readonly _links?: Readonly<Record<string, unknown>>;
};

/** Fields that belong to one entry only: its URL, its publication, and its place at the top of lists. */
const uniqueFields: ReadonlySet<string> = new Set(['id', 'slug', 'status', 'date', 'date_gmt', 'title', 'sticky']);

/** Returns the values of the fields that a user can set in a copy of an entry. `writable` are the schemas of all fields that can be set. */
export function copiedFields(source: EntryRecord, writable: FieldSchemas): Readonly<Record<string, unknown>> {
  const { taxonomies, mayAssign } = rightsIn(source);
  const isCopied = (name: string) =>
    Object.hasOwn(source, name) &&
    !uniqueFields.has(name) &&
    (name !== 'author' || mayAssign('author')) &&
    (!taxonomies.has(name) || mayAssign(name));
  const values = Object.keys(writable)
    .filter(isCopied)
    .map((name) => [name, name === 'meta' ? copiedMeta(source.meta, writable.meta?.properties) : rawOf(source[name])]);
  return Object.fromEntries(values);
}

/** Returns the rights in the links of an entry: `wp:term` has the taxonomies, and `wp:action-assign-tags` says that the user may assign tags. */
function rightsIn({ _links = {} }: EntryRecord) {
  const terms: unknown = _links['wp:term'];
  const taxonomies = (Array.isArray(terms) ? terms : []).map(
    ({ href }) => /\/([^/?]+)\?/.exec(String(href))?.[1] ?? '',
  );
  return {
    taxonomies: new Set<string>(taxonomies),
    mayAssign: (name: string) => Object.hasOwn(_links, `wp:action-assign-${name}`),
  };
}

/** Returns the meta fields that have a value and are not read-only. */
function copiedMeta(meta: unknown, schemas: FieldSchemas = {}): Readonly<Record<string, unknown>> {
  const isObject = typeof meta === 'object' && meta !== null;
  return Object.fromEntries(
    Object.entries(isObject ? meta : {}).filter(
      ([name, value]) => Object.hasOwn(schemas, name) && schemas[name]?.readonly !== true && value !== null,
    ),
  );
}

const rawOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
