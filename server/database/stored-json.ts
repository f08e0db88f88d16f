// Parses JSON in columns. Only the service writes it, so invalid JSON means that the disk or a manual change has damaged it.
import { reportDamagedValue } from './diagnostics.ts';
import { DatabaseUnusable } from './errors.ts';

/** A stored JSON object. */
export type StoredObject = Record<string, unknown>;

/**
 * Parses a stored value for code that must not continue without it: a write that would replace it, a check, or background work.
 * @throws DatabaseUnusable when it is not valid JSON
 */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DatabaseUnusable('A stored value is not valid JSON; the database is damaged.', { cause });
  }
}

/**
 * Parses a stored value that is only presented, never for a write that would replace it. Returns the fallback for invalid JSON, so that
 * other values stay readable, and reports the column, such as `users.meta`.
 */
export function readStored<T>(text: string, column: string, fallback: T): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return reportDamage(column, fallback);
  }
}

function reportDamage<T>(column: string, fallback: T): T {
  reportDamagedValue({ column });
  return fallback;
}

/** Parses an object like `parseStored`; an empty string is an empty object. */
export function parseStoredObject(text: string): StoredObject {
  const value = text === '' ? {} : parseStored(text);
  if (isObject(value)) return value;
  throw new DatabaseUnusable('A stored value is not a JSON object; the database is damaged.');
}

/** Parses an object like `readStored`; an empty string, and any other value, is returned as an empty object. */
export function readStoredObject(text: string, column: string): StoredObject {
  const value = text === '' ? {} : readStored<unknown>(text, column, {});
  return isObject(value) ? value : reportDamage(column, {});
}

/** Parses an array of strings like `parseStored`. */
export function parseStoredList(text: string): string[] {
  const value = parseStored(text);
  if (isList(value)) return value;
  throw new DatabaseUnusable('A stored value is not an array of strings; the database is damaged.');
}

/** Parses an array of strings like `readStored`; returns an empty array for any other value. */
export function readStoredList(text: string, column: string): string[] {
  const value = readStored<unknown>(text, column, []);
  return isList(value) ? value : reportDamage(column, []);
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isObject = (value: unknown): value is StoredObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
