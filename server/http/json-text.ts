// JSON that is written already, as text or as bytes, so that what was written once is not written again.
import { hash } from 'node:crypto';

/** JSON as bytes, with what tells it from others. */
export interface Piece {
  readonly bytes: Buffer;
  /** A hash of the bytes. */
  readonly digest: string;
}

/** A piece that may stand in lists. */
export interface Item extends Piece {
  /** The bytes as they follow on another item: with a comma before them. */
  readonly following: Buffer;
}

/** JSON as it is sent: text, a piece, or a list of items. */
export type Json = string | Piece | readonly Item[];

/**
 * A text as a piece. Its bytes have memory of their own: pieces are kept, and `Buffer.from` cuts short texts out of slabs
 * that a single one would hold whole.
 */
export function pieceOf(text: string): Item {
  const following = Buffer.allocUnsafeSlow(1 + Buffer.byteLength(text));
  following.write(',');
  following.write(text, 1);
  const bytes = following.subarray(1);
  return { bytes, following, digest: digestOf(bytes) };
}

/** Bytes that are no JSON as a piece. */
export function pieceOfBytes(source: Uint8Array): Piece {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  return { bytes, digest: digestOf(bytes) };
}

/** JSON as it goes through a socket. */
export interface Sent {
  /** Parts that follow each other. */
  readonly body: readonly Buffer[];
  /** A hash of the bytes. That of a list is made of its items' hashes, so that nothing long is read again. */
  readonly digest: string;
}

/** JSON as bytes. */
export function sent(json: Json): Sent {
  if (typeof json === 'string') return sent(pieceOf(json));
  if ('bytes' in json) return { body: [json.bytes], digest: json.digest };
  const [first, ...more] = json;
  if (!first) return sent('[]');
  const body = [opening, first.bytes, ...more.map(({ following }) => following), closing];
  return { body, digest: digestOf(json.map(({ digest }) => digest).join()) };
}

const opening = Buffer.from('[');
const closing = Buffer.from(']');

const digestOf = (data: Buffer | string): string => hash('sha1', data, 'base64url');

/** JSON as text. */
export function textOf(json: Json): string {
  if (typeof json === 'string') return json;
  return 'bytes' in json ? json.bytes.toString() : `[${json.map(textOf).join()}]`;
}

/** A value that is JSON already, where others are still to become it. It is no part of another value: see `objectOf`. */
export class Written {
  readonly json: Json;

  constructor(json: Json) {
    this.json = json;
  }

  /** Throws, because `JSON.stringify` could only write it a second time. */
  toJSON(): never {
    throw new Error('a value holds what is JSON already; it is joined by objectOf');
  }
}

/** Returns the JSON of a value, whether it is written already or not. */
export const jsonOf = (value: unknown): Json => (value instanceof Written ? value.json : JSON.stringify(value));

/** Returns the JSON of an object whose properties are JSON; those that are undefined are left out. */
export const objectOf = (properties: Readonly<Record<string, Json | undefined>>): string =>
  `{${Object.entries(properties)
    .flatMap(([name, json]) => (json === undefined ? [] : [`${JSON.stringify(name)}:${textOf(json)}`]))
    .join()}}`;

/** The JSON of an object with one more member at its end, given as JSON too. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)}${object === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`;

/** The JSON of a list of values that are JSON; items where all of them are. */
export const listOf = (values: readonly (string | Item)[]): Json =>
  values.every((value) => typeof value !== 'string') ? values : `[${values.map(textOf).join()}]`;
