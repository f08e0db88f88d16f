// By what entries of a file are known again. The number is enough nearly always; but files put together by hand hold
// the same number twice, and old ones none.
import { findImportedEntries } from './imported-store.ts';
import type { Batch, KnownEntry } from './run.ts';
import type { WxrItem, WxrRecord } from './wxr/records.ts';

/** What is remembered of entries. */
export const entryKind = 'entry';

/** The key of the first entry that has a number. */
const numberKey = (number: number): string => String(number);

/** The key of another entry of the same number, or of one without a number. */
const guidKey = (item: WxrItem): string =>
  `${item.sourceId} ${item.guid || item.link || `${item.type} ${item.date} ${item.title}`}`;

/** The key under which an item is imported or was imported, and the entry that it became where it was. */
export function keyOf(
  { entries }: Pick<Batch, 'entries'>,
  item: WxrItem,
): { key: string; known: KnownEntry | undefined } {
  const long = guidKey(item);
  const ofLong = entries.get(long);
  if (ofLong || item.sourceId === 0) return { key: long, known: ofLong };
  const short = numberKey(item.sourceId);
  const ofShort = entries.get(short);
  const isOther = ofShort !== undefined && item.guid !== '' && ofShort.guid !== item.guid;
  return isOther ? { key: long, known: undefined } : { key: short, known: ofShort };
}

/** The entry that an item's parent became. */
export const knownParent = ({ entries }: Pick<Batch, 'entries'>, item: WxrItem): KnownEntry | undefined =>
  entries.get(numberKey(item.parent));

/** Looks up what the items of a batch and their parents became, in one statement. */
export async function lookUpEntries({ tx, run, entries }: Batch, records: readonly WxrRecord[]): Promise<void> {
  const items = records.filter((record) => record.kind === 'item');
  const keys = items.flatMap((item) => [numberKey(item.sourceId), guidKey(item), numberKey(item.parent)]);
  if (keys.length === 0) return;
  for (const row of await findImportedEntries(tx, run.source, entryKind, [...new Set(keys)])) {
    entries.set(row.source_id, { id: row.own_id, guid: row.guid });
  }
}

/** What the entry of a number became; undefined where it was not imported or is gone. */
export async function findOwnEntry({ tx, run }: Batch, number: number): Promise<number | undefined> {
  return (await findImportedEntries(tx, run.source, entryKind, [numberKey(number)]))[0]?.own_id;
}
