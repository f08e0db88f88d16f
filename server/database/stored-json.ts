// JSON in columns. It is written by us alone, so what cannot be parsed is damaged: by a disk, or by somebody's hand.
import { DatabaseUnusable } from './errors.ts';

/** An object as it is stored. */
export type StoredObject = Record<string, unknown>;

/**
 * Parses a stored value for something that depends on it: a write that would replace it, a check, work in the background.
 * @throws DatabaseUnusable where it is no JSON
 */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DatabaseUnusable('A stored value is no JSON; the database is damaged.', { cause });
  }
}

/** Parses a stored value that is only shown. Where it is no JSON the fallback takes its place, so that others can be read. */
export function readStored<T>(text: string, fallback: T): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}

/** As `parseStored`, for objects; an empty text is an empty object. */
export function parseStoredObject(text: string): StoredObject {
  const value = text === '' ? {} : parseStored(text);
  if (isObject(value)) return value;
  throw new DatabaseUnusable('A stored value is no object; the database is damaged.');
}

/** As `readStored`, for objects: what is none is an empty one. */
export function readStoredObject(text: string): StoredObject {
  const value = text === '' ? {} : readStored<unknown>(text, {});
  return isObject(value) ? value : {};
}

/** As `parseStored`, for lists of strings. */
export function parseStoredList(text: string): string[] {
  const value = parseStored(text);
  if (isList(value)) return value;
  throw new DatabaseUnusable('A stored value is no list; the database is damaged.');
}

/** As `readStored`, for lists of strings: what is none is an empty one. */
export function readStoredList(text: string): string[] {
  const value = readStored<unknown>(text, []);
  return isList(value) ? value : [];
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isObject = (value: unknown): value is StoredObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
