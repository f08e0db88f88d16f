// Inserts many new entries with few statements: rows are collected, and counters are updated once. The result is that of the entry writer,
// without events (generate-site.test.ts compares both). Suitable only for entries whose slugs are free.
import type { ContentType, Taxonomy } from '../../contract/grammar/content-type.ts';
import { adjustCount } from '../cms-v2/entries/counts-store.ts';
import { type ComposedEntry, insertEntryWithId, insertSearchText, takeEntryIds } from '../cms-v2/entries/store.ts';
import { countTerms, linkTerm, shareTermCounts } from '../cms-v2/entries/terms-store.ts';
import { renderDerivedColumns, searchRow } from '../cms-v2/entries/texts.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import type { WriteHandle } from '../database/handle.ts';
import type { GeneratedPost } from './posts.ts';

// Converts generated posts to entries.

/** Returns the columns of a generated post except slug, path and terms. */
export function composePost(type: ContentType, post: GeneratedPost): ComposedEntry {
  const { title, content, guid, date, author } = post;
  const contents = { title, content, excerpt: '' };
  return {
    ...contents,
    ...renderDerivedColumns(contents),
    type: type.name,
    status: 'publish',
    rights_status: 'publish',
    author,
    guid,
    date,
    date_gmt: date,
    modified: date,
    modified_gmt: date,
    parent: 0,
    ...composeColumns('entries', { initial: { comment_status: 'open', ping_status: 'open' } }),
    password: '',
    featured_media: 0,
    meta: '{}',
    theme: '',
    revision_count: 0,
    latest_revision: 0,
  };
}

/** A new top-level entry with its slug and its terms. */
export interface ReadyEntry {
  readonly entry: ComposedEntry;
  readonly slug: string;
  readonly terms: readonly { readonly taxonomy: Taxonomy; readonly id: number }[];
}

/** Inserts new entries with their terms and search texts, and updates the counters. Returns the IDs in the same order. */
export async function saveManyEntries(tx: WriteHandle, ready: readonly ReadyEntry[]): Promise<number[]> {
  tx.collectInserts();
  await shareTermCounts(tx);
  const ids = ready.length > 0 ? await takeEntryIds(tx, ready.length) : [];
  for (const [at, { entry, slug, terms }] of ready.entries()) {
    const row = { ...entry, id: ids[at] as number, slug, path: slug, slug_before_trash: null };
    const { id, type, status, date } = row;
    await insertEntryWithId(tx, row);
    for (const { id: term_id, taxonomy } of terms)
      await linkTerm(tx, { entry_id: id, term_id, taxonomy: taxonomy.name, type, status, date });
    await adjustCount(tx, entry, 1);
    if (status === 'publish') await countTerms(tx, new Map(terms.map((term) => [term.id, 1])));
    await insertSearchText(tx, searchRow(row));
  }
  return ids;
}
