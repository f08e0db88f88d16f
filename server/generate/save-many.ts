// Inserts many new entries with fewer statements than saveNewEntry, because terms, counters and search texts are written for all
// entries at once. The result is the same (generate-site.test.ts compares both). Suitable only for entries whose slugs are free.
import type { ContentType, Taxonomy } from '../../contract/grammar/content-type.ts';
import { allAuthors } from '../cms-v2/entries/counts-store.ts';
import { type ComposedEntry, insertEntry } from '../cms-v2/entries/store.ts';
import { renderDerivedColumns, searchRow } from '../cms-v2/entries/texts.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import type { WriteHandle } from '../database/handle.ts';
import { addToCount, addToTerm, insertSearchTexts, insertTermLinks } from './bulk-store.ts';
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
  const entriesWithId: (ReadyEntry & { readonly id: number })[] = [];
  for (const each of ready) {
    const { entry, slug } = each;
    entriesWithId.push({ ...each, id: await insertEntry(tx, { ...entry, slug, path: slug, slug_before_trash: null }) });
  }
  await insertTermLinks(
    tx,
    entriesWithId.flatMap(({ id, entry: { type, status, date }, terms }) =>
      terms.map((term) => ({ entry_id: id, term_id: term.id, taxonomy: term.taxonomy.name, type, status, date })),
    ),
  );
  for (const count of countsOf(ready)) await addToCount(tx, count);
  for (const [id, n] of publishedCountsByTerm(ready)) await addToTerm(tx, id, n);
  await insertSearchTexts(
    tx,
    entriesWithId.map(({ id, entry }) => searchRow(id, entry)),
  );
  return entriesWithId.map(({ id }) => id);
}

function countsOf(ready: readonly ReadyEntry[]) {
  const counts = new Map<string, { type: string; status: string; author: number; n: number }>();
  for (const { entry } of ready) {
    for (const author of [entry.author, allAuthors]) {
      const { type, status } = entry;
      const key = `${type} ${status} ${author}`;
      counts.set(key, { type, status, author, n: (counts.get(key)?.n ?? 0) + 1 });
    }
  }
  return [...counts.values()];
}

function publishedCountsByTerm(ready: readonly ReadyEntry[]): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const { entry, terms } of ready) {
    if (entry.status !== 'publish') continue;
    for (const { id } of terms) numbers.set(id, (numbers.get(id) ?? 0) + 1);
  }
  return numbers;
}
