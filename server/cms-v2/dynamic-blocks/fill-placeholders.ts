// Replaces the placeholders in the content of entries with rendered dynamic blocks.

import { fillContents } from '../../rendering/dynamic/fill.ts';
import type { RowWithPlaceholders } from '../entries/added-content.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import type { RenderBudget } from '../entries/rendered-texts.ts';
import { createLoader } from './loader.ts';
import { createRenderBlocks } from './render-blocks.ts';
import { presentEntry } from './to-views.ts';

/**
 * Returns the content of rows as HTML, by key or entry ID. Rows whose type is not registered are omitted. The data for all
 * rows is loaded together.
 */
export async function fillPlaceholders(
  deps: EntryDeps,
  budget: RenderBudget,
  rows: readonly RowWithPlaceholders[],
): Promise<ReadonlyMap<number, string>> {
  const entries = rows.map(({ row }) => row);
  const hiddenPaths = await findHiddenPaths(deps.database.read, entries);
  const contents = rows.flatMap(({ id, row, stored }) => {
    const entry = presentEntry(deps, row, hiddenPaths);
    return entry ? [{ id: id ?? row.id, stored, entry }] : [];
  });
  if (contents.length === 0) return new Map();
  const filled = await fillContents(contents, createLoader(deps, budget.work), createRenderBlocks(deps, budget));
  return new Map(contents.map(({ id }, at) => [id, filled[at] ?? '']));
}
