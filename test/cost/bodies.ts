// Bodies that may be dear to read, whatever is asked for in them: deep, wide, or of many parts.
import { boundary } from '../media-site.ts';

/** A body with its type. */
export interface TypedBody {
  readonly name: string;
  readonly type: string;
  readonly make: (bytes: number) => Buffer;
}

/** Just below the largest body that the service reads. */
export const largestBytes = 4_100_000;

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = `multipart/form-data; boundary=${boundary}`;

const filled = (unit: string, bytes: number, before = '', after = ''): Buffer =>
  Buffer.from(
    before + unit.repeat(Math.max(1, Math.floor((bytes - before.length - after.length) / unit.length))) + after,
  );

/** So many numbered pieces as have room. */
function numbered(write: (n: number) => string, bytes: number, before: string, after: string): Buffer {
  const pieces = [before];
  for (let n = 0, size = before.length + after.length; size < bytes; n += 1) {
    const piece = write(n);
    pieces.push(piece);
    size += piece.length;
  }
  return Buffer.from(pieces.join('') + after);
}

const part = (name: string, file = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\nx\r\n`;

const closing = `--${boundary}--\r\n`;

export const typedBodies: readonly TypedBody[] = [
  { name: 'JSON of nested lists', type: json, make: (bytes) => filled('[', bytes) },
  { name: 'JSON of nested objects', type: json, make: (bytes) => filled('{"a":', bytes) },
  {
    name: 'JSON of nested lists, closed',
    type: json,
    make: (bytes) => Buffer.from('['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  },
  {
    name: 'JSON of many lists 400 deep',
    type: json,
    make: (bytes) => filled(`${'['.repeat(400)}${']'.repeat(400)},`, bytes, '{"a":[', '1]}'),
  },
  { name: 'JSON of many properties', type: json, make: (bytes) => numbered((n) => `"p${n}":1,`, bytes, '{', '"z":1}') },
  {
    name: 'JSON of one property again and again',
    type: json,
    make: (bytes) => filled('"title":"x",', bytes, '{', '"z":1}'),
  },
  {
    name: 'JSON of many meta fields',
    type: json,
    make: (bytes) => numbered((n) => `"p${n}":"x",`, bytes, '{"title":"x","meta":{', '"z":"x"}}'),
  },
  { name: 'JSON of many numbers', type: json, make: (bytes) => filled('1,', bytes, '{"include":[', '1]}') },
  { name: 'JSON of many empty objects', type: json, make: (bytes) => filled('{},', bytes, '{"include":[', '1]}') },
  { name: 'JSON of one text', type: json, make: (bytes) => filled('x', bytes, '{"slug":"', '"}') },
  { name: 'JSON of one list in words', type: json, make: (bytes) => filled('1,', bytes, '{"include":"', '1"}') },
  { name: 'JSON of escapes', type: json, make: (bytes) => filled('\\u00e9', bytes, '{"title":"', '"}') },
  { name: 'JSON that ends early', type: json, make: (bytes) => filled('{"a":1},', bytes, '[') },
  { name: 'JSON of spaces', type: json, make: (bytes) => filled(' ', bytes) },
  { name: 'a form of many fields', type: form, make: (bytes) => numbered((n) => `p${n}=x&`, bytes, '', 'z=1') },
  { name: 'a form of one list', type: form, make: (bytes) => filled('a[]=1&', bytes) },
  { name: 'a form of nested fields', type: form, make: (bytes) => filled('[a]', bytes, 'a', '=1') },
  {
    name: 'a form of many nested fields',
    type: form,
    make: (bytes) => numbered((n) => `a[${n}][b][c]=1&`, bytes, '', 'z=1'),
  },
  { name: 'a form of escapes', type: form, make: (bytes) => filled('%C3%A9', bytes, 'title=') },
  { name: 'a form of separators', type: form, make: (bytes) => filled('&', bytes) },
  { name: 'a form of one broken escape after the other', type: form, make: (bytes) => filled('%zz', bytes, 'title=') },
  {
    name: 'multipart of many fields',
    type: multipart,
    make: (bytes) => numbered((n) => part(`p${n}`), bytes, '', closing),
  },
  {
    name: 'multipart of many files',
    type: multipart,
    make: (bytes) => numbered((n) => part('file', `f${n}.txt`), bytes, '', closing),
  },
  {
    name: 'multipart of one long field',
    type: multipart,
    make: (bytes) =>
      Buffer.concat([Buffer.from(part('title').slice(0, -3)), filled('x', bytes), Buffer.from(`\r\n${closing}`)]),
  },
  {
    name: 'multipart of near boundaries',
    type: multipart,
    make: (bytes) => filled(`\r\n--${boundary.slice(0, -1)}`, bytes, part('title').slice(0, -3), `\r\n${closing}`),
  },
  { name: 'multipart of a long header', type: multipart, make: (bytes) => filled('x', bytes, `--${boundary}\r\nX: `) },
  { name: 'bytes of no type that is read', type: 'application/octet-stream', make: (bytes) => filled('x', bytes) },
];
