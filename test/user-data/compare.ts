// What a record must have in common with what was sent, and with itself at the other mount.
import assert from 'node:assert/strict';
import { names } from '../../contract/names/table.ts';
import type { Shown } from './subject.ts';

const other = new Map(
  names.flatMap(([native, compatible]) => [[native, compatible] as const, [compatible, native] as const]),
);

/** A name in its other spelling; undefined for any other text. */
const otherSpelling = (text: unknown): string | undefined => (typeof text === 'string' ? other.get(text) : undefined);

const firstName = new RegExp(
  `(?<![\\w/])(?:${[...other.keys()].sort((a, b) => b.length - a.length).join('|')})(?![\\w/])`,
);

/** What a text and the slug that is made of it have in common. */
const slugOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_]/g, '');

/** Names of fonts are put in quotation marks. */
const withoutQuotes = (text: string): string => text.replace(/["']/g, '').replace(/\s*,\s*/g, ',');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Fails unless a record shows everything that was sent. Blanks at the ends may be gone, and slugs are brought into their form.
 * Returns how many texts were compared.
 */
export function assertShown(sent: unknown, shown: unknown, place = ''): number {
  if (isObject(shown) && !isObject(sent) && 'raw' in shown) return assertShown(sent, shown.raw, place);
  if (typeof sent === 'string') {
    assert.equal(typeof shown, 'string', `${place} is missing`);
    const text = String(shown);
    if (/(^|\.)slug$/.test(place)) {
      const [wanted, found] = [slugOf(sent), slugOf(text.replace(/-\d+$/, ''))];
      assert.ok(found === wanted, `${place} is ${text}, and ${sent} was sent`);
    } else if (/\.fontFamily$/.test(place)) assert.equal(withoutQuotes(text), withoutQuotes(sent), place);
    else assert.equal(text.trim(), sent.trim(), place);
    return 1;
  }
  if (Array.isArray(sent)) {
    assert.ok(
      Array.isArray(shown) && shown.length === sent.length,
      `${place} has other items: ${JSON.stringify(shown)}`,
    );
    return sent.reduce((count, each, at) => count + assertShown(each, shown[at], `${place}[${at}]`), 0);
  }
  if (!isObject(sent)) {
    if (shown !== undefined) assert.deepEqual(shown, sent, place);
    return 0;
  }
  assert.ok(isObject(shown), `${place} is missing`);
  return Object.entries(sent).reduce(
    (count, [key, each]) => count + assertShown(each, shown[key], place === '' ? key : `${place}.${key}`),
    0,
  );
}

/**
 * Fails unless a record is the same at both mounts: byte for byte, but at the places that are named, whose keys and values may be
 * names of the contract in their other spelling.
 */
export function assertAlike(native: Shown, compatible: Shown, places: readonly string[], place = ''): void {
  const isNamed = places.includes(place) || places.includes(place.replace(/\.[^.]*$/, '.*'));
  if (Array.isArray(native) && Array.isArray(compatible)) {
    assert.equal(compatible.length, native.length, place);
    for (const [at, each] of native.entries()) assertAlike(each, compatible[at], places, `${place}.${at}`);
  } else if (isObject(native) && isObject(compatible)) {
    const below = (key: string) => (place === '' ? key : `${place}.${key}`);
    const keyOf = (key: string) => {
      const spelled = otherSpelling(key);
      return spelled !== undefined && (isNamed || places.includes(below(key))) ? spelled : key;
    };
    const keys = Object.keys(native);
    assert.deepEqual(Object.keys(compatible).sort(), keys.map(keyOf).sort(), `the keys of ${place || 'the record'}`);
    for (const key of keys) assertAlike(native[key], compatible[keyOf(key)], places, below(key));
  } else if (isNamed && typeof native === 'string') {
    // Only the name in front: what follows it in classes and links are slugs.
    const spelled = native.replace(firstName, (name) => otherSpelling(name) ?? name);
    assert.ok(compatible === native || compatible === spelled, `${place}: ${native}, ${compatible}`);
  } else assert.deepEqual(compatible, native, place);
}

/** A record without what depends on when and through which mount it is read, and without some places. */
export function withoutChanges(record: Shown, places: readonly string[]): Shown {
  const { _links, modified, modified_gmt, ...rest } = record;
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !places.includes(key)));
}
