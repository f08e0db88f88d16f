// Generates request bodies that may be expensive to parse: deeply nested, wide, or with many parts.
import { boundary } from '../media-site.ts';

/** A generator of bodies of any size, with their content type. */
export interface TypedBody {
  readonly name: string;
  readonly type: string;
  readonly make: (bytes: number) => Buffer;
}

/** Size of the largest bodies, in bytes. It is slightly less than the service accepts. */
export const maxBodyBytes = 4_100_000;

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = `multipart/form-data; boundary=${boundary}`;

const repeatUnit = (unit: string, bytes: number, before = '', after = ''): Buffer =>
  Buffer.from(
    before + unit.repeat(Math.max(1, Math.floor((bytes - before.length - after.length) / unit.length))) + after,
  );

/** Concatenates numbered fragments until the result has at least `bytes` bytes. */
function numberedFragments(write: (n: number) => string, bytes: number, before: string, after: string): Buffer {
  const fragments = [before];
  for (let n = 0, size = before.length + after.length; size < bytes; n += 1) {
    const fragment = write(n);
    fragments.push(fragment);
    size += fragment.length;
  }
  return Buffer.from(fragments.join('') + after);
}

const formPart = (name: string, file = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\nx\r\n`;

const closing = `--${boundary}--\r\n`;

export const typedBodies: readonly TypedBody[] = [
  { name: 'JSON of nested lists', type: json, make: (bytes) => repeatUnit('[', bytes) },
  { name: 'JSON of nested objects', type: json, make: (bytes) => repeatUnit('{"a":', bytes) },
  {
    name: 'JSON of nested lists, closed',
    type: json,
    make: (bytes) => Buffer.from('['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  },
  {
    name: 'JSON of many lists 400 deep',
    type: json,
    make: (bytes) => repeatUnit(`${'['.repeat(400)}${']'.repeat(400)},`, bytes, '{"a":[', '1]}'),
  },
  {
    name: 'JSON of many properties',
    type: json,
    make: (bytes) => numberedFragments((n) => `"p${n}":1,`, bytes, '{', '"z":1}'),
  },
  {
    name: 'JSON of one repeated property',
    type: json,
    make: (bytes) => repeatUnit('"title":"x",', bytes, '{', '"z":1}'),
  },
  {
    name: 'JSON of many meta fields',
    type: json,
    make: (bytes) => numberedFragments((n) => `"p${n}":"x",`, bytes, '{"title":"x","meta":{', '"z":"x"}}'),
  },
  { name: 'JSON of many numbers', type: json, make: (bytes) => repeatUnit('1,', bytes, '{"include":[', '1]}') },
  { name: 'JSON of many empty objects', type: json, make: (bytes) => repeatUnit('{},', bytes, '{"include":[', '1]}') },
  { name: 'JSON of one long string', type: json, make: (bytes) => repeatUnit('x', bytes, '{"slug":"', '"}') },
  {
    name: 'JSON of one comma-separated list',
    type: json,
    make: (bytes) => repeatUnit('1,', bytes, '{"include":"', '1"}'),
  },
  { name: 'JSON of escapes', type: json, make: (bytes) => repeatUnit('\\u00e9', bytes, '{"title":"', '"}') },
  { name: 'truncated JSON', type: json, make: (bytes) => repeatUnit('{"a":1},', bytes, '[') },
  { name: 'JSON of spaces', type: json, make: (bytes) => repeatUnit(' ', bytes) },
  {
    name: 'a form of many fields',
    type: form,
    make: (bytes) => numberedFragments((n) => `p${n}=x&`, bytes, '', 'z=1'),
  },
  { name: 'a form of one list', type: form, make: (bytes) => repeatUnit('a[]=1&', bytes) },
  { name: 'a form of nested fields', type: form, make: (bytes) => repeatUnit('[a]', bytes, 'a', '=1') },
  {
    name: 'a form of many nested fields',
    type: form,
    make: (bytes) => numberedFragments((n) => `a[${n}][b][c]=1&`, bytes, '', 'z=1'),
  },
  { name: 'a form of escapes', type: form, make: (bytes) => repeatUnit('%C3%A9', bytes, 'title=') },
  { name: 'a form of separators', type: form, make: (bytes) => repeatUnit('&', bytes) },
  { name: 'a form of malformed escapes', type: form, make: (bytes) => repeatUnit('%zz', bytes, 'title=') },
  {
    name: 'multipart of many fields',
    type: multipart,
    make: (bytes) => numberedFragments((n) => formPart(`p${n}`), bytes, '', closing),
  },
  {
    name: 'multipart of many files',
    type: multipart,
    make: (bytes) => numberedFragments((n) => formPart('file', `f${n}.txt`), bytes, '', closing),
  },
  {
    name: 'multipart of one long field',
    type: multipart,
    make: (bytes) =>
      Buffer.concat([
        Buffer.from(formPart('title').slice(0, -3)),
        repeatUnit('x', bytes),
        Buffer.from(`\r\n${closing}`),
      ]),
  },
  {
    name: 'multipart of near boundaries',
    type: multipart,
    make: (bytes) =>
      repeatUnit(`\r\n--${boundary.slice(0, -1)}`, bytes, formPart('title').slice(0, -3), `\r\n${closing}`),
  },
  {
    name: 'multipart of a long header',
    type: multipart,
    make: (bytes) => repeatUnit('x', bytes, `--${boundary}\r\nX: `),
  },
  { name: 'bytes of an unsupported type', type: 'application/octet-stream', make: (bytes) => repeatUnit('x', bytes) },
];
