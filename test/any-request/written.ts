// A request written down in one of the two dialects, and an answer brought into a form in which two can be compared.
import { listingParameters, namingMembers, toCompatible } from '../../server/edge/dialect/words.ts';
import type { Received } from './listening-site.ts';
import type { Sent, Wanted } from './requests.ts';

export type Dialect = 'own' | 'compatible';

/** The request as it is sent in the names of a dialect. */
export function write(wanted: Wanted, dialect: Dialect): Sent {
  const say = dialect === 'own' ? (text: string) => text : toCompatible;
  const { content, values, method, person } = wanted;
  const headers = Object.fromEntries(Object.entries(wanted.headers).map(([name, value]) => [say(name), value]));
  const path = say(wanted.path);
  const plain = { method, person, headers, body: Buffer.alloc(0) };
  const json = { ...headers, 'content-type': 'application/json' };
  switch (content.kind) {
    case 'query':
      return { ...plain, path: values.length > 0 ? `${path}?${asQuery(values, say)}` : path };
    case 'json':
      return { ...plain, path, headers: json, body: Buffer.from(JSON.stringify(named(membersOf(values), '', say))) };
    case 'form':
      return {
        ...{ ...plain, path, body: Buffer.from(asQuery(values, say)) },
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      };
    case 'batch':
      return { ...plain, path, headers: json, body: Buffer.from(JSON.stringify(named(content.batch, '', say))) };
    case 'broken': {
      const type = content.type === undefined ? {} : { 'content-type': content.type };
      return { ...plain, path, headers: { ...headers, ...type }, body: content.text };
    }
  }
}

type Say = (text: string) => string;

// Defined, not set: a member may be named `__proto__`.
const membersOf = (values: Wanted['values']): object => Object.fromEntries(values);

/** Names and what consists of names, as `server/edge/dialect/hear.ts` looks for them. */
function named(value: unknown, member: string, say: Say): unknown {
  if (typeof value === 'string') return listingParameters.has(member) || namingMembers.has(member) ? say(value) : value;
  if (Array.isArray(value)) return value.map((each) => named(each, member, say));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [say(name), named(each, name, say)]));
}

const asQuery = (values: Wanted['values'], say: Say): string =>
  values
    .flatMap(([name, value]) => pairs(say(name), listingParameters.has(name) ? say(String(value)) : value))
    .join('&');

function pairs(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 300).flatMap((each) => pairs(`${name}[]`, each));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => pairs(`${name}[${key}]`, each));
  return [`${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(value).toWellFormed())}`];
}

const compared = ['x-wp-total', 'x-wp-totalpages', 'x-wp-credential', 'link', 'location', 'allow', 'cache-control'];

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
    ?.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{uuid}')
    .replace(/\d+ (ms|seconds apart)|[\d.]+ [KMG]?B are free[^.]*/g, '{measured}')
    .replace(/("(?:size|debug)":)"[\d.]+ [KMG]?B( \(\d+ bytes\))?"|("raw":)\d+/g, '$1$3"{measured}"')
    .replace(/(secret=(?:\\")?)\w{10}/g, '$1{lot}')
    .replace(/preview_nonce=\w+/g, 'preview_nonce={sign}')
    .replace(/"Server-Timing":"[^"]*"/g, '"Server-Timing":"{times}"')
    .replace(/"password":"[A-Za-z0-9 ]{24,30}"/g, '"password":"{secret}"');
