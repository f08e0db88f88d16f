import { createHash } from 'node:crypto';
import { compactAttributes } from '../../blocks/attributes.ts';
import { type Block, isRecord } from '../../blocks/parse.ts';
import { textOf } from '../../blocks/text.ts';
import { renderEmbedCode } from '../../embed-code.ts';
import { escapeAttribute } from '../../markup.ts';
import { applyTypography } from '../../typography.ts';
import type { BlockContext, DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData } from '../needs.ts';
import type { EmbedView } from '../views.ts';

/**
 * URLs that are alone on adjacent lines, or in `[embed]` (rendering.md §5). URLs of public entries of the site are rendered as a
 * `blockquote` and an iframe. Other URLs are rendered as text, or as a link if they are in `[embed]`. oEmbed data of other sites is never
 * requested while a response is produced.
 */
export const embed: DynamicBlock = {
  name: 'shortcode/embed',
  needs: (block) => urlsOf(block).map(({ address }) => ({ kind: 'entry at URL', url: plain(address) })),
  render,
  renderFallback: (block) => renderLines(block, []),
};

/** A URL in the source text. */
export interface EmbeddableUrl {
  readonly address: string;
  /** Whether the URL was alone on a line, without a shortcode. */
  readonly alone: boolean;
}

/**
 * Returns the block of a placeholder for URLs. In a paragraph, `replacedTags` contains the replaced tags around the URLs (`<p>` or
 * `<br />` before them, `</p>` or `<br />` after them), with surrounding whitespace. A missing tag is `''`.
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

/** Renders a URL that is not embedded, as text or as a link. */
export const renderWithoutEmbed = ({ address, alone }: EmbeddableUrl): string => {
  const escapedUrl = escapeAttribute(address);
  return alone ? applyTypography(address) : `<a href="${escapedUrl}">${escapedUrl}</a>`;
};

const urlsOf = ({ attributes }: Block): EmbeddableUrl[] =>
  (Array.isArray(attributes.addresses) ? attributes.addresses : []).filter(
    (each) => isRecord(each) && typeof each.address === 'string',
  );

/** Replaces the character references of `&` in a URL with `&`. Stored content contains both forms. */
const plain = (address: string): string => address.replace(/&(?:amp|#0*38|#x0*26);/gi, '&');

function render(block: Block, { key }: BlockContext, found: LoadedData): string {
  const frames = urlsOf(block).map(({ address }, at) => {
    const frame = found.entryAtUrl(plain(address));
    return frame && frameOf(frame, found.site.title, `${key}-${at}`);
  });
  return renderLines(block, frames);
}

/** Initial size of an iframe in pixels, until its page posts its height (media-fonts-and-oembed.md, C1). */
const initialFrameSize = { width: 600, height: 338 };

/** Returns the embed code of an entry. The secret is deterministic, so that equal content results in equal responses. */
function frameOf({ link, frameUrl, title }: EmbedView, site: string, key: string): string {
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

/** Renders the lines of a placeholder. Paragraphs end before an iframe and continue after it. */
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
