// The two spellings of the contract's names.
import { headerPrefix, names, relationPrefix, rootRelation } from './table.ts';

/** Maps the contract's own names to those of a mount, and back. */
export interface Spelling {
  readonly id: 'native' | 'compatible';
  /** Whether nothing differs from the contract's declarations. */
  readonly isNative: boolean;
  /** The path of the REST root that uses it, below the site's home. */
  readonly restPath: string;
  /**
   * Returns the other spelling of a whole name; any other text as it is. Its own inverse: what the other spelling knows is unknown
   * in this one, and no two texts become the same.
   */
  name(text: string): string;
  /** Returns a name of the contract in this spelling; a text that is no native name stays, also if it is a name of this spelling. */
  encode(text: string): string;
  /** Returns a path below the REST root, and the names in its query, in this spelling. */
  path(text: string): string;
  /** Returns a link relation in this spelling. */
  relation(rel: string): string;
  /** Returns the name of a response header in this spelling. */
  header(name: string): string;
  /** Returns the headers of a request, names in lower case, in the native spelling. */
  requestHeaders<V>(headers: Readonly<Record<string, V>>): Readonly<Record<string, V>>;
  /** Returns the code of an error in this spelling: those of extensions begin with the extension's name. */
  errorCode(code: string): string;
  /** The relation of the REST root. */
  readonly rootRelation: string;
  /** Returns what explains the service's own relations, for records whose links are below a REST root. */
  curies(rest: string): object[];
}

const identity = <T>(value: T): T => value;

/** The spelling that the contract is declared in. */
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
const swapped = new Map([...toCompatible, ...toNative]);

const name = (text: string): string => swapped.get(text) ?? text;

const [nativeHeader, compatibleHeader] = headerPrefix;
const [nativeRequestHeader, compatibleRequestHeader] = [nativeHeader.toLowerCase(), compatibleHeader.toLowerCase()];
const [nativeRelation, compatibleRelation] = relationPrefix;

/** Response headers that were spelled before: there are as many as the service has names for, and every response needs some. */
const spelledHeaders = new Map<string, string>();

function spellHeader(text: string): string {
  const spelled = text.startsWith(nativeHeader) ? `${compatibleHeader}${text.slice(nativeHeader.length)}` : text;
  spelledHeaders.set(text, spelled);
  return spelled;
}

/** The spelling that existing clients of the contract know. */
export const compatibleSpelling: Spelling = {
  id: 'compatible',
  isNative: false,
  restPath: '/wp-json',
  name,
  encode: (text) => toCompatible.get(text) ?? text,
  path: pathOf,
  relation: (rel) =>
    rel.startsWith(`${nativeRelation}:`)
      ? `${compatibleRelation}:${rel
          .slice(nativeRelation.length + 1)
          .split('-')
          .map(name)
          .join('-')}`
      : rel,
  header: (text) => spelledHeaders.get(text) ?? spellHeader(text),
  requestHeaders(headers) {
    const own = Object.keys(headers).filter((each) => each.startsWith(compatibleRequestHeader));
    if (own.length === 0) return headers;
    const spelled = own.map((each) => [
      nativeRequestHeader + each.slice(compatibleRequestHeader.length),
      headers[each],
    ]);
    return { ...headers, ...Object.fromEntries(spelled) };
  },
  errorCode(code) {
    const [extension = '', ...more] = code.split('_');
    return [toCompatible.get(extension) ?? extension, ...more].join('_');
  },
  rootRelation: rootRelation[1],
  curies: () => [{ name: compatibleRelation, href: `${rootRelation[1]}{rel}`, templated: true }],
};

/** A namespace is a name of two segments; any other segment is one, as are the names in the query. */
function pathOf(text: string): string {
  if (!text.startsWith('/')) return text;
  const at = text.indexOf('?');
  const [before, query] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
  const [root = '', first = '', second, ...more] = before.split('/');
  const namespace = second === undefined ? name(first) : name(`${first}/${second}`);
  const path = [root, namespace, ...more.map(name)].join('/');
  if (query === undefined) return path;
  const pairs = query.split('&').map((pair) => pair.split('=').map(name).join('='));
  return `${path}?${pairs.join('&')}`;
}

/** Whether a site or an extension may not use a name of its own: it is one of the contract's in either spelling. */
export const isReservedName = (text: string): boolean => swapped.has(text);

/** Whether a path below a REST root begins with a namespace that only the native spelling has. */
export function isNativePath(path: string): boolean {
  const [, first = '', second = ''] = path.split(/[/?]/, 3);
  return toCompatible.has(`${first}/${second}`);
}
