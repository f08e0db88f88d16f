// What entries are called in addresses (posts-and-pages.md §9).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { firstFreeSlug } from '../../rendering/free-slug.ts';
import { cutSlug, toSlug } from '../../rendering/slug.ts';
import { findTakenSlugs } from './store.ts';

/** The longest slug. Bytes. */
const longest = 200;

/** Whether a text is short enough to be a slug, so that it is worth looking for. */
export const mayBeSlug = (text: string): boolean => text.length <= longest;

const feeds = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

/** Names that would be taken for something else in addresses, and so always get a suffix. */
const isReserved = (slug: string, type: ContentType): boolean =>
  // A template stands below its theme, where every name is free: 404 is one of them.
  (type.servedAs === 'entries' || type.held) && (feeds.has(slug) || isTakenForNumber(slug, type));

/**
 * Whether a slug would be taken for a page of what is above it, or for a year, where entries stand at the top of the
 * site. A navigation, which has no page, may be called by its number (terms-menus-and-blocks.md §5).
 */
function isTakenForNumber(slug: string, { hierarchical, held, hasPages, address }: ContentType): boolean {
  if (held) return false;
  if (hierarchical) return /^(page)?\d+$/.test(slug);
  return hasPages && address.published === '/{path}/' && /^\d+$/.test(slug);
}

/** States in which an entry needs no slug yet. */
export const isUnnamedState = (state: string): boolean =>
  state === 'draft' || state === 'pending' || state === 'auto-draft';

/** An entry that wants to be called by a slug. */
export interface Wish {
  /** Its number; 0 where it has none yet. */
  readonly id: number;
  readonly parent: number;
  /** The theme it belongs to, where it belongs to one. */
  readonly theme?: string;
  readonly slug: string;
}

/**
 * The slug wished for where it is free, else with the first free suffix -2, -3 … Free means: among all entries of the
 * type and theme, in hierarchical types among those below the same parent; what belongs to other entries, among those as
 * well (media-fonts-and-oembed.md, A1, slug).
 */
export async function freeSlug(read: ReadHandle, type: ContentType, wish: Wish): Promise<string> {
  return firstFreeSlug(
    (n) => formOf(wish.slug, n),
    async (slugs) => {
      const rows = await findTakenSlugs(read, rivalsOf(type), slugs);
      const others = rows.filter(
        (row) =>
          row.id !== wish.id && row.theme === (wish.theme ?? '') && (!type.hierarchical || row.parent === wish.parent),
      );
      const reserved = slugs.filter((slug) => isReserved(slug, type));
      return [...others.map((row) => row.slug), ...reserved];
    },
  );
}

/** The types among whose entries a slug must be free. */
export const rivalsOf = ({ name, holders }: ContentType): string[] => [
  name,
  ...(holders ?? []).filter(({ viewable }) => viewable).map((holder) => holder.name),
];

/** A slug with the number of its suffix; 1: without. A long one is cut to make room for it. */
const formOf = (slug: string, n: number): string =>
  n === 1 ? slug : `${cutSlug(slug, longest - String(n).length - 1)}-${n}`;

/** A slug, or its first suffixed form, that is none of the taken ones and not reserved. */
export function nextFreeSlug(slug: string, taken: ReadonlySet<string>, type: ContentType): string {
  if (!taken.has(slug) && !isReserved(slug, type)) return slug;
  for (let n = 2; ; n += 1) if (!taken.has(formOf(slug, n))) return formOf(slug, n);
}

/** As `freeSlug`, and nobody else takes it before the transaction ends. */
export async function claimSlug(tx: WriteHandle, type: ContentType, wish: Wish): Promise<string> {
  for (const name of rivalsOf(type).sort()) await tx.lock(`slug ${name} ${wish.slug.replace(/-\d+$/, '')}`);
  return freeSlug(tx, type, wish);
}

/** The slug that a title gives; the entry's number where it gives none. */
export const slugOfTitle = (title: string, id: number): string => toSlug(title) || String(id);

/** The mark that the trash puts behind a slug. */
export const trashMark = '__trashed';

/** The slug of an entry in the trash, which leaves its own one to others. */
export const trashedSlug = (slug: string): string => cutSlug(slug, longest - trashMark.length) + trashMark;

/** The place of an entry in addresses, below the path of its parent. */
export const pathBelow = (parentPath: string, slug: string): string =>
  [parentPath, slug].filter((piece) => piece !== '').join('/');
