// Defines the two spellings of the contract's names: the native one, and the one that existing clients use.
import { headerPrefix, names, relationPrefix, rootRelation } from './table.ts';

/** A spelling of the contract's names, with functions that translate native names into it and back. */
export interface Spelling {
  readonly id: 'native' | 'compatible';
  /** Whether the contract's declarations use this spelling. */
  readonly isNative: boolean;
  /** The path of the mount that uses this spelling, below the site URL. */
  readonly restPath: string;
  /**
   * Converts a native name to this spelling, and a name in this spelling to the native one. Strings that are not complete names are
   * returned unchanged. Applying the function twice returns the original string.
   */
  name(text: string): string;
  /** Converts a native name to this spelling. Other strings are returned unchanged, including names that are already in this spelling. */
  encode(text: string): string;
  /** Converts the names in a path below the REST root, and in its query, between the native spelling and this one, in both directions. */
  path(text: string): string;
  /** Converts a native link relation to this spelling. */
  relation(rel: string): string;
  /** Converts the native name of a response header to this spelling. */
  header(name: string): string;
  /** Adds the native names of request headers that use this spelling. Names must be in lower case. */
  requestHeaders<V>(headers: Readonly<Record<string, V>>): Readonly<Record<string, V>>;
  /** Converts a native error code to this spelling: only the name of an extension, with which the codes of the extension begin. */
  errorCode(code: string): string;
  /** The relation of the REST root. */
  readonly rootRelation: string;
  /** Returns the `curies` (HAL) for the link relations that the service defines. `rest` is the URL of the REST root. */
  curies(rest: string): object[];
}

const identity = <T>(value: T): T => value;

/** The spelling of the contract's declarations. */
export const nativeSpelling: Spelling = {
  id: 'native',
  isNative: true,
  restPath: '/rest',
  name: identity,
  encode: identity,
  path: identity,
  relation: identity,
  header: identity,
  requestHeaders: identity,
  errorCode: identity,
  rootRelation: rootRelation[0],
  curies: (rest) => [{ name: relationPrefix[0], href: `${rest}/docs/relations/{rel}`, templated: true }],
};

const toCompatible = new Map(names);
const toNative = new Map(names.map(([native, compatible]) => [compatible, native]));
const otherSpellings = new Map([...toCompatible, ...toNative]);

const name = (text: string): string => otherSpellings.get(text) ?? text;

const [nativeHeader, compatibleHeader] = headerPrefix;
const [nativeRequestHeader, compatibleRequestHeader] = [nativeHeader.toLowerCase(), compatibleHeader.toLowerCase()];
const [nativeRelation, compatibleRelation] = relationPrefix;

/** Cache of response header names in the compatible spelling, keyed by native name. It contains each header name at most once. */
const spelledHeaders = new Map<string, string>();

function spellHeader(text: string): string {
  const spelled = text.startsWith(nativeHeader) ? `${compatibleHeader}${text.slice(nativeHeader.length)}` : text;
  spelledHeaders.set(text, spelled);
  return spelled;
}

/** The spelling that existing clients use. */
export const compatibleSpelling: Spelling = {
  id: 'compatible',
  isNative: false,
  restPath: '/wp-json',
  name,
  encode: (text) => toCompatible.get(text) ?? text,
  path: spellPath,
  relation: (rel) =>
    rel.startsWith(`${nativeRelation}:`)
      ? `${compatibleRelation}:${rel
          .slice(nativeRelation.length + 1)
          .split('-')
          .map(name)
          .join('-')}`
      : rel,
  header: (text) => spelledHeaders.get(text) ?? spellHeader(text),
  requestHeaders<V>(headers: Readonly<Record<string, V>>) {
    let spelled: Record<string, V> | undefined;
    for (const each in headers) {
      if (!each.startsWith(compatibleRequestHeader)) continue;
      spelled ??= { ...headers };
      spelled[nativeRequestHeader + each.slice(compatibleRequestHeader.length)] = headers[each] as V;
    }
    return spelled ?? headers;
  },
  errorCode(code) {
    const [extension = '', ...more] = code.split('_');
    return [toCompatible.get(extension) ?? extension, ...more].join('_');
  },
  rootRelation: rootRelation[1],
  curies: () => [{ name: compatibleRelation, href: `${rootRelation[1]}{rel}`, templated: true }],
};

/**
 * Returns a path in the other spelling. Its first two segments are translated as one name, the namespace. Every other segment, and every
 * name and value in the query, is translated separately.
 */
function spellPath(text: string): string {
  if (!text.startsWith('/')) return text;
  const at = text.indexOf('?');
  const [pathname, query] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
  const [root = '', first = '', second, ...more] = pathname.split('/');
  const namespace = second === undefined ? name(first) : name(`${first}/${second}`);
  const path = [root, namespace, ...more.map(name)].join('/');
  if (query === undefined) return path;
  const pairs = query.split('&').map((pair) => pair.split('=').map(name).join('='));
  return `${path}?${pairs.join('&')}`;
}

/** Whether sites and extensions may not declare a name, because it is a name of the contract in either spelling. */
export const isReservedName = (text: string): boolean => otherSpellings.has(text);

/** Whether a path below a REST root begins with the native spelling of a namespace that has two spellings. */
export function isNativePath(path: string): boolean {
  const [, first = '', second = ''] = path.split(/[/?]/, 3);
  return toCompatible.has(`${first}/${second}`);
}

/** Whether a relation is defined by the service, so that responses with links of this relation require `curies`. */
export const isOwnRelation = (rel: string): boolean => relationPrefix.some((prefix) => rel.startsWith(`${prefix}:`));
