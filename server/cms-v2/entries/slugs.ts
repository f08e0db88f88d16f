// Finds and reserves slugs of entries (posts-and-pages.md §9), and updates the paths that depend on them.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { FIRST_BATCH_SIZE, firstFreeSlug } from '../../rendering/free-slug.ts';
import { toSlug, truncateSlug } from '../../rendering/slug.ts';
import type { EntryRow, WholeEntry } from './rows.ts';
import { type Child, findChildren, findEntryOfAnyType, findTakenSlugs, writePath, writeSlugAndPath } from './store.ts';

/** Maximum length of a slug, in bytes. */
const maxSlugBytes = 200;

/** Whether a string is short enough to be a slug, so that it is worth looking up. */
export const mayBeSlug = (text: string): boolean => text.length <= maxSlugBytes;

const feedNames = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

/** Whether a slug would be mistaken for another part of a URL, and therefore always gets a suffix. */
export const isReserved = (slug: string, type: ContentType): boolean =>
  // Templates have no reserved slugs: their slugs are names within a theme, such as 404.
  (type.servedAs === 'entries' || type.held) && (feedNames.has(slug) || isMistakenForNumber(slug, type));

/**
 * Whether a slug would be mistaken for a page of the parent, or for a year if entries are at the root of the site. The slug of a
 * navigation menu may be its ID, because navigation menus have no pages (terms-menus-and-blocks.md §5).
 */
function isMistakenForNumber(slug: string, { hierarchical, held, hasPages, address }: ContentType): boolean {
  if (held) return false;
  if (hierarchical) return /^(page)?\d+$/.test(slug);
  return hasPages && address.published === '/{path}/' && /^\d+$/.test(slug);
}

/** Whether an entry with this status need not have a slug yet. */
export const isUnnamedStatus = (state: string): boolean =>
  state === 'draft' || state === 'pending' || state === autoDraftStatus;

/** The properties of an entry that determine its free slug. */
export interface SlugRequest {
  /** ID of the entry; 0 if it has none yet. */
  readonly id: number;
  readonly parent: number;
  /** Theme of the entry; undefined if it belongs to none. */
  readonly theme?: string;
  readonly slug: string;
}

/**
 * Returns the requested slug if it is free, else with the first free suffix -2, -3 … A slug is free if no other entry of the type
 * and theme has it; in hierarchical types, if no other child of the same parent has it. The slugs of files must also be free among
 * the entries to which files can be attached (media-fonts-and-oembed.md, A1, slug).
 */
async function freeSlug(read: ReadHandle, type: ContentType, request: SlugRequest): Promise<string> {
  return firstFreeSlug(
    (n) => withSuffix(request.slug, n),
    async (slugs) => {
      const rows = await findTakenSlugs(read, typesSharingSlugs(type), slugs);
      const others = rows.filter((row) => isTakenBy(row, type, request));
      const reserved = slugs.filter((slug) => isReserved(slug, type));
      return [...others.map((row) => row.slug), ...reserved];
    },
  );
}

/** The columns of an entry that has a slug. */
export interface SlugOwner {
  readonly id: number;
  readonly parent: number;
  readonly theme: string;
}

/** Whether an entry with the requested slug prevents that another entry gets it. */
export const isTakenBy = (owner: SlugOwner, type: ContentType, request: SlugRequest): boolean =>
  owner.id !== request.id &&
  owner.theme === (request.theme ?? '') &&
  (!type.hierarchical || owner.parent === request.parent);

/** Returns the types among whose entries a slug must be free. */
export const typesSharingSlugs = ({ name, holders }: ContentType): string[] => [
  name,
  ...(holders ?? []).filter(({ viewable }) => viewable).map((parentType) => parentType.name),
];

/** Returns a slug with the suffix `n`, or without a suffix if `n` is 1. A long slug is truncated to make the suffix fit. */
const withSuffix = (slug: string, n: number): string =>
  n === 1 ? slug : `${truncateSlug(slug, maxSlugBytes - String(n).length - 1)}-${n}`;

/** Returns the slug if it is neither taken nor reserved, else the slug with the first free suffix. */
function nextFreeSlug(slug: string, taken: ReadonlySet<string>, type: ContentType): string {
  if (!taken.has(slug) && !isReserved(slug, type)) return slug;
  for (let n = 2; ; n += 1) if (!taken.has(withSuffix(slug, n))) return withSuffix(slug, n);
}

/** Returns the names of the locks on slugs of entries of a type, in the order in which all transactions acquire them. */
export const slugLocks = (type: ContentType, slugs: Iterable<string>): string[] =>
  typesSharingSlugs(type)
    .flatMap((name) => [...slugs].map((slug) => `slug ${name} ${slug}`))
    .sort();

/**
 * Returns the same slug as `freeSlug`, and reserves it until the transaction ends. Only the slug itself and the candidates that other
 * transactions have taken are locked, so that transactions with other slugs do not wait.
 */
