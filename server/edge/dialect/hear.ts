// Requests that were sent in the compatible names.
import { kindOfBody, requireBounded } from '../../http/parameters/body.ts';
import type { Request } from '../../http/request.ts';
import { isListOfNames, listingParameters, namesToOwn, nameToOwn, namingMembers, toOwn } from './words.ts';

/** The path below the REST root. */
export const hearPath = (path: string): string => toOwn(path);

/** Headers, names in lower case. */
export function hearHeaders(headers: Request['headers']): Request['headers'] {
  const foreignOnes = Object.keys(headers).filter((name) => name.startsWith('x-wp-'));
  if (foreignOnes.length === 0) return headers;
  return { ...headers, ...Object.fromEntries(foreignOnes.map((name) => [toOwn(name), headers[name]])) };
}

/**
 * A query, or a body in the form of one: names of parameters, and values where they are names. What is encoded stays so. `path`
 * is that of the request, where parameters of its own are names that are not elsewhere.
 */
export function hearQuery(query: string, path = ''): string {
  if (!foreign.test(query)) return query;
  return query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = at < 0 ? pair : pair.slice(0, at);
      if (at < 0) return hearName(name);
      const value = pair.slice(at + 1);
      const isName = name === 'name' && namedBy.has(path.replace(/\/+$/, ''));
      return `${hearName(name)}=${ofMeta.test(name) ? value : hearValue(value, isName ? 'type' : memberOf(name))}`;
    })
    .join('&');
}

/** The paths, as clients write them, whose parameter `name` is the name of a type or taxonomy. */
const namedBy: ReadonlySet<string> = new Set(['/wp/v2/view-config']);

/** A meta field, and what is inside it. */
const ofMeta = /^((?:requests.*(?:\[|%5B)body(?:\]|%5D)(?:\[|%5B)meta(?:\]|%5D)|meta)(?:\[|%5B))(.*?)((?:\]|%5D).*)$/i;

/** `meta[wp_x]` has its own name inside the brackets; what is inside such a field is the site's own. */
function hearName(name: string): string {
  if (!foreign.test(name)) return name;
  const [, before, field, after] = ofMeta.exec(name) ?? [];
  return field === undefined ? toOwn(name) : `${before}${nameToOwn(field)}${after}`;
}

/** What a bracketed name names in the end: `type[]` and `requests[0][body][type]` are a `type`. Lists may have any brackets. */
function memberOf(name: string): string {
  const pieces = decoded(name).split(/[[\]]+/);
  const [outermost = ''] = pieces;
  return listingParameters.has(outermost) ? outermost : (pieces.findLast((piece) => /\D/.test(piece)) ?? '');
}

function hearValue(value: string, member: string): string {
  const text = decoded(value);
  if (listingParameters.has(member) || isPath(member, text)) return encodeURIComponent(toOwn(text));
  if (!namingMembers.has(member)) return value;
  // Bytes that were sent as they are have no letters yet, and stay.
  if (/[^\x20-\x7e]/.test(value)) return namesToOwn(value);
  const own = namesToOwn(text);
  return own === text ? value : encodeURIComponent(own);
}

/** Where a request inside a batch goes (protocol.md §14). */
const isPath = (member: string, value: string): boolean => member === 'path' && value.startsWith('/');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** What must occur in a text for anything in it to be heard. */
const foreign = /wp|akismet/i;

/** How deep a body is looked into; what is deeper is no parameter of any route. */
const deepest = 40;

/** A body in JSON or in the form of a query; any other is passed on as it is, and so is JSON that cannot be read. */
export function hearBody(method: string, contentType: string | undefined, body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes('wp') && !bytes.includes('WP') && !bytes.includes('akismet')) return body;
  switch (kindOfBody(method, contentType)) {
    case 'form':
      return Buffer.from(hearQuery(bytes.toString('latin1')), 'latin1');
    case 'json':
      return hearJsonBody(body);
    case 'other':
      return body;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function hearJsonBody(body: Uint8Array): Uint8Array {
  try {
    const text = utf8.decode(body);
    requireBounded(text);
    const sent: unknown = JSON.parse(text);
    const heard = hearJson(sent, '', 0);
    return heard === sent ? body : Buffer.from(JSON.stringify(heard));
  } catch {
    // Whoever reads it next says what is wrong with it.
    return body;
  }
}

/**
 * The value itself where nothing in it is a name. Meta fields of a site's own may have any name, and what is in a meta field
 * is never looked into, as it is not where it is told: only the names of the contract's fields are heard there.
 */
function hearJson(value: unknown, member: string, depth: number): unknown {
  if (typeof value === 'string') {
    if (listingParameters.has(member) || isPath(member, value)) return toOwn(value);
    return namingMembers.has(member) && isListOfNames(value) ? namesToOwn(value) : value;
  }
  if (value === null || typeof value !== 'object' || depth > deepest) return value;
  if (Array.isArray(value)) {
    const heard = value.map((each) => hearJson(each, member, depth + 1));
    return heard.some((each, at) => each !== value[at]) ? heard : value;
  }
  let changed = false;
  const members = Object.entries(value).map(([name, each]): [string, unknown] => {
    const heard: [string, unknown] =
      member === 'meta'
        ? [nameToOwn(name), each]
        : [
            foreign.test(name) ? toOwn(name) : name,
            hearJson(each, listingParameters.has(member) ? member : name, depth + 1),
          ];
    changed ||= heard[0] !== name || heard[1] !== each;
    return heard;
  });
  return changed ? Object.fromEntries(members) : value;
}
