// JSON that is written already, as text or as bytes, so that what was written once is not written again.
import { hash } from 'node:crypto';

/** A piece of JSON as bytes, with what tells it from others. */
export interface Piece {
  readonly bytes: Buffer;
  /** A hash of the bytes. */
  readonly digest: string;
}

/** JSON as it is sent: text, or pieces one after the other. */
export type Json = string | readonly Piece[];

/**
 * A text as a piece. Its bytes have memory of their own: pieces are kept, and `Buffer.from` cuts short texts out of slabs
 * that a single one would hold whole.
 */
export function pieceOf(text: string): Piece {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return { bytes, digest: digestOf(bytes) };
}

/** Bytes that are no JSON as a piece. */
export function pieceOfBytes(source: Uint8Array): Piece {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  return { bytes, digest: digestOf(bytes) };
}

/** JSON as pieces. */
export const piecesOf = (json: Json): readonly Piece[] => (typeof json === 'string' ? [pieceOf(json)] : json);

/** The strong validator of what is sent (RFC 9110 §8.8.3). Made of the pieces' hashes, so that nothing long is read again. */
export const etagOf = (pieces: readonly Piece[]): string =>
  `"${pieces.length === 1 ? pieces[0]?.digest : digestOf(pieces.map(({ digest }) => digest).join())}"`;

const digestOf = (data: Buffer | string): string => hash('sha1', data, 'base64url');

/** JSON as text. */
export const textOf = (json: Json | Piece): string =>
  typeof json === 'string' ? json : 'bytes' in json ? json.bytes.toString() : json.map(textOf).join('');

/** A value that is JSON already, where others are still to become it. */
export class Written {
  readonly json: Json;

  constructor(json: Json) {
    this.json = json;
  }

  /** Where it is a part of something larger it is read again. */
  toJSON(): unknown {
    return JSON.parse(textOf(this.json));
  }
}

/** The JSON of a value, whether it is written already or not. */
export const jsonOf = (value: unknown): Json => (value instanceof Written ? value.json : JSON.stringify(value));

/** The JSON of an object with one more member at its end, given as JSON too. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)}${object === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`;

const opening = pieceOf('[');
const comma = pieceOf(',');
const closing = pieceOf(']');

/** The JSON of a list of values that are JSON; pieces where all of them are. */
export function listOf(values: readonly (string | Piece)[]): Json {
  const pieces = values.filter((value): value is Piece => typeof value !== 'string');
  if (pieces.length < values.length) {
    return `[${values.map(textOf).join()}]`;
  }
  return [opening, ...pieces.flatMap((piece, at) => (at === 0 ? [piece] : [comma, piece])), closing];
}
