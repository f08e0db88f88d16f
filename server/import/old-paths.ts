// Records the paths of imported entries on the old site, so that they redirect to the new URLs.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import type { CreatedEntry } from '../cms-v2/entries/entry-lookups.ts';
import { agreesWith, oldPathKey, parseOldPath } from '../cms-v2/entry-urls/old-path.ts';
import { insertOldPath } from '../cms-v2/entry-urls/old-paths-store.ts';
import { toSlug } from '../rendering/slug.ts';
import { findPermalinkStructureError } from '../settings/permalink-structure.ts';
import { findPlacement } from './entries-store.ts';
import type { Report } from './report.ts';
import type { Batch, ImportRun } from './run.ts';
import type { WxrItem } from './wxr/records.ts';

/** Statuses of items whose links contain their paths. */
const statusesWithPath: ReadonlySet<string> = new Set(['publish', 'private', 'future', 'inherit']);

/** The meta field with the former slugs of an entry. */
const oldSlugKey = '_wp_old_slug';

/** Maximum number of former slugs of an entry that are imported. */
const maxOldSlugs = 100;

/**
 * Records the old paths of an entry: those in the link and the GUID of its item, and its former slugs. Skips paths that redirect to the entry
 * without a record, or that the entry still has.
 */
export async function recordOldPaths(batch: Batch, type: ContentType, item: WxrItem, id: number): Promise<void> {
  if (!type.hasPages || !statusesWithPath.has(item.status)) return;
  countStructure(batch, type, item);
  // The GUID of a file is the URL of the file, not that of its page.
  const urls = type.servedAs === 'media' ? [item.link] : [item.link, item.guid];
  const paths = [...urls.flatMap((url) => pathnameOf(url) ?? []), ...oldSlugPaths(type, item)];
  const keys = new Set(paths.flatMap((path) => oldPathKey(path) ?? []));
  if (keys.size === 0) return;
  const entry = batch.content.lookups.findCreated(id) ?? (await findPlacement(batch.tx, id));
  if (!entry) return;
  for (const key of keys) if (!isFoundAt(type, entry, key)) await insertOldPath(batch.tx, key, id);
}

/** Returns the paths with the former slugs of an item. A post is found by its slug in any permalink structure. */
function oldSlugPaths({ hierarchical, address, addressSetting }: ContentType, { meta }: WxrItem): string[] {
  const fields = hierarchical ? [] : meta.filter(({ key, value }) => key === oldSlugKey && toSlug(value) !== '');
  const slugs = fields.slice(0, maxOldSlugs).map(({ value }) => toSlug(value));
  return addressSetting === undefined ? slugs.map((slug) => address.published.replace('{path}', slug)) : slugs;
}

/** Returns the path of a URL without a query; undefined for other URLs, such as `/?p=7`. */
function pathnameOf(url: string): string | undefined {
  const { protocol, pathname, search } = URL.canParse(url.trim()) ? new URL(url.trim()) : new URL('none:');
  return /^https?:$/.test(protocol) && search === '' ? pathname : undefined;
}

type EntryPlacement = Pick<CreatedEntry, 'id' | 'slug' | 'path' | 'date'>;

/** Whether a path leads to an entry without a record: it is that of the entry or, for a post, consists of its slug after its date. */
function isFoundAt({ address, addressSetting }: ContentType, entry: EntryPlacement, key: string): boolean {
  if (addressSetting === undefined) return oldPathKey(address.published.replace('{path}', entry.path)) === key;
  const old = parseOldPath(key);
  const isDate = old?.before.every((segment) => /^\d+$/.test(segment));
  return old?.key === key && isDate === true && old.slugs[0] === entry.slug && agreesWith(old.before, entry);
}

/** Counts the permalink structure that the link of a published post has. */
function countStructure({ run, report }: Batch, { addressSetting }: ContentType, item: WxrItem): void {
  const pathname = addressSetting === undefined || item.status !== 'publish' ? undefined : pathnameOf(item.link);
  if (pathname !== undefined) report.structures.add(structureOf(run, item, pathname));
}

/** Returns the permalink structure of the old site according to the path of a post. */
function structureOf({ source }: ImportRun, item: WxrItem, pathname: string): string {
  const base = pathnameOf(source)?.replace(/\/$/, '') ?? '';
  const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  const [year = '', monthnum = '', day = ''] = (item.date ?? '').split(/[-T]/);
  const tags: [value: string, tag: string][] = [
    [oldPathKey(item.slug) ?? '', '%postname%'],
    [year, '%year%'],
    [monthnum, '%monthnum%'],
    [day, '%day%'],
    [String(item.sourceId), '%post_id%'],
    ...item.categories.map(({ slug }): [string, string] => [slug, '%category%']),
    [item.creator.toLowerCase(), '%author%'],
  ];
  const used = new Set<string>();
  const segments = (oldPathKey(path) ?? '').split('/').map((segment) => {
    const tag = tags.find(([value, each]) => value !== '' && value === segment && !used.has(each))?.[1];
    if (tag !== undefined) used.add(tag);
    return tag ?? segment;
  });
  return `/${segments.join('/')}/`;
}

/** The share of the posts that must have the same permalink structure for it to be that of the old site. */
const requiredShare = 0.9;

/** Reports the permalink structure of the old site if nearly all posts have the same one, and it differs from that of this site. */
export function reportStructure({ settings }: ImportRun, { structures, site }: Report): void {
  const [structure, count] = structures.entries().reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0]);
  if (count === 0 || count < structures.total * requiredShare || structure === settings.permalink_structure) return;
  const isAvailable = findPermalinkStructureError(structure) === undefined && !structure.includes('%post_id%');
  site.push(
    `The posts had the permalink structure ${structure}; their old URLs redirect to the new ones${
      isAvailable ? ` (to use it: octavo setting set permalink_structure ${structure})` : ''
    }.`,
  );
}
