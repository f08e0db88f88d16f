// Fills in the dynamic blocks of entries that are about to be shown.

import { fillContents } from '../../rendering/dynamic/fill.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { Reading } from '../entries/rendered-texts.ts';
import type { EntryRow } from '../entries/rows.ts';
import { makeLoader } from './loader.ts';
import { makeRenderBlocks } from './render-blocks.ts';
import { shownEntry } from './shown.ts';

/** A content as `renderContent` has made it, and the entry that it is shown in. */
export interface HoledRow {
  /** What the content is called in the answer, where it is not the entry's present one. */
  readonly id?: number;
  readonly row: EntryRow;
  readonly stored: string;
}

/** The contents as HTML, by their number or that of their entries. The number of statements does not depend on how many there are. */
export async function fillRows(
  parts: EntryParts,
  reading: Reading,
  rows: readonly HoledRow[],
): Promise<ReadonlyMap<number, string>> {
  const hidden = await findHiddenPaths(
    parts.database.read,
    rows.map(({ row }) => row),
  );
  const contents = rows.flatMap(({ id, row, stored }) => {
    const entry = shownEntry(parts, row, hidden);
    return entry ? [{ id: id ?? row.id, stored, entry }] : [];
  });
  if (contents.length === 0) return new Map();
  const filled = await fillContents(contents, makeLoader(parts, reading.work), makeRenderBlocks(parts, reading));
  return new Map(contents.map(({ id }, at) => [id, filled[at] ?? '']));
}
