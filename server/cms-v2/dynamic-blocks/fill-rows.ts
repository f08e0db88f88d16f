// Fills in the dynamic blocks of entries that are about to be shown.
import { fillContents } from '../../rendering/dynamic/fill.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { EntryRow } from '../entries/rows.ts';
import { makeLoader } from './loader.ts';
import { shownEntry } from './shown.ts';

/** An entry, and its content as `renderContent` has made it. */
export interface HoledRow {
  readonly row: EntryRow;
  readonly stored: string;
}

/** The contents as HTML, by the number of their entries. The number of statements does not depend on how many there are. */
export async function fillRows(parts: EntryParts, rows: readonly HoledRow[]): Promise<ReadonlyMap<number, string>> {
  const contents = rows.flatMap(({ row, stored }) => {
    const entry = shownEntry(parts, row);
    return entry ? [{ stored, entry }] : [];
  });
  if (contents.length === 0) return new Map();
  const filled = await fillContents(contents, makeLoader(parts));
  return new Map(contents.map(({ entry }, at) => [entry.id, filled[at] ?? '']));
}
