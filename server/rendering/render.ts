import { compactAttributes } from './blocks/attributes.ts';
import { renderBlockParts, renderContentParts, serializeParts } from './content-parts.ts';
import { generateExcerpt } from './excerpt.ts';
import { addLoadingHints } from './loading-hints.ts';
import { escapeLooseAmpersands } from './markup.ts';
import { addParagraphs } from './paragraphs.ts';
import { unwrapStandaloneShortcodes } from './shortcodes.ts';
import { replaceSmileys } from './smileys.ts';
import { applyTypography } from './typography.ts';

/** Version of the renderer, increased whenever stored content may render differently, in order to invalidate cached renderings. */
export const RENDERER_VERSION = 8;

/**
 * Returns `content.rendered` of stored content (rendering.md §1, first row). It renders blocks, applies typography, adds paragraphs
 * unless there is a block, expands shortcodes, adds attributes to images and iframes, and converts smileys. It does not sanitize,
 * because content of users without `unfiltered_html` is sanitized on save. Blocks that depend on other data become
 * placeholders, which `fillContents` fills on every read.
 */
export const renderContent = (raw: string): string => serializeParts(renderContentParts(raw));

/** Renders one block without inner blocks like `renderContent`. Attributes are not validated, because every block does this itself. */
export function renderBlock(name: string, attributes: Readonly<Record<string, unknown>>): string {
  const json = Object.keys(attributes).length > 0 ? compactAttributes(JSON.stringify(attributes)) : '';
  return serializeParts(renderBlockParts([{ name, attributes, json, innerContent: [], isVoid: true }]));
}

/** Returns `title.rendered` (rendering.md §1), with typography and without surrounding whitespace. Loose `&` are escaped. */
export function renderTitle(raw: string): string {
  return escapeLooseAmpersands(applyTypography(raw)).trim();
}

/** Returns `excerpt.rendered` of a stored excerpt (rendering.md §1). It is not truncated; shortcodes and block comments are kept. */
export function renderExcerpt(raw: string): string {
  const text = escapeLooseAmpersands(replaceSmileys(applyTypography(raw)));
  return addLoadingHints(unwrapStandaloneShortcodes(addParagraphs(text)));
}

/**
 * Returns `excerpt.rendered` of an entry whose stored excerpt is empty or whitespace (rendering.md §8). It consists of the first
 * `maxWords` words of the content.
 */
export function renderGeneratedExcerpt(rawContent: string, maxWords?: number): string {
  return renderExcerpt(generateExcerpt(rawContent, maxWords));
}
