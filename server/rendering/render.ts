import { hasBlocks, parseBlocks } from './blocks/grammar.ts';
import { renderStaticBlocks } from './blocks/render.ts';
import { makeExcerpt } from './excerpt.ts';
import { loadLazily } from './images.ts';
import { escapeLooseAmpersands } from './markup.ts';
import { paragraphs } from './paragraphs.ts';
import { expandShortcodes, linkEmbeds } from './shortcode-renderers.ts';
import { unwrapLoneShortcodes } from './shortcodes.ts';
import { smileys } from './smileys.ts';
import { typographic } from './typography.ts';

/** Grows whenever the same stored text may render differently, so that kept renderings can be told from stale ones. */
export const RENDERER_VERSION = 3;

/**
 * `content.rendered` of a stored content (rendering.md §1, first row): blocks, typography, paragraphs unless there is a
 * block, shortcodes, pictures and frames, smileys. Nothing is filtered here: what users without `unfiltered_html` may
 * store is decided on save.
 */
export function renderContent(raw: string): string {
  const linked = linkEmbeds(raw);
  const blocks = hasBlocks(linked);
  const text = typographic(blocks ? renderStaticBlocks(parseBlocks(linked)) : linked);
  const shaped = unwrapLoneShortcodes(blocks ? text : paragraphs(text));
  return smileys(loadLazily(expandShortcodes(shaped)));
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
