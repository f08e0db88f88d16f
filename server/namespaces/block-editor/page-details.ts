// Extracts details from an HTML page, as plain text and URLs (protocol.md §20, url-details).
import { type HtmlHead, metaContentOf, readHead, relationTypesOf } from '../../fetch/html-head.ts';
import { stripTags } from '../../rendering/markup.ts';

/** Details of a web page. A property is empty if the page does not define it. */
export interface PageDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

/** Maximum length of the title, and of the description, in characters. */
const maxTextLength = 500;

/** Returns the details of a page that was fetched from a URL. */
export function extractDetails(html: string, url: string): PageDetails {
  const head = readHead(html);
  const icon = head.links.find((link) => relationTypesOf(link).includes('icon'))?.href;
  return {
    title: toPlainText(head.title),
    icon: toAbsoluteUrl(icon, url),
    description: toPlainText(metaContentOf(head, 'description', 'og:description')),
    image: toAbsoluteUrl(metaContentOf(head, 'og:image', 'og:image:url'), baseUrl(head, url)),
  };
}

const baseUrl = ({ base }: HtmlHead, url: string): string =>
  base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url;

const toPlainText = (text: string): string => stripTags(text).replace(/\s+/g, ' ').trim().slice(0, maxTextLength);

/** Returns an absolute http or https URL, or a short image `data:` URL, because icons may be inlined; '' for other URLs. */
function toAbsoluteUrl(text: string | undefined, from: string): string {
  if (!text || !URL.canParse(text, from)) return '';
  const { href, protocol } = new URL(text, from);
  const isImage =
    protocol === 'data:' && /^data:image\/(?:png|gif|jpeg|webp|x-icon);/i.test(href) && href.length < 8000;
  return isImage || ['http:', 'https:'].includes(protocol) ? href : '';
}
