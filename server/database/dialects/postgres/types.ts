import type { CustomTypesConfig } from 'pg';

type Parser = (text: string) => unknown;

/** Truth is 0 or 1, as it is stored and as the other engine answers. */
const truth: Parser = (text) => (text === 't' ? 1 : 0);
const bytes: Parser = (text) => Buffer.from(text.slice(2), 'hex');

/** How answers become values, by type number: bool, bytea, int8, int2, int4, oid, float4, float8, numeric. */
const parsers: Readonly<Record<number, Parser>> = {
  16: truth,
  17: bytes,
  20: Number,
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  1700: Number,
};

const asText: Parser = (text) => text;

/** Numbers as numbers, bytes as bytes, all else as text, so that both engines answer alike. For our clients only. */
export const rowTypes: CustomTypesConfig = {
  getTypeParser: (type: number) => parsers[type] ?? asText,
};
