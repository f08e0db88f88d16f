// Keeps visitors of a preview of the design in it: links to pages of the site, and forms that lead to them, get the token of the preview.
import { designPreviewParameter } from '../../cms-v2/design-previews/token.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { isPagePath } from '../../cms-v2/entry-urls/is-page-path.ts';
import { type BlockTag, findAttribute, tagsOf } from '../../rendering/blocks/tags.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import { contentStart } from '../render-page.ts';

/** The page of a preview. */
export interface PreviewPage {
  readonly urls: Pick<EntryDeps['site']['urls'], 'home' | 'front'>;
  readonly token: string;
  /** The URL of the page, to which relative links refer. */
  readonly url: URL;
}

/**
 * Returns the URL at which a page of the site is displayed in the preview; undefined for URLs of other sites, and for those that are not
 * pages: of the admin, the API, accounts, files, feeds and embeds. `href` may be relative.
 */
export function previewedUrlOf(href: string, { urls, token, url: page }: PreviewPage): string | undefined {
  if (!URL.canParse(href, page)) return undefined;
  const url = new URL(href, page);
  const path = pathBelow(urls.front, url) ?? pathBelow(urls.home, url);
  if (path === undefined || !isPagePath(path)) return undefined;
  if (['feed', 'embed', 'rest_route'].some((name) => url.searchParams.has(name))) return undefined;
  const previewed = new URL(`${urls.home}${path}${url.search}${url.hash}`);
  previewed.searchParams.set(designPreviewParameter, token);
  return previewed.href;
}

/** Returns the path of a URL below another one, with a leading slash; undefined if it is not below it. */
function pathBelow(base: string, { origin, pathname }: URL): string | undefined {
  const { origin: baseOrigin, pathname: basePath } = new URL(`${base}/`);
  if (origin !== baseOrigin || !`${pathname}/`.startsWith(basePath)) return undefined;
  return `/${pathname.slice(basePath.length)}`;
}

/** Returns the HTML of a page in which the links and forms of its content stay in the preview. */
export function keepInPreview(html: string, page: PreviewPage): string {
  const start = html.indexOf(contentStart);
  if (start < 0) return html;
  const content = html.slice(start);
  let result = html.slice(0, start);
  let copied = 0;
  for (const tag of tagsOf(content)) {
    if (tag.isClosing || !isChanged(tag)) continue;
    result += content.slice(copied, tag.start) + changeTag(content.slice(tag.start, tag.end), tag, page);
    copied = tag.end;
  }
  return result + content.slice(copied);
}

const isChanged = ({ name }: BlockTag): boolean => name === 'a' || name === 'area' || name === 'form';

/**
 * Returns a start tag with the URL in the preview. A form that is sent in the query gets a field with the token, because its fields replace
 * the query of its URL. What is inserted has no quotes, so that it cannot end the value of another attribute that contains a tag.
 */
function changeTag(tag: string, { name }: BlockTag, page: PreviewPage): string {
  const attribute = findAttribute(tag, name === 'form' ? 'action' : 'href');
  const href = attribute && decodeUrl(attribute.value);
  const isLink = name !== 'form';
  if (isLink && (href === undefined || href.startsWith('#'))) return tag;
  const to = previewedUrlOf(href ?? '', page);
  if (to === undefined) return tag;
  if (!isLink && findAttribute(tag, 'method')?.value.toLowerCase() !== 'post')
    return `${tag}<input type=hidden name=${designPreviewParameter} value=${page.token}>`;
  if (!attribute) return tag;
  const quote = /["']$/.exec(tag.slice(attribute.start, attribute.end))?.[0] ?? '';
  const valueEnd = attribute.end - quote.length;
  const value = escapeLiteral(to).replaceAll("'", '%27');
  return tag.slice(0, valueEnd - attribute.value.length) + value + tag.slice(valueEnd);
}

/** Returns the URL in an attribute; undefined if it contains character references other than `&`, which pages do not write. */
function decodeUrl(value: string): string | undefined {
  const url = value.trim().replace(/&(?:amp|#0*38|#x0*26);/gi, '&');
  return /&#|&\w+;/.test(url) ? undefined : url;
}
