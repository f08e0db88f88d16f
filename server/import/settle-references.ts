// What entries show and name by number gets the numbers it has here, once the whole file was read.

import { findRawText, updateSearchText } from '../cms-v2/entries/store.ts';
import { madeOf, searchText } from '../cms-v2/entries/texts.ts';
import { findMediaItem } from '../cms-v2/media/store.ts';
import { feature, writeTexts } from './entries-store.ts';
import { entryKind, findOwnEntry } from './entry-keys.ts';
import { findImported, findImportedEntries, removeImported, writeImported } from './imported-store.ts';
import { metaValue } from './meta.ts';
import { ownName } from './names.ts';
import { termNumberKind } from './own-terms.ts';
import { recordSettled } from './record-settled.ts';
import { type Reference, referencesIn, renumber } from './references.ts';
import { describeEntry } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem } from './wxr/records.ts';

/** What is remembered of entries until the picture they show has come. */
export const awaitingPicture = 'entry awaiting its picture';

/** What is remembered of entries until what their texts name has come. */
export const awaitingReferences = 'entry awaiting what it names';

/** Remembers what an entry shows and names. */
export async function awaitReferences({ tx, run }: Batch, item: WxrItem, key: string, own_id: number): Promise<void> {
  const picture = Number(metaValue(item, '_thumbnail_id') ?? 0);
  if (Number.isSafeInteger(picture) && picture > 0) {
    await writeImported(tx, { source: run.source, kind: awaitingPicture, source_id: `${picture} ${key}`, own_id });
  }
  if (referencesIn(item.content).length > 0) {
    await writeImported(tx, { source: run.source, kind: awaitingReferences, source_id: key, own_id });
  }
}

type Row = { readonly source_id: string; readonly own_id: number };

/** Lets an entry show its picture where that has come; the wish is kept otherwise, for another file may bring it. */
export async function settlePicture(batch: Batch, row: Row, isWhole: boolean): Promise<void> {
  const { tx, run, report } = batch;
  const own = await findOwnEntry(batch, Number.parseInt(row.source_id, 10));
  const picture = own === undefined ? undefined : await findMediaItem(tx, own);
  if (!picture) {
    if (isWhole) {
      const [entry] = await findRawText(tx, [row.own_id]);
      const about = describeEntry(entry ?? { title: '', id: row.own_id });
      const missing = Number.parseInt(row.source_id, 10);
      report.note('entries without their featured picture, because it is not in the file', `${about}: file ${missing}`);
    }
    return;
  }
  await feature(tx, row.own_id, picture.id);
  await recordSettled(batch, row.own_id);
  await removeImported(tx, { source: run.source, kind: awaitingPicture, source_id: row.source_id });
}

/**
 * Gives what the text of an entry names the numbers it has here. A text is changed once, for afterwards its old numbers
 * and its new ones look the same; while nothing of what it names has come it waits for another file.
 */
export async function settleReferences(batch: Batch, row: Row, isWhole: boolean): Promise<void> {
  const { tx, run, report } = batch;
  if (!isWhole) return;
  const [entry] = await findRawText(tx, [row.own_id]);
  const named = entry ? referencesIn(entry.content) : [];
  const numbers = await ownNumbers(batch, named);
  const missing = named.filter((reference) => !numbers.has(keyOf(reference)));
  if (entry && missing.length > 0) {
    const sentence = 'entries whose texts name what is not in the file; those numbers stay as they are';
    report.note(sentence, `${describeEntry(entry)}: ${[...new Set(missing.map(describeReference))].join(', ')}`);
  }
  if (entry && named.length > 0 && numbers.size === 0) return;
  await removeImported(tx, { source: run.source, kind: awaitingReferences, source_id: row.source_id });
  if (!entry) return;
  const content = renumber(entry.content, (reference) => numbers.get(keyOf(reference)));
  await rewrite(batch, entry, { ...entry, content });
}

interface Text {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** Stores other texts of an entry with what is made of them. Nobody has edited it, so its dates stay. */
export async function rewrite(batch: Batch, before: Text, texts: Text): Promise<void> {
  const { tx } = batch;
  if (texts.content === before.content && texts.excerpt === before.excerpt) return;
  await writeTexts(tx, { ...texts, ...madeOf(texts) });
  await updateSearchText(tx, { entry_id: texts.id, ...searchText(texts) });
  await recordSettled(batch, texts.id);
}

const describeReference = (reference: Reference): string =>
  reference.kind === 'term' ? `${reference.taxonomy} ${reference.number}` : `${reference.kind} ${reference.number}`;

const keyOf = (reference: Reference): string => Object.values(reference).join(' ');

/** The numbers here of what a text names; what was not imported is not in it. */
async function ownNumbers(batch: Batch, named: readonly Reference[]): Promise<Map<string, number>> {
  const { tx, run } = batch;
  const found = new Map<string, number>();
  const entries = named.filter(({ kind }) => kind === 'entry').map(({ number }) => String(number));
  for (const row of entries.length > 0 ? await findImportedEntries(tx, run.source, entryKind, entries) : [])
    found.set(`entry ${row.source_id}`, row.own_id);
  for (const reference of named) {
    const taxonomy = reference.kind === 'term' && run.service.contract.taxonomies.get(ownName(run, reference.taxonomy));
    if (!taxonomy) continue;
    const number = String(reference.number);
    const own = (await findImported(tx, run.source, termNumberKind(taxonomy), [number])).get(number);
    if (own !== undefined) found.set(keyOf(reference), own);
  }
  return found;
}
