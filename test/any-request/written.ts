// A request written down in one of the two spellings, and a response brought into a form in which two can be compared.
import { headerPrefix, names, relationPrefix, rootRelation } from '../../contract/names/table.ts';
import type { Received } from './listening-site.ts';
import type { Sent, Wanted } from './requests.ts';

const escaped = (text: string): string => text.replace(/[/\\^$*+?.()|[\]{}-]/g, '\\$&');

const pairs: readonly (readonly [string, string])[] = [
  ...names,
  ...names.map(([own, compatible]) => [encodeURIComponent(own), encodeURIComponent(compatible)] as const),
];
const swapped = new Map(pairs.flatMap(([own, compatible]) => [[own, compatible] as const, [compatible, own] as const]));
const longestFirst = [...swapped.keys()].sort((a, b) => b.length - a.length);
const anyName = new RegExp(`(?<![A-Za-z0-9_])(?:${longestFirst.map(escaped).join('|')})(?![A-Za-z0-9_]|\\.com)`, 'g');
/** Extensions' error codes begin with their names. */
const anyCode = /(?<="code":\s*")(?:spamfilter|akismet)(?=_)/g;

/**
 * Every name in a text in the other spelling, whether it is meant as one or is somebody's text. What is sent to one mount swapped
 * and comes back swapped again must be what another site says in the spelling that was not swapped.
 */
export const swapNames = (text: string): string =>
  text.replace(anyName, (name) => swapped.get(name) ?? name).replace(anyCode, (name) => swapped.get(name) ?? name);

const [ownRelation, otherRelation] = relationPrefix;
const [ownHeader, otherHeader] = headerPrefix;
const [, otherRoot] = rootRelation;

/** A response of the compatible mount as the own mount has it. */
export const asOwn = (text: string): string =>
  swapNames(text)
    .replaceAll(`{"name":"${otherRelation}","href":"${otherRoot}{rel}"`, `{"name":"${ownRelation}","href":"{curie}"`)
    .replaceAll(`rel="${otherRoot}"`, 'rel="cms:root"')
    .replaceAll(`rel=\\"${otherRoot}\\"`, 'rel=\\"cms:root\\"')
    .replaceAll('http://site.test/wp-json', 'http://site.test/rest')
    .replaceAll(`${otherHeader}`, ownHeader)
    .replaceAll(`"${otherRelation}:`, `"${ownRelation}:`)
    .replace(/(?<=[?&]_(?:embed|fields)=[^&>]*)\bwp(?=%3A)/g, ownRelation);

export type Spelled = 'own' | 'compatible';

/** The request as it is sent in a spelling. */
export function write(wanted: Wanted, spelled: Spelled): Sent {
  const say = spelled === 'own' ? (text: string) => text : swapNames;
  const { content, values, method, person } = wanted;
  const headers = Object.fromEntries(
    Object.entries(wanted.headers).map(([name, value]) => [headerIn(spelled, name), value]),
  );
  const path = say(wanted.path);
  const plain = { method, person, headers, body: Buffer.alloc(0) };
  const json = { ...headers, 'content-type': 'application/json' };
  switch (content.kind) {
    case 'query':
      return { ...plain, path: values.length > 0 ? `${path}?${asQuery(values, say)}` : path };
    case 'json':
      return { ...plain, path, headers: json, body: Buffer.from(JSON.stringify(named(membersOf(values), say))) };
    case 'form':
      return {
        ...{ ...plain, path, body: Buffer.from(asQuery(values, say)) },
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      };
    case 'batch':
      return { ...plain, path, headers: json, body: Buffer.from(JSON.stringify(named(content.batch, say))) };
    case 'broken': {
      const type = content.type === undefined ? {} : { 'content-type': content.type };
      return { ...plain, path, headers: { ...headers, ...type }, body: content.text };
    }
  }
}

const headerIn = (spelled: Spelled, name: string): string =>
  spelled === 'own' ? name : name.replace(new RegExp(`^${ownHeader}`, 'i'), otherHeader);

type Say = (text: string) => string;

// Defined, not set: a member may be named `__proto__`.
const membersOf = (values: Wanted['values']): object => Object.fromEntries(values);

function named(value: unknown, say: Say): unknown {
  if (typeof value === 'string') return say(value);
  if (Array.isArray(value)) return value.map((each) => named(each, say));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [say(name), named(each, say)]));
}

const asQuery = (values: Wanted['values'], say: Say): string =>
  values.flatMap(([name, value]) => pairsOf(say(name), spelledValue(name, value, say))).join('&');

/** Relations are named in `_embed` and below `_links` in `_fields`. */
function spelledValue(name: string, value: unknown, say: Say): unknown {
  const text = named(value, say);
  if (say !== swapNames || typeof text !== 'string' || (name !== '_embed' && name !== '_fields')) return text;
  return text.replace(/\b(cms|wp):/g, (_all, prefix: string) =>
    prefix === ownRelation ? `${otherRelation}:` : `${ownRelation}:`,
  );
}

function pairsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 300).flatMap((each) => pairsOf(`${name}[]`, each));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => pairsOf(`${name}[${key}]`, each));
  return [`${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(value).toWellFormed())}`];
}

const compared = ['x-cms-total', 'x-cms-totalpages', 'x-cms-credential', 'link', 'location', 'allow', 'cache-control'];

/** What two answers must have in common; what is drawn by lot or measured is left out. */
export function comparable({ status, headers, text }: Received): object {
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers)
        .map(([name, value]) => [name.toLowerCase(), withoutLots(value)] as const)
        .filter(([name]) => compared.includes(name)),
    ),
    body: text === '' ? '' : JSON.parse(withoutLots(JSON.stringify(JSON.parse(text))) ?? ''),
  };
}

const withoutLots = (text: string | undefined): string | undefined =>
  text
    ?.replaceAll('http://site.test/rest/docs/relations/{rel}', '{curie}')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{uuid}')
    .replace(/\d+ (ms|seconds apart)|[\d.]+ [KMG]?B are free[^.]*/g, '{measured}')
    .replace(/("(?:size|debug)":)"[\d.]+ [KMG]?B( \(\d+ bytes\))?"|("raw":)\d+/g, '$1$3"{measured}"')
    .replace(/(secret=(?:\\")?)\w{10}/g, '$1{lot}')
    .replace(/preview_nonce=\w+/g, 'preview_nonce={sign}')
    .replace(/"Server-Timing":"[^"]*"/g, '"Server-Timing":"{times}"')
    .replace(/"password":"[A-Za-z0-9 ]{24,30}"/g, '"password":"{secret}"');
