// What a page of HTML says of itself, as plain text and addresses (protocol.md §20, url-details).
import { type HtmlHead, metaOf, readHead, relationsOf } from '../../fetch/html-head.ts';
import { stripTags } from '../../rendering/markup.ts';

export interface PageDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

/** The longest text that is passed on. Characters. */
const longest = 500;

/** The details of a page that came from an address. */
export function detailsOf(html: string, address: string): PageDetails {
  const head = readHead(html);
  const icon = head.links.find((link) => relationsOf(link).includes('icon'))?.href;
  return {
    title: plain(head.title),
    icon: absolute(icon, address),
    description: plain(metaOf(head, 'description', 'og:description')),
    image: absolute(metaOf(head, 'og:image', 'og:image:url'), fromOf(head, address)),
  };
}

const fromOf = ({ base }: HtmlHead, address: string): string =>
  base !== undefined && URL.canParse(base, address) ? new URL(base, address).href : address;

const plain = (text: string): string => stripTags(text).replace(/\s+/g, ' ').trim().slice(0, longest);

/** Icons may be told within the page; nothing else than http, https and pictures is passed on. */
function absolute(text: string | undefined, from: string): string {
  if (!text || !URL.canParse(text, from)) return '';
  const { href, protocol } = new URL(text, from);
  const isPicture =
    protocol === 'data:' && /^data:image\/(?:png|gif|jpeg|webp|x-icon);/i.test(href) && href.length < 8000;
  return isPicture || ['http:', 'https:'].includes(protocol) ? href : '';
}
