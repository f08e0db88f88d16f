// Looks up in advance what the items of a batch refer to, so that importing an item needs few statements whose results are awaited.
import type { ContentType } from '../../contract/grammar/content-type.ts';
import { takeCommentIds } from '../cms-v2/comments/store.ts';
import { isUnnamedStatus } from '../cms-v2/entries/slugs.ts';
import { shareTermCounts } from '../cms-v2/entries/terms-store.ts';
import { toSlug } from '../rendering/slug.ts';
import { loadImportedOwners } from './authors.ts';
import { commentKeys } from './comments.ts';
import { slugOf } from './entries.ts';
import { keyOf, loadKnownEntries } from './entry-keys.ts';
import { loadLocalTerms, termKey } from './local-terms.ts';
import { localName } from './names.ts';
import type { Batch, KnownEntry } from './run.ts';
import { findImportedType, findSkipReason } from './skipped-items.ts';
import type { WxrItem, WxrRecord } from './wxr/records.ts';

/** An item that will probably be imported: it is not skipped because of its type or status. */
interface ExpectedItem {
  readonly item: WxrItem;
  readonly type: ContentType;
  readonly key: string;
  /** Whether its entry was imported before. */
  readonly isKnown: boolean;
}

/**
 * Looks up the entries, terms, users and comments that were imported before, takes the IDs of new entries and comments, and reserves their
 * slugs. Rows are collected from now on: other statements of the batch run after them.
 */
export async function prepareBatch(batch: Batch, records: readonly WxrRecord[]): Promise<void> {
  const { tx, users } = batch;
  tx.collectInserts();
  const items = records.filter((record) => record.kind === 'item');
  if (items.length === 0) return;
  // No term is deleted from now on.
  await shareTermCounts(tx);
  await Promise.all([
    loadKnownEntries(batch, records),
    loadTerms(batch, items),
    loadImportedOwners(
      batch,
      items.map(({ creator }) => creator),
    ),
    users.ownersBySourceId.load(items.flatMap(({ comments }) => comments.map(({ userId }) => String(userId)))),
  ]);
  const expected = expectedItems(batch, items);
  await Promise.all([prepareEntries(batch, expected), prepareComments(batch, expected)]);
}

async function loadTerms(batch: Batch, items: readonly WxrItem[]): Promise<void> {
  const { run } = batch;
  const keysByTaxonomy = new Map<string, Set<string>>();
  for (const term of items.flatMap(({ categories }) => categories)) {
    const name = localName(run, term.domain);
    const keys = keysByTaxonomy.get(name) ?? new Set();
    keysByTaxonomy.set(name, keys.add(termKey(term)));
  }
  const taxonomies = [...keysByTaxonomy].flatMap(([name, keys]) => {
    const taxonomy = run.service.contract.taxonomies.get(name);
    return taxonomy ? [{ taxonomy, keys: [...keys] }] : [];
  });
  await Promise.all(taxonomies.map(({ taxonomy, keys }) => loadLocalTerms(batch, taxonomy, keys)));
}

/** Returns the items that will probably be imported. Finds the keys that they will have, in file order. */
function expectedItems({ run, content }: Batch, items: readonly WxrItem[]): ExpectedItem[] {
  const expectedEntries = new Map<string, KnownEntry>(content.entries);
  const expected: ExpectedItem[] = [];
  for (const item of items) {
    const type = findImportedType(run, item);
    if (!type || findSkipReason(type, item) !== undefined) continue;
    const { key, known } = keyOf(expectedEntries, item);
    expected.push({ item, type, key, isKnown: known !== undefined });
    if (!known) expectedEntries.set(key, { id: 0, guid: item.guid });
  }
  return expected;
}

async function prepareEntries({ tx, content }: Batch, expected: readonly ExpectedItem[]): Promise<void> {
  const slugsByType = new Map<ContentType, Set<string>>();
  const created = expected.filter(({ isKnown }) => !isKnown);
  for (const { type, item } of created) {
    const slug = isUnnamedStatus(item.status) ? '' : slugOf(item) || toSlug(item.title);
    if (slug === '') continue;
    const slugs = slugsByType.get(type) ?? new Set();
    slugsByType.set(type, slugs.add(slug));
  }
  await content.lookups.prepare(tx, created.length, slugsByType);
}

async function prepareComments({ tx, comments }: Batch, expected: readonly ExpectedItem[]): Promise<void> {
  const keys = expected.flatMap(({ item, key }) => commentKeys(item, key));
  if (keys.length === 0) return;
  await comments.known.load(keys);
  const newKeys = keys.filter((key) => comments.known.get(key) === undefined);
  if (newKeys.length > 0) comments.newIds.push(...(await takeCommentIds(tx, newKeys.length)).reverse());
}
