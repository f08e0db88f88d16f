// The fields of entries that users can change in lists: which ones depends on the content type, the entry and the rights of the user.
import type { ContentType, Taxonomy } from '../bootstrap.ts';
import type { EntryRecord } from './copied-fields.ts';
import type { ListedEntry } from './entries.ts';
import type { FieldSchemas } from './schemas.ts';

/** A value as forms have it; lists contain the IDs of terms. */
export type FieldValue = string | number | boolean | readonly number[];

/** Values of the fields of an entry, by their names in the API. Dates have minutes and are in the time zone of the site. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** A content type with its taxonomies, and the schemas of the fields that requests can set. */
export interface EditedType {
  readonly type: ContentType;
  /** The taxonomies of the type whose terms the user may assign. */
  readonly taxonomies: readonly Taxonomy[];
  readonly writable: FieldSchemas;
}

/** The fields that users can change in lists, besides the terms of taxonomies, in the order of forms. */
const fieldNames = [
  ...['title', 'slug', 'date', 'status', 'password', 'author'],
  ...['parent', 'menu_order', 'template', 'sticky', 'comment_status'],
] as const;

/** The features of a type without which its entries do not have a field that the schema may contain. */
const features: Readonly<Record<string, string>> = { title: 'title', author: 'author', comment_status: 'comments' };

type Links = Readonly<Record<string, unknown>>;

/** The links that say that the user may set a field of an entry. */
const rights: Readonly<Record<string, string>> = {
  author: 'wp:action-assign-author',
  sticky: 'wp:action-sticky',
  password: 'wp:action-publish',
};

/** Returns the names of the fields that the user can change in an entry: first those of the type, then its taxonomies. */
export function editableFields({ type, taxonomies, writable }: EditedType, links: Links = {}): readonly string[] {
  const isAllowed = (name: string) => {
    const [feature, right] = [features[name], rights[name]];
    return (
      Object.hasOwn(writable, name) &&
      (feature === undefined || type.supports[feature] !== undefined) &&
      (right === undefined || Object.hasOwn(links, right))
    );
  };
  const bases = taxonomies.map(({ rest_base }) => rest_base);
  return [
    ...fieldNames.filter((name) => isAllowed(name) && (name !== 'parent' || type.hierarchical)),
    ...bases.filter((base) => Object.hasOwn(writable, base) && Object.hasOwn(links, `wp:action-assign-${base}`)),
  ];
}

/** Returns the statuses that the user can give an entry, including the present one. */
export function selectableStatuses({ status, _links }: Pick<ListedEntry, 'status'> & { _links?: Links }): string[] {
  const mayPublish = _links !== undefined && Object.hasOwn(_links, 'wp:action-publish');
  const statuses = ['publish', 'future', 'private', 'pending', 'draft'];
  // A date in the future schedules an entry, so users choose "Published" for both.
  const selectable = mayPublish ? ['publish', 'private', 'pending', 'draft'] : ['pending', 'draft'];
  return statuses.filter((each) => each === status || selectable.includes(each));
}

/** Returns the values of fields of an entry in the edit context. */
export const valuesOf = (record: EntryRecord, names: readonly string[]): FieldValues =>
  Object.fromEntries(names.map((name) => [name, toFormValue(name, record[name])]));

function toFormValue(name: string, value: unknown): FieldValue {
  if (name === 'date') return typeof value === 'string' ? value.slice(0, 'YYYY-MM-DDThh:mm'.length) : '';
  if (Array.isArray(value)) return value.filter((id) => typeof id === 'number').sort((one, other) => one - other);
  if (typeof value === 'object' && value !== null && 'raw' in value) return String(value.raw);
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value ?? '');
}

/** Returns the body of a request that sets fields. An empty date removes that of a draft. */
export const bodyOf = (values: Partial<FieldValues>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'date' ? (value === '' ? null : `${String(value)}:00`) : value,
    ]),
  );

/** Returns the names of the fields whose values differ. */
export const differingFields = (one: FieldValues, other: FieldValues): string[] =>
  Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
