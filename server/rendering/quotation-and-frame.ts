// What an entry is shown by on other pages: a link for those who show no frames, and the frame (media-fonts-and-oembed.md, C1,
// html). The frame is hidden until a script of the page around it has heard how high it is.
import { literal } from './dynamic/text.ts';

/** What is framed, and how. Addresses are fit for an attribute. */
export interface Framed {
  readonly link: string;
  /** The address of the frame's page. */
  readonly frame: string;
  /** As HTML. */
  readonly title: string;
  readonly site: string;
  readonly width: number;
  readonly height: number;
  /** Tells messages of this frame from those of others. */
  readonly secret: string;
  /** Whether the frame is loaded when it comes into view. */
  readonly lazily?: true;
}

/** Nothing in the frame may do more than run its own script. */
export function quotationAndFrame({ link, frame, title, site, width, height, secret, lazily }: Framed): string {
  const quotation = `<blockquote class="wp-embedded-content" data-secret="${secret}"><a href="${link}">${title}</a></blockquote>`;
  const name = literal(`“${title.replace(/<[^>]*>/g, '')}” — ${site}`).replace(/&amp;(?=#?\w{1,20};)/g, '&');
  const inside = `sandbox="allow-scripts" security="restricted" src="${frame}#?secret=${secret}" width="${width}" height="${height}" title="${name}" data-secret="${secret}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" style="position: absolute; visibility: hidden;" class="wp-embedded-content"`;
  return `${quotation}<iframe ${lazily ? 'loading="lazy" ' : ''}${inside}></iframe>`;
}
