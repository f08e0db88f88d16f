// Query strings and urlencoded bodies, whose names may carry brackets (protocol.md §3.2), and their writing (§10).
import { Refusal } from '../../refusal.ts';
import { runAtOnce } from '../../workers/steps.ts';

const deepest = 16;
const most = 2000;

/** A query or form with more than 2000 pairs or names nested deeper than 16 (400 `rest_too_many_parameters`). */
export class TooManyParameters extends Refusal {
  constructor() {
    super('rest_too_many_parameters', 400, `A request has at most ${most} parameters, nested at most ${deepest} deep.`);
  }
}

/** A bracketed name while it is read: members in the order given, and the number the next `[]` gets. */
interface Branch {
  readonly members: Map<string, Branch | string>;
  next: number;
}

const branch = (): Branch => ({ members: new Map(), next: 0 });

/**
 * The names and values of a query string or urlencoded body (protocol.md §3.2).
 *
 * `a[]=`, `a[0]=` and `a[7]=` make lists, `a[k]=` an object, brackets nest; a repeated name keeps the last. Objects have
 * no prototype. Percent signs without two digits stay as they are, octets that are not UTF-8 become U+FFFD.
 * Throws TooManyParameters; any other text is read.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const root = branch();
  for (const pair of pairsOf(text)) {
    const [name, value] = sidesOf(pair);
    add(root, decode(name), decode(value));
  }
  return asObject(root);
}

/** As `parseQuery`, in steps between which others may have their turn. */
export function* parseQueryInSteps(text: string): Generator<void, Record<string, unknown>> {
  const root = branch();
  for (const pair of pairsOf(text)) {
    const [name, value] = sidesOf(pair);
    add(root, yield* decodeInSteps(name), yield* decodeInSteps(value));
  }
  return asObject(root);
}

/** The pairs of a query as they were sent. Throws TooManyParameters. */
function pairsOf(text: string): string[] {
  const pairs: string[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('&', start);
    const end = found === -1 ? text.length : found;
    if (end > start && pairs.push(text.slice(start, end)) > most) throw new TooManyParameters();
    start = text[end + 1] === '&' ? endOfSeparators(text, end) : end + 1;
  }
  return pairs;
}

const separators = /&+/y;

/** Returns the index where a run of separators ends. A body may have millions, which a regular expression skips quickly. */
function endOfSeparators(text: string, start: number): number {
  separators.lastIndex = start;
  separators.test(text);
  return separators.lastIndex;
}

/** Returns both sides of the first `=` of a pair. */
function sidesOf(pair: string): readonly [name: string, value: string] {
  const equals = pair.indexOf('=');
  return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
}

function add(root: Branch, name: string, value: string): void {
  if (name === '') return;
  const keys = keysOf(name);
  const last = keys.pop() ?? '';
  let place = root;
  for (const key of keys) place = descend(place, key);
  place.members.set(numbered(place, last), value);
}

/** Longer names, encoded, are none that this service has. Characters. */
const maxName = 200;

/** As `parseQuery`, of the pairs alone that give a value to one name; no other is decoded, however long. */
export const parseNamed = (text: string, wanted: string): Record<string, unknown> =>
  parseQuery(
    pairsOf(text)
      .filter((pair) => sidesOf(pair)[0].length <= maxName && outermostName(pair) === wanted)
      .join('&'),
  );

/** The name that a pair of a query gives a value to, without what is in brackets behind it: `a` of `a[b][]=1`. */
export const outermostName = (pair: string): string => keysOf(decode(sidesOf(pair)[0]))[0] ?? '';

// `a[b][]` is ['a', 'b', '']. What follows a bracket and is none is dropped; a name whose first bracket is not closed is plain.
function keysOf(name: string): string[] {
  let open = name.indexOf('[');
  if (open < 1 || name.indexOf(']', open) === -1) return [name];
  const keys = [name.slice(0, open)];
  while (name[open] === '[') {
    const close = name.indexOf(']', open);
    if (close === -1) break;
    if (keys.length > deepest) throw new TooManyParameters();
    keys.push(name.slice(open + 1, close));
    open = close + 1;
  }
  return keys;
}

function descend(place: Branch, key: string): Branch {
  const name = numbered(place, key);
  const there = place.members.get(name);
  if (there !== undefined && typeof there !== 'string') return there;
  const made = branch();
  place.members.set(name, made);
  return made;
}

const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/;

// An empty bracket takes the number after the highest one.
function numbered(place: Branch, key: string): string {
  const name = key === '' ? String(place.next) : key;
  if (wholeNumber.test(name)) place.next = Math.max(place.next, Number(name) + 1);
  return name;
}

function asObject({ members }: Branch): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  for (const [name, member] of members) object[name] = asValue(member);
  return object;
}

function asValue(member: Branch | string): unknown {
  if (typeof member === 'string') return member;
  const isList = member.members.keys().every((name) => wholeNumber.test(name));
  return isList ? Array.from(member.members.values(), asValue) : asObject(member);
}

/** From how many characters on a text is decoded byte by byte, which costs the same whatever is in it. */
const LONG = 4096;

const decode = (text: string): string => (text.length > LONG ? runAtOnce(decodeInSteps(text)) : decodeShort(text));

function decodeShort(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  return spaced.replace(/(?:%[\da-fA-F]{2})+/g, (octets) =>
    Buffer.from(octets.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** How much of a text is decoded in one step. Bytes: about 5 ms. */
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

/** The value of a hexadecimal digit by its code; negative where it is none. */
const digits = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

/**
 * The query of a paging link (protocol.md §10): blanks as `+`, lists with their indexes, in the order of the record.
 *
 * `true` is 1; `false`, null and the empty text lose their value and keep their name (posts-and-pages.md §14); what is
 * undefined and empty lists are left out.
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
  const text = textOf(value);
  return [text === '' ? encode(name) : `${encode(name)}=${encode(text)}`];
}

function textOf(value: unknown): string {
  if (value === null) return '';
  // The reference drops the value of a false one, and following its link is then refused; 0 is false too.
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

const plain = /^[\w.-]*$/;

function encode(text: string): string {
  if (plain.test(text)) return text;
  // Lone surrogates have no octets; encodeURIComponent would throw on them.
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
