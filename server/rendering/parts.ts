// What is made of a content when it is written: HTML with holes, where blocks show what is not known yet.
import { type Block, hasBlocks, parseBlocks } from './blocks/grammar.ts';
import { renderStaticBlocks } from './blocks/render.ts';
import { serializeBlocks } from './blocks/serialize.ts';
import { dynamicBlocks } from './dynamic/blocks/index.ts';
import { embed, type WrittenAddress } from './dynamic/shortcodes/embed.ts';
import { blockOfShortcode, dynamicShortcodes } from './dynamic/shortcodes/index.ts';
import { loadLazily } from './images.ts';
import { paragraphs } from './paragraphs.ts';
import { markOfAddress, placeAddresses } from './place-addresses.ts';
import {
  addressInBracket,
  bracketAddresses,
  expandShortcodes,
  plainRenderers,
  type ShortcodeRenderer,
} from './shortcode-renderers.ts';
import { unwrapLoneShortcodes } from './shortcodes.ts';
import { smileys } from './smileys.ts';
import { typographic } from './typography.ts';

/** HTML that is finished, and blocks that are still to be filled in. */
export type Parts = readonly (string | Block)[];

/**
 * Marks a hole while HTML is made, and a stored content with holes. A control character that means nothing in HTML: it is
 * taken out of every text, so that no author can write one. So is U+0000, which no text of ours is stored with.
 */
const mark = '\u0001';

const marked = new RegExp(`<!--${mark}(\\d+)-->`);

const withoutMarks = (text: string): string =>
  /[\u0000\u0001]/.test(text) ? text.replace(/[\u0000\u0001]/g, '') : text;

/** The blocks of a stored content. */
export const blocksOf = (raw: string): Block[] => parseBlocks(withoutMarks(raw));

/**
 * Dynamic blocks and shortcodes of one content that are shown, those that loops repeat counted each time. Those after them
 * show nothing, so none is stored for them; addresses have a limit of their own.
 */
export const MAX_DYNAMIC_BLOCKS = 2000;

/** The parts of a stored content (rendering.md §1, first row). */
export function contentParts(raw: string): Parts {
  const text = bracketAddresses(withoutMarks(raw));
  return hasBlocks(text) ? blockParts(parseBlocks(text)) : finishedParts(paragraphs(typographic(text)), []);
}

/** The parts of some blocks and the HTML between them: dynamic blocks stay, everything else is finished. */
export function blockParts(pieces: Block['pieces']): Parts {
  const holes: Block[] = [];
  const hole = (block: Block) => (holes.length < MAX_DYNAMIC_BLOCKS ? [`<!--${mark}${holes.push(block) - 1}-->`] : []);
  const renderers = { get: (name: string) => (dynamicBlocks.has(name) ? hole : undefined) };
  return finishedParts(typographic(renderStaticBlocks(pieces, renderers)), holes);
}

/** HTML with its shortcodes carried out; those that show data are holes beside the `holes` that are marked in it. */
function finishedParts(unfinished: string, holes: Block[]): Parts {
  const shown = new Map<string, number>();
  const full = holes.length + MAX_DYNAMIC_BLOCKS;
  const hole: ShortcodeRenderer = (shortcode) => {
    if (holes.length >= full) return '';
    const number = (shown.get(shortcode.name) ?? 0) + 1;
    shown.set(shortcode.name, number);
    return `<!--${mark}${holes.push(blockOfShortcode(shortcode, number)) - 1}-->`;
  };
  const addresses: WrittenAddress[] = [];
  const embedHole: ShortcodeRenderer = (shortcode, expand) => {
    const address = addressInBracket(shortcode);
    if (!address) return plainRenderers.get('embed')?.(shortcode, expand) ?? '';
    return markOfAddress(addresses.push(address) - 1);
  };
  const renderers = new Map([...dynamicShortcodes.map((name) => [name, hole] as const), ['embed', embedHole]]);
  const expanded = expandShortcodes(unwrapLoneShortcodes(unfinished, 'embed'), renderers);
  const placed = placeAddresses(expanded, addresses, (block) => `<!--${mark}${holes.push(block) - 1}-->`);
  const html = smileys(loadLazily(placed));
  if (holes.length === 0) return [html];
  const parts = html.split(marked).map((part, at) => (at % 2 === 0 ? part : (holes[Number(part)] ?? '')));
  return parts.filter((part) => part !== '');
}

/** Parts as they are stored: the HTML itself, where there are no holes. */
export function packParts(parts: Parts): string {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return mark + JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : [serializeBlocks([part])])));
}

/** Whether a stored content has holes. Costs one look at its first letter. */
export const hasHoles = (stored: string): boolean => stored.startsWith(mark);

/** What `packParts` has packed, without the dynamic blocks after those that are shown. */
export function unpackParts(stored: string): Parts {
  if (!hasHoles(stored)) return [stored];
  const parts = JSON.parse(stored.slice(mark.length)) as readonly (string | readonly [string])[];
  let blocks = 0;
  return parts.flatMap((part): (string | Block)[] => {
    if (typeof part === 'string') return [part];
    blocks += 1;
    return blocks <= MAX_DYNAMIC_BLOCKS || part[0].startsWith(addressesAsBlock) ? parseBlocks(part[0]) : [];
  });
}

/** How the addresses of a content begin among its parts: they are shown as text where nothing may be embedded any more. */
const addressesAsBlock = `<!-- wp:${embed.name} `;
