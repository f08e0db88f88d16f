// Renders the embed code of an entry for other pages: a link as a fallback, and an iframe (media-fonts-and-oembed.md, C1, html). The
// iframe is hidden until a script of the embedding page has received its height.
import { escapeLiteral } from './blocks/text.ts';

/** Properties of an embed code. URLs must be escaped for attributes. */
export interface EmbedCodeOptions {
  readonly link: string;
  /** URL of the page in the iframe. */
  readonly frameUrl: string;
  /** Title as HTML. */
  readonly title: string;
  readonly site: string;
  readonly width: number;
  readonly height: number;
  /** Token that identifies the messages of this iframe. */
  readonly secret: string;
  /** Whether the iframe is loaded lazily. */
  readonly isLazy?: true;
}

/** Returns the embed code. The iframe is sandboxed, and may only run scripts. */
export function renderEmbedCode({
  link,
  frameUrl,
  title,
  site,
  width,
  height,
  secret,
  isLazy,
}: EmbedCodeOptions): string {
  const quotation = `<blockquote class="wp-embedded-content" data-secret="${secret}"><a href="${link}">${title}</a></blockquote>`;
  const name = escapeLiteral(`“${title.replace(/<[^>]*>/g, '')}” — ${site}`).replace(/&amp;(?=#?\w{1,20};)/g, '&');
  const frameAttributes = `sandbox="allow-scripts" security="restricted" src="${frameUrl}#?secret=${secret}" width="${width}" height="${height}" title="${name}" data-secret="${secret}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" style="position: absolute; visibility: hidden;" class="wp-embedded-content"`;
  return `${quotation}<iframe ${isLazy ? 'loading="lazy" ' : ''}${frameAttributes}></iframe>`;
}
