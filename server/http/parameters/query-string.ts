// Parses query strings and urlencoded bodies, whose names may have brackets (protocol.md §3.2), and writes query strings (§10).
import { ApiError } from '../../api-error.ts';
import { runSync } from '../../workers/steps.ts';

const maxDepth = 16;
const maxPairs = 2000;

/** The error for a query or form with more than 2000 pairs or more than 16 levels (400 `rest_too_many_parameters`). */
export class TooManyParameters extends ApiError {
  constructor() {
    super(
      'rest_too_many_parameters',
      400,
      `A request may have at most ${maxPairs} parameters, nested at most ${maxDepth} levels deep.`,
    );
  }
}

/** A bracketed name while it is parsed: its properties in submitted order, and the index that the next `[]` gets. */
interface Branch {
  readonly properties: Map<string, Branch | string>;
  next: number;
}

const branch = (): Branch => ({ properties: new Map(), next: 0 });

/**
 * Parses a query string or urlencoded body (protocol.md §3.2).
 *
 * `a[]=`, `a[0]=` and `a[7]=` create arrays, `a[k]=` creates an object, brackets nest, and the last value of a repeated name wins.
 * Objects have no prototype. Percent signs without two hexadecimal digits are preserved; octets that are not UTF-8 become U+FFFD.
 *
 * Throws TooManyParameters. Accepts any other string.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const root = branch();
  for (const pair of splitPairs(text)) {
    const [name, value] = splitPair(pair);
    add(root, decode(name), decode(value));
  }
  return asObject(root);
}

/** Does the same as `parseQuery`, in steps between which the event loop may run. */
export function* parseQueryInSteps(text: string): Generator<void, Record<string, unknown>> {
  const root = branch();
  for (const pair of splitPairs(text)) {
    const [name, value] = splitPair(pair);
    add(root, yield* decodeInSteps(name), yield* decodeInSteps(value));
  }
  return asObject(root);
}

/** Returns the encoded pairs of a query. Throws TooManyParameters. */
function splitPairs(text: string): string[] {
  const pairs: string[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('&', start);
    const end = found === -1 ? text.length : found;
    if (end > start && pairs.push(text.slice(start, end)) > maxPairs) throw new TooManyParameters();
    start = text[end + 1] === '&' ? endOfSeparators(text, end) : end + 1;
  }
  return pairs;
}

const separators = /&+/y;

/** Returns the index after a run of separators. A body may have millions of them, which a regular expression skips quickly. */
function endOfSeparators(text: string, start: number): number {
  separators.lastIndex = start;
  separators.test(text);
  return separators.lastIndex;
}

/** Returns both sides of the first `=` of a pair. */
function splitPair(pair: string): readonly [name: string, value: string] {
  const equals = pair.indexOf('=');
  return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
}

function add(root: Branch, name: string, value: string): void {
  if (name === '') return;
  const keys = keysOf(name);
  const last = keys.pop() ?? '';
  let parent = root;
  for (const key of keys) parent = descend(parent, key);
  parent.properties.set(resolveIndex(parent, last), value);
}

/** Maximum encoded length, in characters, of the name of a parameter of this service. */
const maxNameLength = 200;

/** Does the same as `parseQuery` for the pairs of one parameter. The other values are not decoded. */
export const parseNamed = (text: string, requestedName: string): Record<string, unknown> =>
  parseQuery(
    splitPairs(text)
      .filter((pair) => splitPair(pair)[0].length <= maxNameLength && outermostName(pair) === requestedName)
      .join('&'),
  );

/** Returns the name of a pair without its brackets: `a` for `a[b][]=1`. */
export const outermostName = (pair: string): string => keysOf(decode(splitPair(pair)[0]))[0] ?? '';

// `a[b][]` becomes ['a', 'b', '']. Text after a bracket is dropped; a name whose first bracket is not closed is not split.
function keysOf(name: string): string[] {
  let open = name.indexOf('[');
  if (open < 1 || name.indexOf(']', open) === -1) return [name];
  const keys = [name.slice(0, open)];
  while (name[open] === '[') {
    const close = name.indexOf(']', open);
    if (close === -1) break;
    if (keys.length > maxDepth) throw new TooManyParameters();
    keys.push(name.slice(open + 1, close));
    open = close + 1;
  }
  return keys;
}

function descend(parent: Branch, key: string): Branch {
  const name = resolveIndex(parent, key);
  const existing = parent.properties.get(name);
  if (existing !== undefined && typeof existing !== 'string') return existing;
  const created = branch();
  parent.properties.set(name, created);
  return created;
}

const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;

// An empty bracket gets the index after the highest one.
function resolveIndex(parent: Branch, key: string): string {
  const name = key === '' ? String(parent.next) : key;
  if (wholeNumber.test(name)) parent.next = Math.max(parent.next, Number(name) + 1);
  return name;
}

function asObject({ properties }: Branch): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  for (const [name, node] of properties) object[name] = asValue(node);
  return object;
}

function asValue(node: Branch | string): unknown {
  if (typeof node === 'string') return node;
  const isList = node.properties.keys().every((name) => wholeNumber.test(name));
  return isList ? Array.from(node.properties.values(), asValue) : asObject(node);
}

/** Length, in characters, above which strings are decoded byte by byte, in time that does not depend on their content. */
const LONG = 4096;

const decode = (text: string): string => (text.length > LONG ? runSync(decodeInSteps(text)) : decodeShort(text));

function decodeShort(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  return spaced.replace(/(?:%[\da-fA-F]{2})+/g, (octets) =>
    Buffer.from(octets.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** Number of bytes decoded in one step, which takes about 5 ms. */
const stepBytes = 512 * 1024;

function* decodeInSteps(text: string): Generator<void, string> {
  if (text.length <= LONG) return decodeShort(text);
  const bytes = Buffer.from(text);
  let length = 0;
  let nextStep = stepBytes;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= nextStep) {
      nextStep = at + stepBytes;
      yield;
    }
    const byte = bytes[at] ?? 0;
    const octet = byte === 0x25 ? octetOf(bytes[at + 1], bytes[at + 2]) : -1;
    if (octet >= 0) at += 2;
    bytes[length] = octet >= 0 ? octet : byte === 0x2b ? 0x20 : byte;
    length += 1;
  }
  return bytes.toString('utf8', 0, length);
}

const octetOf = (high = 0, low = 0): number => {
  const one = digits[high] ?? -1;
  const other = digits[low] ?? -1;
  return one < 0 || other < 0 ? -1 : 16 * one + other;
};

/** The value of a hexadecimal digit by its character code; negative for other characters. */
const digits = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

/**
 * Returns the query of a paging link (protocol.md §10): spaces become `+`, arrays get indexes, the order is that of the record.
 *
 * `true` becomes 1 and `false` 0; null and the empty string are written as a bare name (posts-and-pages.md §14); undefined and empty
 * arrays are omitted.
 */
export function writeQuery(record: Readonly<Record<string, unknown>>): string {
  return Object.entries(record)
    .flatMap(([name, value]) => pairs(name, value))
    .join('&');
}

function pairs(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner));
  const text = formatValue(value);
  return [text === '' ? encode(name) : `${encode(name)}=${encode(text)}`];
}

function formatValue(value: unknown): string {
  if (value === null) return '';
  // The reference service omits the value of `false`, and then rejects the link that it has created. 0 is accepted as false.
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

const unreserved = /^[\w.-]*$/;

function encode(text: string): string {
  if (unreserved.test(text)) return text;
  // Lone surrogates have no octets; encodeURIComponent would throw on them.
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
