// Represents serialized JSON as a string or as bytes, so that no value is serialized twice.
import { hash } from 'node:crypto';

/** JSON as bytes, with a hash. */
export interface JsonChunk {
  readonly bytes: Buffer;
  /** A hash of the bytes. */
  readonly digest: string;
}

/** Encoded JSON that can be an item of a list. */
export interface JsonListItem extends JsonChunk {
  /** The bytes with a leading comma, as they follow another item. */
  readonly following: Buffer;
}

/** The JSON of a response: a string, encoded bytes, or a list of encoded items. */
export type Json = string | JsonChunk | readonly JsonListItem[];

/**
 * Encodes JSON. The bytes get a separate buffer because they are cached: a short string in the shared pool of `Buffer.from` would
 * keep the whole pool alive.
 */
export function encodeListItem(text: string): JsonListItem {
  const following = Buffer.allocUnsafeSlow(1 + Buffer.byteLength(text));
  following.write(',');
  following.write(text, 1);
  const bytes = following.subarray(1);
  return { bytes, following, digest: digestOf(bytes) };
}

/** Wraps bytes that are not JSON. */
export function wrapBytes(source: Uint8Array): JsonChunk {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  return { bytes, digest: digestOf(bytes) };
}

/** JSON in the form in which it is written to a socket. */
export interface EncodedJson {
  /** Consecutive buffers. */
  readonly body: readonly Buffer[];
  /** A hash of the bytes. The hash of a list is computed from those of its items, so that long content is not hashed again. */
  readonly digest: string;
}

/** Encodes JSON as bytes. */
export function encodeJson(json: Json): EncodedJson {
  if (typeof json === 'string') return encodeJson(encodeListItem(json));
  if ('bytes' in json) return { body: [json.bytes], digest: json.digest };
  const [first, ...more] = json;
  if (!first) return encodeJson('[]');
  const body = [opening, first.bytes, ...more.map(({ following }) => following), closing];
  return { body, digest: digestOf(json.map(({ digest }) => digest).join()) };
}

const opening = Buffer.from('[');
const closing = Buffer.from(']');

const digestOf = (data: Buffer | string): string => hash('sha1', data, 'base64url');

/** Returns JSON as a string. */
export function toText(json: Json): string {
  if (typeof json === 'string') return json;
  return 'bytes' in json ? json.bytes.toString() : `[${json.map(toText).join()}]`;
}

/** A value that is already serialized. It cannot be nested in another value; use `joinProperties`. */
export class SerializedJson {
  readonly json: Json;

  constructor(json: Json) {
    this.json = json;
  }

  /** Throws, because `JSON.stringify` would serialize it a second time. */
  toJSON(): never {
    throw new Error('serialized JSON cannot be nested in a value; join it with joinProperties');
  }
}

/** Returns the JSON of a value, which may already be serialized. */
export const serialize = (value: unknown): Json =>
  value instanceof SerializedJson ? value.json : JSON.stringify(value);

/** Returns the JSON of an object whose properties are JSON. Undefined properties are omitted. */
export const joinProperties = (properties: Readonly<Record<string, Json | undefined>>): string =>
  `{${Object.entries(properties)
    .flatMap(([name, json]) => (json === undefined ? [] : [`${JSON.stringify(name)}:${toText(json)}`]))
    .join()}}`;

/** Returns the JSON of an object with one more property, whose value is JSON too. */
export const withProperty = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)}${object === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`;

/** Returns the JSON of a list of values that are JSON. If all of them are encoded, they are not joined. */
export const joinItems = (values: readonly (string | JsonListItem)[]): Json =>
  values.every((value) => typeof value !== 'string') ? values : `[${values.map(toText).join()}]`;
