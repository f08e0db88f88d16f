// From a public address of the site to the entry that it shows (media-fonts-and-oembed.md, C1, Finding the post).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { anonymous } from '../../access/actor.ts';
import { addressOf } from '../entries/addresses.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { EntryRow } from '../entries/rows.ts';
import { mayRead, passes } from '../entries/rules.ts';
import { linkOf } from '../media/addresses.ts';
import type { MediaRow } from '../media/rows.ts';
import { findMediaItem, mediaType } from '../media/store.ts';
import { findOfNumber, findShownOfSlug } from './store.ts';

/** An entry that an address leads to. */
export interface Addressed {
  readonly row: EntryRow & Required<Pick<EntryRow, 'title' | 'content' | 'excerpt'>>;
  readonly type: ContentType;
  /** What is known of its file, where it is one. */
  readonly media: MediaRow | undefined;
  /** Its public address. */
  readonly link: string;
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
  const number = numberIn(url.searchParams);
  if (number !== undefined) return ofNumber(parts, number);
  const base = new URL(parts.site.front).pathname.replace(/\/$/, '');
  if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return undefined;
  const path = pathOf(url.pathname.slice(base.length));
  const { show_on_front, page_on_front } = parts.settings.values;
  if (path === '/') return show_on_front === 'page' ? ofNumber(parts, page_on_front) : undefined;
  return ofPath(parts, path);
}

/** Whether everybody may see what an address leads to. */
export const isPublic = ({ row, type, media }: Addressed): boolean =>
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

async function ofNumber(parts: EntryParts, id: number): Promise<Addressed | undefined> {
  const row = await findOfNumber(parts.database.read, id);
  return row && addressed(parts, row);
}

async function ofPath(parts: EntryParts, path: string): Promise<Addressed | undefined> {
  const slug = path.split('/').at(-2) ?? '';
  const types = [...parts.contract.types.values()].filter(({ hasPages }) => hasPages).map(({ name }) => name);
  for (const row of await findShownOfSlug(parts.database.read, types, slug)) {
    const found = await addressed(parts, row);
    if (found && found.link === parts.site.front + path) return found;
  }
  return undefined;
}

async function addressed(parts: EntryParts, row: EntryRow): Promise<Addressed | undefined> {
  const type = parts.contract.types.get(row.type);
  if (!type?.hasPages) return undefined;
  const media = row.type === mediaType ? await findMediaItem(parts.database.read, row.id) : undefined;
  const link = media ? linkOf(parts, media) : addressOf(row, type, parts.site.front, parts.settings.values);
  return { row: row as Addressed['row'], type, media, link };
}
