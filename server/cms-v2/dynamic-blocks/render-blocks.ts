// Renders inner blocks, such as those that are repeated for each entry of a list.
import type { RenderBlocks } from '../../rendering/dynamic/fill.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { type RenderBudget, runOrElse } from '../entries/rendered-texts.ts';

/** Returns a function that renders blocks for a response. The function returns an empty string if rendering is too expensive. */
export const createRenderBlocks =
  (deps: EntryDeps, budget: RenderBudget): RenderBlocks =>
  (content) =>
    runOrElse(deps.texts, budget, 'renderBlocks', { content }, () => '');
