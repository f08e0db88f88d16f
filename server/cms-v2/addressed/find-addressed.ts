// From a public address of the site to the entry that it shows (media-fonts-and-oembed.md, C1, Finding the post).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { anonymous } from '../../access/actor.ts';
import { addressOf } from '../entries/addresses.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { EntryRow } from '../entries/rows.ts';
import { mayRead, passes } from '../entries/rules.ts';
import { linkOf } from '../media/addresses.ts';
import type { MediaRow } from '../media/rows.ts';
import { findMedia, mediaType } from '../media/store.ts';
import { type Extent, findOfNumbers, findShownOfSlugs, type ShortRow } from './store.ts';

/** An entry that an address leads to, without its texts. */
export interface AddressedInShort {
  readonly row: ShortRow;
  readonly type: ContentType;
  /** What is known of its file, where it is one. */
  readonly media: MediaRow | undefined;
  /** Its public address. */
  readonly link: string;
}

/** An entry that an address leads to. */
export interface Addressed extends AddressedInShort {
  readonly row: EntryRow & Required<Pick<EntryRow, 'title' | 'content' | 'excerpt'>>;
}

/** The longest address that is looked up. Characters. */
const longest = 2000;

/** An address as one of this site, however it is written; undefined for that of another site. */
export function ownAddress({ site }: Pick<EntryParts, 'site'>, text: string): URL | undefined {
  if (text === '' || text.length > longest || !URL.canParse(text, `${site.front}/`)) return undefined;
  const url = new URL(text, `${site.front}/`);
  const isOwn = [site.front, site.home].some((own) => sameHost(url, new URL(own)));
  return isOwn ? url : undefined;
}

const sameHost = (one: URL, other: URL): boolean =>
  /^https?:$/.test(one.protocol) && withoutWww(one.host) === withoutWww(other.host);

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/**
 * The entry that an address of the site leads to: by a number in its query, else by its path, without what stands behind it
 * (`embed/`, `page/2/`). Whether anybody may see it is for the caller to ask.
 */
export async function findAddressed(parts: EntryParts, url: URL): Promise<Addressed | undefined> {
  const [found] = await findAll(parts, [url], 'whole');
  return found as Addressed | undefined;
}

/** The same for many addresses, in their order, without texts and in four statements at most; undefined leads nowhere. */
export const findEachAddressed = (
  parts: EntryParts,
  urls: readonly (URL | undefined)[],
): Promise<(AddressedInShort | undefined)[]> => findAll(parts, urls, 'short');

async function findAll(
  parts: EntryParts,
  urls: readonly (URL | undefined)[],
  extent: Extent,
): Promise<(AddressedInShort | undefined)[]> {
  const { database, contract } = parts;
  const targets = urls.map((url) => url && targetOf(parts, url));
  const numbers = targets.flatMap((target) => (target?.number === undefined ? [] : [target.number]));
  const paths = targets.flatMap((target) => (target?.path === undefined ? [] : [target.path]));
  const types = [...contract.types.values()].filter(({ hasPages }) => hasPages).map(({ name }) => name);
  const ofNumbers = await findOfNumbers(database.read, extent, numbers);
  const ofSlugs = await findShownOfSlugs(database.read, extent, types, [...new Set(paths.map(slugOf))]);
  const files = [...ofNumbers, ...ofSlugs].filter(({ type }) => type === mediaType).map(({ id }) => id);
  const media = new Map((await findMedia(database.read, [...new Set(files)])).map((row) => [row.id, row]));
  const hidden = await findHiddenPaths(database.read, [...ofNumbers, ...ofSlugs]);
  const addressed = (row: ShortRow) => withAddress(parts, row, media.get(row.id), hidden);
  const byNumber = new Map(ofNumbers.map((row) => [row.id, row]));
  const bySlug = Map.groupBy(ofSlugs, ({ slug }) => slug);
  return targets.map((target) => {
    if (target?.number !== undefined) {
      const row = byNumber.get(target.number);
      return row && addressed(row);
    }
    if (target?.path === undefined) return undefined;
    const link = parts.site.front + target.path;
    for (const row of bySlug.get(slugOf(target.path)) ?? []) {
      const found = addressed(row);
      if (found?.link === link) return found;
    }
    return undefined;
  });
}

/** What an address names: a number or a path; neither for one that leads to no entry. */
function targetOf({ site, settings }: EntryParts, url: URL): { number?: number; path?: string } {
  const number = numberIn(url.searchParams);
  if (number !== undefined) return { number };
  const base = new URL(site.front).pathname.replace(/\/$/, '');
  if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return {};
  const path = pathOf(url.pathname.slice(base.length));
  const { show_on_front, page_on_front } = settings.values;
  if (path !== '/') return { path };
  return show_on_front === 'page' ? { number: page_on_front } : {};
}

const slugOf = (path: string): string => path.split('/').at(-2) ?? '';

/** Whether everybody may see what an address leads to. */
export const isPublic = ({ row, type, media }: AddressedInShort): boolean =>
  type.hasPages && type.viewable && row.status !== 'private' && passes(mayRead, anonymous, type, media ?? row);

function numberIn(query: URLSearchParams): number | undefined {
  for (const name of ['p', 'page_id', 'attachment_id']) {
    const number = /^\d{1,15}/.exec(query.get(name) ?? '')?.[0];
    if (number !== undefined && Number(number) > 0) return Number(number);
  }
  return undefined;
}

/** A path in the form in which slugs are kept, in small letters, with one slash at its end. */
function pathOf(path: string): string {
  const plain = path.toLowerCase().replace(/\/+/g, '/');
  return `${plain.replace(/\/$/, '').replace(/\/(?:embed|page\/\d+)$/, '')}/`;
}

function withAddress(
  parts: EntryParts,
  row: ShortRow,
  file: MediaRow | undefined,
  hidden: HiddenPaths,
): AddressedInShort | undefined {
  const type = parts.contract.types.get(row.type);
  if (!type?.hasPages) return undefined;
  const media = row.type === mediaType ? file : undefined;
  const link = media ? linkOf(parts, media, hidden) : addressOf(row, type, parts.site, parts.settings.values, hidden);
  return { row, type, media, link };
}
