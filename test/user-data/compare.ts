// Compares a record with the submitted input, and with the same record as the other mount returns it.
import assert from 'node:assert/strict';
import { names } from '../../contract/names/table.ts';
import type { PresentedRecord } from './subject.ts';

const other = new Map(
  names.flatMap(([native, compatible]) => [[native, compatible] as const, [compatible, native] as const]),
);

/** Returns a name of the contract in its other spelling; undefined for all other values. */
const otherSpelling = (text: unknown): string | undefined => (typeof text === 'string' ? other.get(text) : undefined);

const firstName = new RegExp(
  `(?<![\\w/])(?:${[...other.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\w/])`,
);

/** Returns the letters (in lower case), digits and underscores of a text, which the generated slug retains. */
const slugOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_]/g, '');

/** Returns a list of fonts without quotes, which the service may add, and without spaces around commas. */
const withoutQuotes = (text: string): string => text.replace(/["']/g, '').replace(/\s*,\s*/g, ',');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Asserts that a record contains all submitted strings, and that other submitted values are equal if the record has them. White
 * space at both ends of strings may be trimmed, and slugs are normalized. Returns the number of compared strings.
 */
export function assertPresented(submitted: unknown, presented: unknown, path = ''): number {
  if (isObject(presented) && !isObject(submitted) && 'raw' in presented)
    return assertPresented(submitted, presented.raw, path);
  if (typeof submitted === 'string') {
    assert.equal(typeof presented, 'string', `${path} is missing`);
    const text = String(presented);
    if (/(^|\.)slug$/.test(path)) {
      const [expectedSlug, found] = [slugOf(submitted), slugOf(text.replace(/-\d+$/, ''))];
      assert.ok(found === expectedSlug, `${path} is ${text} instead of ${submitted}`);
    } else if (/\.fontFamily$/.test(path)) assert.equal(withoutQuotes(text), withoutQuotes(submitted), path);
    else assert.equal(text.trim(), submitted.trim(), path);
    return 1;
  }
  if (Array.isArray(submitted)) {
    assert.ok(
      Array.isArray(presented) && presented.length === submitted.length,
      `${path} has other items: ${JSON.stringify(presented)}`,
    );
    return submitted.reduce((count, each, at) => count + assertPresented(each, presented[at], `${path}[${at}]`), 0);
  }
  if (!isObject(submitted)) {
    if (presented !== undefined) assert.deepEqual(presented, submitted, path);
    return 0;
  }
  assert.ok(isObject(presented), `${path} is missing`);
  return Object.entries(submitted).reduce(
    (count, [key, each]) => count + assertPresented(each, presented[key], path === '' ? key : `${path}.${key}`),
    0,
  );
}

/**
 * Asserts that both mounts return equal records, except at the paths in `namedPaths`, where keys and values may be names of the
 * contract in their other spelling.
 */
export function assertAlike(
  native: PresentedRecord,
  compatible: PresentedRecord,
  namedPaths: readonly string[],
  path = '',
): void {
  const isNamed = namedPaths.includes(path) || namedPaths.includes(path.replace(/\.[^.]*$/, '.*'));
  if (Array.isArray(native) && Array.isArray(compatible)) {
    assert.equal(compatible.length, native.length, path);
    for (const [at, each] of native.entries()) assertAlike(each, compatible[at], namedPaths, `${path}.${at}`);
  } else if (isObject(native) && isObject(compatible)) {
    const below = (key: string) => (path === '' ? key : `${path}.${key}`);
    const keyOf = (key: string) => {
      const translated = otherSpelling(key);
      return translated !== undefined && (isNamed || namedPaths.includes(below(key))) ? translated : key;
    };
    const keys = Object.keys(native);
    assert.deepEqual(Object.keys(compatible).sort(), keys.map(keyOf).sort(), `the keys of ${path || 'the record'}`);
    for (const key of keys) assertAlike(native[key], compatible[keyOf(key)], namedPaths, below(key));
  } else if (isNamed && typeof native === 'string') {
    // Only a name at the beginning is translated. In classes and links, a slug follows it.
    const translated = native.replace(firstName, (name) => otherSpelling(name) ?? name);
    assert.ok(compatible === native || compatible === translated, `${path}: ${native}, ${compatible}`);
  } else assert.deepEqual(compatible, native, path);
}

/**
 * Returns a copy of a record without the links, the modification dates, and the fields in `namedPaths`, which depend on the time
 * or the mount of the request.
 */
export function withoutChanges(record: PresentedRecord, namedPaths: readonly string[]): PresentedRecord {
  const { _links, modified, modified_gmt, ...rest } = record;
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !namedPaths.includes(key)));
}
