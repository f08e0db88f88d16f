// Parents of entries that stand after their children in the file.
//
// Until its parent has come a child stands at the top under a slug of its own, so that it takes no slug away from what
// belongs there. Its real slug is remembered with the number of the parent.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { entryTags, movePaths } from '../cms-v2/entries/save-entry.ts';
import { claimSlug, isUnnamedState, pathBelow, slugOfTitle } from '../cms-v2/entries/slugs.ts';
import { cutSlug, toSlug } from '../rendering/slug.ts';
import { findPlace, placeEntry } from './entries-store.ts';
import { findOwnEntry } from './entry-keys.ts';
import { removeImported, writeImported } from './imported-store.ts';
import { recordSettled } from './record-settled.ts';
import { describeEntry } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem } from './wxr/records.ts';

/** What is remembered of entries whose parent has not come yet. */
export const awaitingKind = 'entry awaiting its parent';

/** The slug of an entry until its parent has come; none for one that needs none. */
export function interimSlug(slug: string, { title, parent, status }: WxrItem): string {
  const stem = slug || (isUnnamedState(status) ? '' : toSlug(title));
  return stem === '' ? '' : `${cutSlug(stem, 170)}-of-${parent}`;
}

/** Remembers that an entry wants to stand below one that has not come yet, and under which slug. */
export const awaitEntryParent = (
  { tx, run }: Batch,
  { key, id, parent, slug }: { key: string; id: number; parent: number; slug: string },
) => writeImported(tx, { source: run.source, kind: awaitingKind, source_id: `${parent} ${slug} ${key}`, own_id: id });

/**
 * Puts an entry below its parent where that has come. Once the whole file was read, one whose parent is not in it gets
 * its real slug at the top; the wish is kept, because the parent may come in another file of the same site.
 */
export async function settleEntryParent(
  batch: Batch,
  row: { source_id: string; own_id: number },
  isWhole: boolean,
): Promise<void> {
  const { tx, run, report } = batch;
  const [number = '', slug = ''] = row.source_id.split(' ');
  const forget = () => removeImported(tx, { source: run.source, kind: awaitingKind, source_id: row.source_id });
  const entry = await findPlace(tx, row.own_id);
  const type = run.service.contract.types.get(entry?.type ?? '');
  if (!entry || !type || entry.parent !== 0) return void (await forget());
  const parent = await findOwnEntry(batch, Number(number));
  const isCircle = parent !== undefined && (await standsBelow(batch, parent, entry.id));
  if (parent === undefined && !isWhole) return;
  const atTop = `${type.noun.many} at the top because`;
  if (parent === undefined)
    report.note(`${atTop} their parents are not in the file`, `${describeEntry(entry)}: parent ${number}`);
  if (isCircle) report.note(`${atTop} they would stand below themselves`, describeEntry(entry));
  await place(batch, type, entry, isCircle ? 0 : (parent ?? 0), slug);
  if (parent !== undefined) await forget();
}

type Place = NonNullable<Awaited<ReturnType<typeof findPlace>>>;

async function place(batch: Batch, type: ContentType, entry: Place, parent: number, wished: string): Promise<void> {
  const { tx } = batch;
  const { id, title, status } = entry;
  const above = parent === 0 ? undefined : await findPlace(tx, parent);
  const slug = isUnnamedState(status)
    ? wished
    : await claimSlug(tx, type, { id, parent, slug: wished || slugOfTitle(title, id) });
  const path = pathBelow(above?.path ?? '', slug);
  if (slug === entry.slug && path === entry.path && parent === entry.parent) return;
  await placeEntry(tx, { id, parent, slug, path });
  const moved = path === entry.path ? [] : await movePaths(tx, id, path);
  await recordSettled(batch, id, entryTags(moved));
}

/** Whether an entry is another one or stands anywhere below it. */
async function standsBelow({ tx }: Batch, id: number, other: number): Promise<boolean> {
  const passed = new Set<number>();
  for (let at = id; at !== 0 && !passed.has(at); at = (await findPlace(tx, at))?.parent ?? 0) {
    if (at === other) return true;
    passed.add(at);
  }
  return false;
}
