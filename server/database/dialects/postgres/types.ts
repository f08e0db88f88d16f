import type { CustomTypesConfig } from 'pg';

type Parser = (text: string) => unknown;

/** Parses a boolean as 0 or 1, as booleans are stored and as SQLite returns them. */
const parseBoolean: Parser = (text) => (text === 't' ? 1 : 0);
const parseBytes: Parser = (text) => Buffer.from(text.slice(2), 'hex');

/** Parsers of column values by type OID: bool, bytea, int8, int2, int4, oid, float4, float8, numeric. */
const parsers: Readonly<Record<number, Parser>> = {
  16: parseBoolean,
  17: parseBytes,
  20: Number,
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  1700: Number,
};

const asText: Parser = (text) => text;

/**
 * Types of result rows: numbers are returned as numbers, bytes as bytes and all other values as text, so that both engines return the
 * same values. They are set per connection, and do not change the defaults of the driver.
 */
export const rowTypes: CustomTypesConfig = {
  getTypeParser: (type: number) => parsers[type] ?? asText,
};
