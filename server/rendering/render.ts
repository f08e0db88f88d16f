import { compactAttributes } from './blocks/attributes.ts';
import { makeExcerpt } from './excerpt.ts';
import { loadLazily } from './images.ts';
import { escapeLooseAmpersands } from './markup.ts';
import { paragraphs } from './paragraphs.ts';
import { blockParts, contentParts, packParts } from './parts.ts';
import { unwrapLoneShortcodes } from './shortcodes.ts';
import { smileys } from './smileys.ts';
import { typographic } from './typography.ts';

/** Grows whenever the same stored text may render differently, so that kept renderings can be told from stale ones. */
export const RENDERER_VERSION = 6;

/**
 * `content.rendered` of a stored content (rendering.md §1, first row): blocks, typography, paragraphs unless there is a
 * block, shortcodes, pictures and frames, smileys. Nothing is filtered here: what users without `unfiltered_html` may
 * store is decided on save. Where a block shows what does not depend on the content alone the result has holes, which are
 * filled in when it is shown (`fillContents`).
 */
export const renderContent = (raw: string): string => packParts(contentParts(raw));

/** As `renderContent`, of one block without anything inside it. Attributes are not checked: blocks take none for granted. */
export function renderBlock(name: string, attributes: Readonly<Record<string, unknown>>): string {
  const json = Object.keys(attributes).length > 0 ? compactAttributes(JSON.stringify(attributes)) : '';
  return packParts(blockParts([{ name, attributes, json, pieces: [], isVoid: true }]));
}

/** `title.rendered` (rendering.md §1): typography and loose `&`, trimmed; tags stay. */
export function renderTitle(raw: string): string {
  return escapeLooseAmpersands(typographic(raw)).trim();
}

/** `excerpt.rendered` of a written excerpt (rendering.md §1): never cut; shortcodes and block comments stay. */
export function renderExcerpt(raw: string): string {
  const text = escapeLooseAmpersands(smileys(typographic(raw)));
  return loadLazily(unwrapLoneShortcodes(paragraphs(text)));
}

/**
 * `excerpt.rendered` of an entry whose stored excerpt is empty or white space (rendering.md §8): made from its content,
 * `words` words long.
 */
export function renderMadeExcerpt(rawContent: string, words?: number): string {
  return renderExcerpt(makeExcerpt(rawContent, words));
}
