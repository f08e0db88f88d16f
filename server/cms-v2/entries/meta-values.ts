// Encodes the values of filterable meta fields as strings whose order is that of the values (docs/decisions/0018-filterable-meta.md).
import { createHash } from 'node:crypto';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import {
  type FilterableField,
  type FilterableKind,
  filterableFields,
  isDate,
  type MetaValue,
} from '../../../contract/shared/filterable-meta.ts';
import { isDateTime } from '../../http/parameters/formats.ts';
import { fold } from '../../rendering/fold.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import { readMeta } from './meta.ts';

/** The version of the encoding. A change makes all indexes outdated, so that they are built again. */
const encodingVersion = 1;

/** Begins the encoded values, and sorts between the values of `missing`. */
export const valueMark = '=';

/**
 * The two index values of an entry without a value. An ascending list is read from `valueMark` to the end, a descending list from
 * before `missing.last` to the beginning, so entries without a value come last in both.
 */
export const missing = { first: '<', last: '>' } as const;

/** The position of a value in the order of a field. Values that sort alike are between `from` and `to`. */
interface EncodedValue {
  /** The value itself. */
  readonly exact: string;
  /** A string that sorts before or like all values that sort alike. */
  readonly from: string;
  /** A string that sorts after or like all values that sort alike. */
  readonly to: string;
}

/** Number of characters by which texts are sorted. Index rows must be short. */
const maxSortedLength = 100;

/** Returns the encoded value; undefined if it is not a value of this kind. `zone` is the time zone of the site. */
export function encodeValue(kind: FilterableKind, value: unknown, zone: string): EncodedValue | undefined {
  const same = (text: string): EncodedValue => ({
    exact: valueMark + text,
    from: valueMark + text,
    to: valueMark + text,
  });
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? encodeText(value) : undefined;
    case 'number':
      return typeof value === 'number' ? same(encodeNumber(value)) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? same(value ? '1' : '0') : undefined;
    case 'date':
      return isDate(value) ? same(value) : undefined;
    case 'date-time':
      return typeof value === 'string' && isDateTime(value) ? same(parseTimestamp(value, zone).gmt) : undefined;
  }
}

/**
 * Texts are sorted like titles, regardless of case and accents, by their first characters, and then by the text itself, which is
 * replaced with its hash if it is long. Control characters separate both parts, so they are removed from the first one.
 */
function encodeText(text: string): EncodedValue {
  const key = fold(text.slice(0, 4 * maxSortedLength))
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, maxSortedLength);
  // Databases do not store NUL.
  const isPlain = text.length <= maxSortedLength && !text.includes('\0');
  const rest = isPlain ? text : createHash('sha256').update(text).digest('hex');
  const [from, to] = [`${valueMark}${key}\u0001`, `${valueMark}${key}\u0002`];
  return { exact: from + rest, from, to };
}

/** Returns the bits of the number as hexadecimal digits, changed so that negative numbers sort before others. */
function encodeNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // Adding 0 turns -0 into 0.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  const sign = 1n << 63n;
  const sortable = (bits & sign) === 0n ? bits | sign : BigInt.asUintN(64, ~bits);
  return sortable.toString(16).padStart(16, '0');
}

/** The zone of a type whose index does not depend on it. */
const anyZone = '';

/** Whether the index of the type depends on the time zone of the site, because a field contains times that may have no zone. */
export const dependsOnZone = (fields: readonly FilterableField[]): boolean =>
  fields.some(({ kind }) => kind === 'date-time');

/**
 * Returns the name of the index of a field. It contains a hash of all that determines the index rows besides the stored values. If the
 * declaration or the time zone changes, the index has another name, so that rows of the previous one are never used.
 */
export function indexName(type: ContentType, { name, kind, schema }: FilterableField, zone: string): string {
  const initial = 'default' in schema ? schema.default : null;
  const facts = [encodingVersion, kind, initial ?? null, kind === 'date-time' ? zone : anyZone];
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12);
  return `${type.name}.${name}.${hash}`;
}

/** A row of an index without the entry: the name of the index, and the encoded value. */
export interface IndexedValue {
  readonly field: string;
  readonly value: string;
}

/** Returns the index rows for the stored meta fields of an entry. A field that is not stored has its default. */
export function indexedValues(type: ContentType, stored: string, zone: string): IndexedValue[] {
  return filterableFields(type).flatMap((declared) => {
    const field = indexName(type, declared, zone);
    const value = readMeta(stored, { [declared.name]: declared.schema })[declared.name];
    const encoded = encodeValue(declared.kind, value, zone);
    return encoded
      ? [{ field, value: encoded.exact }]
      : [missing.first, missing.last].map((mark) => ({ field, value: mark }));
  });
}

/** A condition on the encoded values of a field. */
export type EncodedFilter =
  | { readonly equal: string }
  | { readonly after?: string | undefined; readonly before?: string | undefined };

/** Returns the condition for a filter, whose values have been validated by the schema of the parameter. */
export function encodeFilter(
  kind: FilterableKind,
  filter: MetaValue | { readonly after?: MetaValue; readonly before?: MetaValue },
  zone: string,
): EncodedFilter {
  const encode = (value: MetaValue): EncodedValue => {
    const encoded = encodeValue(kind, value, zone);
    if (!encoded) throw new Error(`the value of a filter is not of the kind ${kind}`);
    return encoded;
  };
  if (typeof filter !== 'object') return { equal: encode(filter).exact };
  const { after, before } = filter;
  return {
    ...(after !== undefined && { after: encode(after).to }),
    ...(before !== undefined && { before: encode(before).from }),
  };
}
