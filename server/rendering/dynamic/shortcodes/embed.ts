import { createHash } from 'node:crypto';
import { compactAttributes } from '../../blocks/attributes.ts';
import { type Block, isRecord } from '../../blocks/parse.ts';
import { renderEmbedCode } from '../../embed-code.ts';
import { escapeAttribute } from '../../markup.ts';
import { applyTypography } from '../../typography.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';
import { textOf } from '../text.ts';
import type { FrameView } from '../views.ts';

/**
 * URLs on adjacent lines of their own, or in `[embed]` (rendering.md §5): those of the site's public entries render as a
 * quotation and a frame. All others render as text, or as a link in `[embed]`. oEmbed data of other sites is never requested
 * during a response.
 */
export const embed: DynamicBlock = {
  name: 'shortcode/embed',
  needs: (block) => urlsOf(block).map(({ address }) => ({ kind: 'addressed', url: plain(address) })),
  render,
  renderFallback: (block) => renderLines(block, []),
};

/** A URL in the source text. */
export interface EmbeddableUrl {
  readonly address: string;
  /** Whether it was on a line of its own, without a shortcode. */
  readonly alone: boolean;
}

/**
 * Returns the block of a placeholder for URLs. `before` and `after` are the replaced tags around them, `<p>` or `<br />` and
 * `</p>` or `<br />`, with surrounding whitespace, or `''`; undefined outside of paragraphs.
 */
export const embedBlock = (
  addresses: readonly EmbeddableUrl[],
  replacedTags?: { readonly before: string; readonly after: string },
): Block => {
  const attributes = { addresses, ...replacedTags };
  return {
    name: embed.name,
    attributes,
    json: compactAttributes(JSON.stringify(attributes)),
    innerContent: [],
    isVoid: true,
  };
};

/** Returns a URL as text or as a link, when it is not embedded. */
export const renderWithoutEmbed = ({ address, alone }: EmbeddableUrl): string => {
  const escapedUrl = escapeAttribute(address);
  return alone ? applyTypography(address) : `<a href="${escapedUrl}">${escapedUrl}</a>`;
};

const urlsOf = ({ attributes }: Block): EmbeddableUrl[] =>
  (Array.isArray(attributes.addresses) ? attributes.addresses : []).filter(
    (each) => isRecord(each) && typeof each.address === 'string',
  );

/** Returns the decoded URL: stored texts contain `&` literally or as a character reference. */
const plain = (address: string): string => address.replace(/&(?:amp|#0*38|#x0*26);/gi, '&');

function render(block: Block, { key }: BlockContext, found: LoadedData): string {
  const frames = urlsOf(block).map(({ address }, at) => {
    const frame = found.entryAtUrl(plain(address));
    return frame && frameOf(frame, found.site.title, `${key}-${at}`);
  });
  return renderLines(block, frames);
}

/** Initial size of a frame in pixels, until it posts its height (media-fonts-and-oembed.md, C1). */
const initialFrameSize = { width: 600, height: 338 };

/** Returns the frame of an entry. The secret is deterministic, so that equal contents give equal responses. */
function frameOf({ link, frameUrl, title }: FrameView, site: string, key: string): string {
  const secret = createHash('sha256').update(`${key} ${link}`).digest('hex').slice(0, 10);
  return renderEmbedCode({
    link,
    frameUrl,
    title: textOf(title) || '(no title)',
    site,
    ...initialFrameSize,
    secret,
    isLazy: true,
  });
}

/** Returns the lines of a placeholder: paragraphs end before a frame and continue after it. */
function renderLines(block: Block, frames: readonly (string | undefined)[]): string {
  const urls = urlsOf(block);
  const { before, after } = block.attributes;
  if (typeof before !== 'string' || typeof after !== 'string')
    return urls.map((each, at) => frames[at] ?? renderWithoutEmbed(each)).join('\n');
  let open = !before.startsWith('<p');
  let html = '';
  for (const [at, each] of urls.entries()) {
    const frame = frames[at];
    if (frame !== undefined) html += `${open ? '</p>\n' : at > 0 ? '\n' : ''}${frame}`;
    else html += `${at === 0 ? before : open ? '<br />\n' : '\n<p>'}${renderWithoutEmbed(each)}`;
    open = frame === undefined;
  }
  if (open) return html + after;
  return after.includes('</p>') ? html : `${html}\n<p>`;
}
