// What blocks hold that show something for each entry of a list is rendered when they are shown.
import type { RenderBlocks } from '../../rendering/dynamic/fill.ts';
import type { EntryParts } from '../entries/parts.ts';
import { type Reading, runOrElse } from '../entries/rendered-texts.ts';

/** Renders blocks for an answer. What is too long to be rendered gives nothing, as does what is over a limit. */
export const makeRenderBlocks =
  (parts: EntryParts, reading: Reading): RenderBlocks =>
  (content) =>
    runOrElse(parts, reading, 'renderBlocks', { content }, () => '');
