// Returns parameter values that may be expensive, by the schema of the parameter.
import { commonWord } from './cost-site.ts';

/** Keywords of a JSON schema that determine the values. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

/** Search terms that occur in many texts, that match often without giving results, or that are long. */
export const searchTerms: readonly string[] = [
  ...['e', 'a', 'st', 'ent', commonWord, `${commonWord} st`, `-${commonWord}`, 'e a i o u r s t n l'],
  ...['a'.repeat(1600), 'ab'.repeat(800), 'a '.repeat(800), 'e%', '_', `"${'e '.repeat(500)}"`, 'é', 'zyzzyva zyzzyvb'],
];

const manyIds = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Number of IDs that fit into a URL of 14 KB. */
const idsOfUrl = 2000;

const ids: readonly unknown[] = [[1], manyIds(20), manyIds(100), manyIds(idsOfUrl)];
const longStrings: readonly unknown[] = [commonWord, 'x'.repeat(8000)];
const timestamps = ['2000-01-01T00:00:00', '2018-06-01T00:00:00', '2025-12-30T00:00:00'];
const slugs = Array.from({ length: 500 }, (_, at) => `slug-${at}`);

/** Values of integer parameters that determine the amount of work, by the name of the parameter. */
const workAmounts: Readonly<Record<string, readonly number[]>> = {
  per_page: [100],
  page: [2, 300, 3000],
  offset: [1, 15_000, 29_900],
  excerpt_length: [1_000_000],
};

/** Returns valid but possibly expensive values of a parameter, such as the smallest and the largest value. */
export function expensiveValues(name: string, schema: object): readonly unknown[] {
  if (name === 'search') return searchTerms;
  if (workAmounts[name]) return workAmounts[name];
  const { enum: values, anyOf, oneOf, type, items, properties, format, minimum, maximum } = schema as Schema;
  if (values) return values;
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.flatMap((each) => expensiveValues(name, { ...(type && { type }), ...each }));
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return [...new Set([minimum ?? 0, 1, maximum ?? 2_147_483_647])];
    case 'boolean':
      return [true, false];
    case 'array':
      if (items?.enum) return [...items.enum.map((each) => [each]), items.enum];
      return items?.type === 'integer' ? ids : [[commonWord], slugs];
    case 'object':
      return 'terms' in (properties ?? {}) ? [{ terms: manyIds(50), include_children: true }] : [];
    default:
      return format === 'date-time' ? timestamps : longStrings;
  }
}

/** Values of the query parameters that every route accepts, and of an unknown parameter. */
export const commonParameters: Readonly<Record<string, readonly unknown[]>> = {
  _embed: ['1'],
  _fields: ['id', Array.from({ length: 1500 }, (_, at) => `f${at}`).join(','), `a${'.b'.repeat(5000)}`],
  _envelope: ['1'],
  _pretty: ['1'],
  _jsonp: ['show'],
  unknown: ['x'.repeat(12_000), Array.from({ length: 900 }, () => 'x')],
};

/** Returns a query string in PHP notation. */
export const asQuery = (pairs: readonly (readonly [name: string, value: unknown])[]): string =>
  pairs.flatMap(([name, value]) => queryPairs(name, value)).join('&');

function queryPairs(name: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'number'))
    return [`${encodeURIComponent(name)}=${value.join(',')}`];
  if (Array.isArray(value)) return value.flatMap((each) => queryPairs(`${name}[]`, each));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => queryPairs(`${name}[${key}]`, each));
  return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`];
}
