// Renders content when it is saved, to HTML with placeholders for dynamic blocks. The placeholders are filled on every read.
import { type Block, hasBlocks, parseBlocks } from './blocks/parse.ts';
import { renderStaticBlocks } from './blocks/render.ts';
import { serializeBlocks } from './blocks/serialize.ts';
import { dynamicBlocks } from './dynamic/blocks/index.ts';
import { type EmbeddableUrl, embed } from './dynamic/shortcodes/embed.ts';
import { dynamicShortcodes, shortcodeToBlock } from './dynamic/shortcodes/index.ts';
import { addLoadingHints } from './loading-hints.ts';
import { addParagraphs } from './paragraphs.ts';
import { placeEmbeds, urlMarker } from './place-embeds.ts';
import {
  embeddableUrlOf,
  expandShortcodes,
  type ShortcodeRenderer,
  staticRenderers,
  wrapUrls,
} from './shortcode-renderers.ts';
import { unwrapStandaloneShortcodes } from './shortcodes.ts';
import { replaceSmileys } from './smileys.ts';
import { applyTypography } from './typography.ts';

/** Rendered HTML, and dynamic blocks that are rendered on every read. */
export type ContentParts = readonly (string | Block)[];

/**
 * Control character that marks placeholders during rendering, and stored content with placeholders. It is removed from every text,
 * as is U+0000, so that authors cannot forge a placeholder.
 */
const MARKER = '\u0001';

const placeholderPattern = new RegExp(`<!--${MARKER}(\\d+)-->`);

const removeMarkers = (text: string): string =>
  /[\u0000\u0001]/.test(text) ? text.replace(/[\u0000\u0001]/g, '') : text;

/**
 * Maximum number of dynamic blocks and shortcodes that are rendered per entry, including repetitions by loops. Further ones are
 * rendered as an empty string. At most this many blocks and this many shortcodes are stored. URLs have a separate limit.
 */
export const MAX_DYNAMIC_BLOCKS = 2000;

/** Renders stored content to parts (rendering.md §1, first row). */
export function renderContentParts(raw: string): ContentParts {
  const text = wrapUrls(removeMarkers(raw));
  return hasBlocks(text) ? renderBlockParts(parseBlocks(text)) : expandParts(addParagraphs(applyTypography(text)), []);
}

/** Renders blocks, and the HTML between them, to parts. Dynamic blocks are kept, and everything else is rendered. */
export function renderBlockParts(innerContent: Block['innerContent']): ContentParts {
  const placeholders: Block[] = [];
  const createPlaceholder = (block: Block) =>
    placeholders.length < MAX_DYNAMIC_BLOCKS ? [`<!--${MARKER}${placeholders.push(block) - 1}-->`] : [];
  const renderers = { get: (name: string) => (dynamicBlocks.has(name) ? createPlaceholder : undefined) };
  return expandParts(applyTypography(renderStaticBlocks(innerContent, renderers)), placeholders);
}

/** Expands the shortcodes in HTML. Dynamic shortcodes become placeholders in addition to the existing ones. */
function expandParts(unexpandedHtml: string, placeholders: Block[]): ContentParts {
  const counts = new Map<string, number>();
  const maxPlaceholders = placeholders.length + MAX_DYNAMIC_BLOCKS;
  const createPlaceholder: ShortcodeRenderer = (shortcode) => {
    if (placeholders.length >= maxPlaceholders) return '';
    const number = (counts.get(shortcode.name) ?? 0) + 1;
    counts.set(shortcode.name, number);
    return `<!--${MARKER}${placeholders.push(shortcodeToBlock(shortcode, number)) - 1}-->`;
  };
  const urls: EmbeddableUrl[] = [];
  const createUrlPlaceholder: ShortcodeRenderer = (shortcode, expand) => {
    const url = embeddableUrlOf(shortcode);
    if (!url) return staticRenderers.get('embed')?.(shortcode, expand) ?? '';
    return urlMarker(urls.push(url) - 1);
  };
  const renderers = new Map([
    ...dynamicShortcodes.map((name) => [name, createPlaceholder] as const),
    ['embed', createUrlPlaceholder],
  ]);
  const expanded = expandShortcodes(unwrapStandaloneShortcodes(unexpandedHtml, 'embed'), renderers);
  const withEmbeds = placeEmbeds(expanded, urls, (block) => `<!--${MARKER}${placeholders.push(block) - 1}-->`);
  const html = replaceSmileys(addLoadingHints(withEmbeds));
  if (placeholders.length === 0) return [html];
  const parts = html
    .split(placeholderPattern)
    .map((part, at) => (at % 2 === 0 ? part : (placeholders[Number(part)] ?? '')));
  return parts.filter((part) => part !== '');
}

/** Serializes parts for storage. If there are no placeholders, the result is the HTML itself. */
export function serializeParts(parts: ContentParts): string {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return MARKER + JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : [serializeBlocks([part])])));
}

/** Whether stored content has placeholders. Checks only the first character. */
export const hasPlaceholders = (stored: string): boolean => stored.startsWith(MARKER);

/** Parses the result of `serializeParts`, and omits dynamic blocks beyond the maximum. */
export function parseParts(stored: string): ContentParts {
  if (!hasPlaceholders(stored)) return [stored];
  const parts = JSON.parse(stored.slice(MARKER.length)) as readonly (string | readonly [string])[];
  let blocks = 0;
  return parts.flatMap((part): (string | Block)[] => {
    if (typeof part === 'string') return [part];
    blocks += 1;
    return blocks <= MAX_DYNAMIC_BLOCKS || part[0].startsWith(embedBlockPrefix) ? parseBlocks(part[0]) : [];
  });
}

/** Prefix of a serialized embed block. Embed blocks beyond MAX_DYNAMIC_BLOCKS are kept, because their URLs are rendered as text. */
const embedBlockPrefix = `<!-- wp:${embed.name} `;
