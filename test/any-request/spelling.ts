// Encodes a request in one of the two spellings, and normalizes responses for comparison.
import { headerPrefix, names, relationPrefix, rootRelation } from '../../contract/names/table.ts';
import type { Received } from './listening-site.ts';
import type { GeneratedRequest, SentRequest } from './requests.ts';

const escapeRegExp = (text: string): string => text.replace(/[/\\^$*+?.()|[\]{}-]/g, '\\$&');

const pairs: readonly (readonly [string, string])[] = [
  ...names,
  ...names.map(([own, compatible]) => [encodeURIComponent(own), encodeURIComponent(compatible)] as const),
];
const counterparts = new Map(
  pairs.flatMap(([own, compatible]) => [[own, compatible] as const, [compatible, own] as const]),
);
const longestFirst = [...counterparts.keys()].sort((a, b) => b.length - a.length);
/** Names of jobs such as `spamfilter:forget-messages`, of which the name of an extension is only a part, are the same in both spellings. */
const namePattern = new RegExp(
  `(?<![A-Za-z0-9_])(?:${longestFirst.map(escapeRegExp).join('|')})(?![A-Za-z0-9_]|\\.com|:[a-z])`,
  'g',
);
/** A pattern that matches the name of the spam filter, in either spelling, at the beginning of an error code. */
const errorCodePattern = /(?<="code":\s*")(?:spamfilter|akismet)(?=_)/g;

/**
 * Replaces every name in a text with its counterpart in the other spelling, even in user content. If the names in a native
 * request are swapped for the compatible mount, and those in the response are swapped back, the response must equal that of
 * the native mount.
 */
export const swapNames = (text: string): string =>
  text
    .replace(namePattern, (name) => counterparts.get(name) ?? name)
    .replace(errorCodePattern, (name) => counterparts.get(name) ?? name);

const [nativeRelation, compatibleRelation] = relationPrefix;
const [nativeHeader, compatibleHeader] = headerPrefix;
const [, compatibleRoot] = rootRelation;

/** Translates the text of a response of the compatible mount to the native spelling. */
export const toNative = (text: string): string =>
  swapNames(text)
    .replaceAll(
      `{"name":"${compatibleRelation}","href":"${compatibleRoot}{rel}"`,
      `{"name":"${nativeRelation}","href":"{curie}"`,
    )
    .replaceAll(`rel="${compatibleRoot}"`, 'rel="cms:root"')
    .replaceAll(`rel=\\"${compatibleRoot}\\"`, 'rel=\\"cms:root\\"')
    .replaceAll('http://site.test/wp-json', 'http://site.test/rest')
    .replaceAll(`${compatibleHeader}`, nativeHeader)
    .replaceAll(`"${compatibleRelation}:`, `"${nativeRelation}:`)
    .replace(/(?<=[?&]_(?:embed|fields)=[^&>]*)\bwp(?=%3A)/g, nativeRelation);

export type Spelling = 'own' | 'compatible';

/** Encodes a generated request in one of the spellings. */
export function encodeRequest(generated: GeneratedRequest, spelling: Spelling): SentRequest {
  const translate = spelling === 'own' ? (text: string) => text : swapNames;
  const { content, values, method, caller } = generated;
  const headers = Object.fromEntries(
    Object.entries(generated.headers).map(([name, value]) => [headerIn(spelling, name), value]),
  );
  const path = translate(generated.path);
  const plain = { method, caller, headers, body: Buffer.alloc(0) };
  const json = { ...headers, 'content-type': 'application/json' };
  switch (content.kind) {
    case 'query':
      return { ...plain, path: values.length > 0 ? `${path}?${asQuery(values, translate)}` : path };
    case 'json':
      return {
        ...plain,
        path,
        headers: json,
        body: Buffer.from(JSON.stringify(translateNames(toObject(values), translate))),
      };
    case 'form':
      return {
        ...{ ...plain, path, body: Buffer.from(asQuery(values, translate)) },
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      };
    case 'batch':
      return {
        ...plain,
        path,
        headers: json,
        body: Buffer.from(JSON.stringify(translateNames(content.batch, translate))),
      };
    case 'broken': {
      const type = content.type === undefined ? {} : { 'content-type': content.type };
      return { ...plain, path, headers: { ...headers, ...type }, body: content.text };
    }
  }
}

const headerIn = (spelling: Spelling, name: string): string =>
  spelling === 'own' ? name : name.replace(new RegExp(`^${nativeHeader}`, 'i'), compatibleHeader);

type Translate = (text: string) => string;

// Object.fromEntries defines properties instead of setting them, so `__proto__` becomes an ordinary property.
const toObject = (values: GeneratedRequest['values']): object => Object.fromEntries(values);

function translateNames(value: unknown, translate: Translate): unknown {
  if (typeof value === 'string') return translate(value);
  if (Array.isArray(value)) return value.map((each) => translateNames(each, translate));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [translate(name), translateNames(each, translate)]),
  );
}

const asQuery = (values: GeneratedRequest['values'], translate: Translate): string =>
  values.flatMap(([name, value]) => pairsOf(translate(name), translateValue(name, value, translate))).join('&');

/** Translates the names in a parameter value, including the prefixes of link relations in `_embed` and `_fields`. */
function translateValue(name: string, value: unknown, translate: Translate): unknown {
  const text = translateNames(value, translate);
  if (translate !== swapNames || typeof text !== 'string' || (name !== '_embed' && name !== '_fields')) return text;
  return text.replace(/\b(cms|wp):/g, (_all, prefix: string) =>
    prefix === nativeRelation ? `${compatibleRelation}:` : `${nativeRelation}:`,
  );
}

function pairsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.slice(0, 300).flatMap((each) => pairsOf(`${name}[]`, each));
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, each]) => pairsOf(`${name}[${key}]`, each));
  return [`${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(value).toWellFormed())}`];
}

const comparedHeaders = [
  'x-cms-total',
  'x-cms-totalpages',
  'x-cms-credential',
  'link',
  'location',
  'allow',
  'cache-control',
];

/** Returns the parts of a response that must be equal in both spellings, with placeholders for random and measured values. */
export function comparable({ status, headers, text }: Received): object {
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers)
        .map(([name, value]) => [name.toLowerCase(), withoutRandomValues(value)] as const)
        .filter(([name]) => comparedHeaders.includes(name)),
    ),
    body: text === '' ? '' : JSON.parse(withoutRandomValues(JSON.stringify(JSON.parse(text))) ?? ''),
  };
}

const withoutRandomValues = (text: string | undefined): string | undefined =>
  text
    ?.replaceAll('http://site.test/rest/docs/relations/{rel}', '{curie}')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{uuid}')
    .replace(/\d+ (ms|seconds apart)|[\d.]+ [KMG]?B are free[^.]*/g, '{measured}')
    .replace(/("(?:size|debug)":)"[\d.]+ [KMG]?B( \(\d+ bytes\))?"|("raw":)\d+/g, '$1$3"{measured}"')
    .replace(/(secret=(?:\\")?)\w{10}/g, '$1{lot}')
    // Migrations record the real time, and ETags of responses within a response depend on their bytes.
    .replace(/"(applied|ETag)":"[^"\\]*(?:\\"[^"\\]*)*"/g, '"$1":"{measured}"')
    .replace(/preview_nonce=\w+/g, 'preview_nonce={sign}')
    .replace(/design_preview=\w+/g, 'design_preview={token}')
    .replace(/"Server-Timing":"[^"]*"/g, '"Server-Timing":"{times}"')
    .replace(/"password":"[A-Za-z0-9 ]{24,30}"/g, '"password":"{secret}"');
