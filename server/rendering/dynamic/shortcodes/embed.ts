import { createHash } from 'node:crypto';
import { compactAttributes } from '../../blocks/attributes.ts';
import { type Block, isRecord } from '../../blocks/grammar.ts';
import { escapeAttribute } from '../../markup.ts';
import { quotationAndFrame } from '../../quotation-and-frame.ts';
import { typographic } from '../../typography.ts';
import type { Context, DynamicBlock } from '../dynamic-block.ts';
import type { Found } from '../needs.ts';
import type { ShownFrame } from '../shown.ts';
import { textOf } from '../text.ts';

/**
 * The addresses that stand alone on neighbouring lines, or in `[embed]` (rendering.md §5): those of the site's own entries
 * show a quotation and a frame, as long as everybody may see the entry. All others are what they would be without: text, in
 * `[embed]` a link. What other sites tell of theirs is never asked for while somebody waits.
 */
export const embed: DynamicBlock = {
  name: 'shortcode/embed',
  needs: (block) => addressesOf(block).map(({ address }) => ({ kind: 'addressed', address: plain(address) })),
  render,
  plain: (block) => linesOf(block, []),
};

/** An address as it was written. */
export interface WrittenAddress {
  readonly address: string;
  /** Whether it stood alone, without a shortcode. */
  readonly alone: boolean;
}

/**
 * A hole for addresses. `before` and `after`: the tags around them that the hole takes the place of, `<p>` or `<br />` and
 * `</p>` or `<br />`, with the space around them, `''` where there are none; undefined outside of paragraphs.
 */
export const embedBlock = (
  addresses: readonly WrittenAddress[],
  around?: { readonly before: string; readonly after: string },
): Block => {
  const attributes = { addresses, ...around };
  return {
    name: embed.name,
    attributes,
    json: compactAttributes(JSON.stringify(attributes)),
    pieces: [],
    isVoid: true,
  };
};

/** What an address is where nothing is embedded. */
export const withoutEmbed = ({ address, alone }: WrittenAddress): string => {
  const written = escapeAttribute(address);
  return alone ? typographic(address) : `<a href="${written}">${written}</a>`;
};

const addressesOf = ({ attributes }: Block): WrittenAddress[] =>
  (Array.isArray(attributes.addresses) ? attributes.addresses : []).filter(
    (each) => isRecord(each) && typeof each.address === 'string',
  );

/** The address itself: stored texts hold `&` as it is or as a reference. */
const plain = (address: string): string => address.replace(/&(?:amp|#0*38|#x0*26);/gi, '&');

function render(block: Block, { mark }: Context, found: Found): string {
  const shown = addressesOf(block).map(({ address }, at) => {
    const frame = found.addressed(plain(address));
    return frame && frameOf(frame, found.site.title, `${mark}-${at}`);
  });
  return linesOf(block, shown);
}

/** How large a frame is told to be before it says it itself (media-fonts-and-oembed.md, C1). Pixels. */
const size = { width: 600, height: 338 };

/** The secret is the same whenever the same text is shown, so that equal answers are equal. */
function frameOf({ link, frame, title }: ShownFrame, site: string, mark: string): string {
  const secret = createHash('sha256').update(`${mark} ${link}`).digest('hex').slice(0, 10);
  return quotationAndFrame({ link, frame, title: textOf(title) || '(no title)', site, ...size, secret, lazily: true });
}

/** The lines of a hole: paragraphs end before what is embedded, and go on behind it. */
function linesOf(block: Block, shown: readonly (string | undefined)[]): string {
  const addresses = addressesOf(block);
  const { before, after } = block.attributes;
  if (typeof before !== 'string' || typeof after !== 'string')
    return addresses.map((each, at) => shown[at] ?? withoutEmbed(each)).join('\n');
  let open = !before.startsWith('<p');
  let html = '';
  for (const [at, each] of addresses.entries()) {
    const frame = shown[at];
    if (frame !== undefined) html += `${open ? '</p>\n' : at > 0 ? '\n' : ''}${frame}`;
    else html += `${at === 0 ? before : open ? '<br />\n' : '\n<p>'}${withoutEmbed(each)}`;
    open = frame === undefined;
  }
  if (open) return html + after;
  return after.includes('</p>') ? html : `${html}\n<p>`;
}
