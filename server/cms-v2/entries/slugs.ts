// Slugs of entries (posts-and-pages.md §9).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { firstFreeSlug } from '../../rendering/free-slug.ts';
import { toSlug, truncateSlug } from '../../rendering/slug.ts';
import { findTakenSlugs } from './store.ts';

/** Maximum length of a slug, in bytes. */
const maxSlugBytes = 200;

/** Whether a text is short enough to be a slug, so that it is worth looking up. */
export const mayBeSlug = (text: string): boolean => text.length <= maxSlugBytes;

const feedNames = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

/** Whether a slug would be mistaken for something else in URLs, and therefore always gets a suffix. */
const isReserved = (slug: string, type: ContentType): boolean =>
  // Templates are named within their theme, where every name is free: 404 is one of them.
  (type.servedAs === 'entries' || type.held) && (feedNames.has(slug) || isMistakenForNumber(slug, type));

/**
 * Whether a slug would be mistaken for a page of the parent, or for a year if entries are at the root of the site. The slug of a
 * navigation, which has no page, may be its ID (terms-menus-and-blocks.md §5).
 */
function isMistakenForNumber(slug: string, { hierarchical, held, hasPages, address }: ContentType): boolean {
  if (held) return false;
  if (hierarchical) return /^(page)?\d+$/.test(slug);
  return hasPages && address.published === '/{path}/' && /^\d+$/.test(slug);
}

/** Whether an entry with this status needs no slug yet. */
export const isUnnamedState = (state: string): boolean =>
  state === 'draft' || state === 'pending' || state === 'auto-draft';

/** A request for a slug. */
export interface SlugRequest {
  /** ID of the entry; 0 if it has none yet. */
  readonly id: number;
  readonly parent: number;
  /** Theme of the entry, if it belongs to one. */
  readonly theme?: string;
  readonly slug: string;
}

/**
 * Returns the requested slug if it is free, else with the first free suffix -2, -3 … A slug is free if no other entry of the type
 * and theme has it, in hierarchical types no other child of the same parent. The slugs of files must also be free among entries
 * that files can be attached to (media-fonts-and-oembed.md, A1, slug).
 */
export async function freeSlug(read: ReadHandle, type: ContentType, request: SlugRequest): Promise<string> {
  return firstFreeSlug(
    (n) => withSuffix(request.slug, n),
    async (slugs) => {
      const rows = await findTakenSlugs(read, typesSharingSlugs(type), slugs);
      const others = rows.filter(
        (row) =>
          row.id !== request.id &&
          row.theme === (request.theme ?? '') &&
          (!type.hierarchical || row.parent === request.parent),
      );
      const reserved = slugs.filter((slug) => isReserved(slug, type));
      return [...others.map((row) => row.slug), ...reserved];
    },
  );
}

/** Returns the types among whose entries a slug must be free. */
export const typesSharingSlugs = ({ name, holders }: ContentType): string[] => [
  name,
  ...(holders ?? []).filter(({ viewable }) => viewable).map((parentType) => parentType.name),
];

/** Returns a slug with a numeric suffix, for 1 without. A long slug is cut to make the suffix fit. */
const withSuffix = (slug: string, n: number): string =>
  n === 1 ? slug : `${truncateSlug(slug, maxSlugBytes - String(n).length - 1)}-${n}`;

/** Returns a slug, or its first form with a suffix, that is neither taken nor reserved. */
export function nextFreeSlug(slug: string, taken: ReadonlySet<string>, type: ContentType): string {
  if (!taken.has(slug) && !isReserved(slug, type)) return slug;
  for (let n = 2; ; n += 1) if (!taken.has(withSuffix(slug, n))) return withSuffix(slug, n);
}

/** Returns a free slug as `freeSlug` does, and reserves it until the transaction ends. */
export async function reserveSlug(tx: WriteHandle, type: ContentType, request: SlugRequest): Promise<string> {
  for (const name of typesSharingSlugs(type).sort()) await tx.lock(`slug ${name} ${request.slug.replace(/-\d+$/, '')}`);
  return freeSlug(tx, type, request);
}

/** Returns the slug for a title, or the ID of the entry if the title gives none. */
export const slugOfTitle = (title: string, id: number): string => toSlug(title) || String(id);

/** The suffix of slugs in the trash. */
export const trashSuffix = '__trashed';

/** Returns the slug of an entry in the trash, whose previous slug becomes free. */
export const trashedSlug = (slug: string): string =>
  truncateSlug(slug, maxSlugBytes - trashSuffix.length) + trashSuffix;

/** Returns the path of an entry below the path of its parent. */
export const pathBelow = (parentPath: string, slug: string): string =>
  [parentPath, slug].filter((segment) => segment !== '').join('/');
