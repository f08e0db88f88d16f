// Replaces the placeholders in the content of entries with rendered dynamic blocks.
import { fillContents, type RenderBlocks } from '../../rendering/dynamic/fill.ts';
import type { RowWithPlaceholders } from '../entries/added-content.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { type RenderBudget, runOrElse } from '../entries/rendered-texts.ts';
import { createLoader } from './loader.ts';
import { presentEntry } from './to-views.ts';

/** Returns a function that renders blocks for a response. The function returns an empty string if rendering is too expensive. */
export const createRenderBlocks =
  (deps: EntryDeps, budget: RenderBudget): RenderBlocks =>
  (content) =>
    runOrElse(deps.texts, budget, 'renderBlocks', { content }, () => '');

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