export async function reserveSlug(tx: WriteHandle, type: ContentType, request: SlugRequest): Promise<string> {
  for (let candidate = request.slug; ; ) {
    // The look-up is sent with the locks, and runs when they are held.
    const locking = tx.lock(...slugLocks(type, [candidate]));
    const [free] = await Promise.all([freeSlug(tx, type, request), locking]);
    // On SQLite, no other transaction can take it.
    if (free === candidate || tx.engine === 'sqlite') return free;
    candidate = free;
  }
}

/** Returns the slug for a title, or the ID of the entry if no character of the title can be part of a slug. */
export const slugOfTitle = (title: string, id: number): string => toSlug(title) || String(id);

/** The suffix of slugs in the trash. */
export const trashSuffix = '__trashed';

/** Returns the slug of an entry in the trash. Its suffix makes the previous slug available to other entries. */
export const trashedSlug = (slug: string): string =>
  truncateSlug(slug, maxSlugBytes - trashSuffix.length) + trashSuffix;

/** Returns the path of an entry, which consists of the path of its parent and its slug. */
export const pathBelow = (parentPath: string, slug: string): string =>
  [parentPath, slug].filter((segment) => segment !== '').join('/');

// Generates the slugs that entries would get from their current titles (posts-and-pages.md §2, generated_slug).

/** Maximum number of suffixes that are looked up. If all are taken, the next suffix is returned without a check. */
const maxSuffixes = 20;

/** Returns the slug with the suffixes from `from` to `to`. Without a suffix, it counts as the first one. */
const candidatesOf = (stem: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => (from + at === 1 ? stem : `${stem}-${from + at}`));

/**
 * Returns the free slug for the title of each row, by row ID. Runs one statement, and another one if the first candidates for a title are
 * taken.
 */
export async function generateSlugs(
  read: ReadHandle,
  type: ContentType,
  rows: readonly EntryRow[],
): Promise<Map<number, string>> {
  const stems = new Map(rows.map((row) => [row.id, slugOfTitle(row.title ?? '', row.id)]));
  const taken: Awaited<ReturnType<typeof findTakenSlugs>> = [];
  const lookUp = async (stemsToFind: Iterable<string>, from: number, to: number) => {
    const candidates = [...new Set(stemsToFind)].flatMap((stem) => candidatesOf(stem, from, to));
    if (candidates.length > 0) taken.push(...(await findTakenSlugs(read, typesSharingSlugs(type), candidates)));
  };
  const slugOf = (row: EntryRow): string => {
    const others = taken.filter((other) => other.id !== row.id && (!type.hierarchical || other.parent === row.parent));
    return nextFreeSlug(stems.get(row.id) ?? '', new Set(others.map((other) => other.slug)), type);
  };
  await lookUp(stems.values(), 1, FIRST_BATCH_SIZE);
  const isLookedUp = (stem: string, slug: string) => candidatesOf(stem, 1, FIRST_BATCH_SIZE).includes(slug);
  const open = rows.map((row) => [stems.get(row.id) ?? '', slugOf(row)] as const);
  const remaining = open.filter(([stem, slug]) => !isLookedUp(stem, slug)).map(([stem]) => stem);
  await lookUp(remaining, FIRST_BATCH_SIZE + 1, maxSuffixes + 1);
  return new Map(rows.map((row) => [row.id, slugOf(row)]));
}

/** Returns the path of an entry with this slug below the entry `parent`; 0 stands for no parent. */
export async function pathOf(tx: WriteHandle, parent: number, slug: string): Promise<string> {
  const parentEntry = parent === 0 ? undefined : await findEntryOfAnyType(tx, parent);
  return pathBelow(parentEntry?.path ?? '', slug);
}

/** Updates the paths of all descendants of an entry after a change of its path. Returns the changed descendants with their previous paths. */
export async function updatePaths(tx: WriteHandle, id: number, path: string): Promise<Child[]> {
  let level = new Map([[id, path]]);
  const visited = new Set([id]);
  const moved: Child[] = [];
  while (level.size > 0) {
    const below = new Map<number, string>();
    for (const child of await findChildren(tx, [...level.keys()])) {
      if (visited.has(child.id)) continue;
      const to = pathBelow(level.get(child.parent) ?? '', child.slug);
      visited.add(child.id);
      below.set(child.id, to);
      if (to === child.path) continue;
      await writePath(tx, child.id, to);
      moved.push(child);
    }
    level = below;
  }
  return moved;
}

/** Moves a child of a deleted entry to that entry's parent, with a free slug. Returns the descendants whose path changed, with the previous one. */
export async function moveUp(tx: WriteHandle, type: ContentType, child: Child, from: WholeEntry): Promise<Child[]> {
  const request = { id: child.id, parent: from.parent, slug: child.slug };
  const slug = isUnnamedStatus(child.status) ? child.slug : await reserveSlug(tx, type, request);
  const path = pathBelow(parentPath(from), slug);
  await writeSlugAndPath(tx, child.id, slug, path);
  return updatePaths(tx, child.id, path);
}

/** Returns the path of the parent of an entry. */
const parentPath = ({ path, slug }: WholeEntry): string =>
  slug === '' ? path : path.slice(0, Math.max(0, path.length - slug.length - 1));
