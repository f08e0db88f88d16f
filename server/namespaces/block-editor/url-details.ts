// Reads details of web pages for editors (protocol.md §20, url-details).
import { ApiError } from '../../api-error.ts';
import { isPubliclyReadable, parseOwnUrl, resolveUrl } from '../../cms-v2/entry-urls/resolve-url.ts';
import { fetchText } from '../../fetch/fetch-text.ts';
import { canFetch, FetchError } from '../../fetch/guarded-fetch.ts';
import { type HtmlHead, metaContentOf, readHead, relationTypesOf } from '../../fetch/html-head.ts';
import { cachedResponse } from '../../fetch/response-cache-store.ts';
import type { ParameterCheckFactory } from '../../http/module.ts';
import { cleanUri } from '../../http/parameters/formats.ts';
import { wrongTypeError } from '../../http/parameters/validation-error.ts';
import { stripTags } from '../../rendering/markup.ts';
import type { BlockEditorDeps, BlockEditorOperations } from './operations.ts';

// Extracts details from an HTML page, as plain text and URLs (protocol.md §20, url-details).

/** Details of a web page. A property is empty if the page does not define it. */
interface PageDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

/** Maximum length of the title, and of the description, in characters. */
const maxTextLength = 500;

/** Returns the details of a page that was fetched from a URL. */
function extractDetails(html: string, url: string): PageDetails {
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

// GET /cms-block-editor/v1/url-details: returns details of a web page (protocol.md §20, url-details).

/** Time for which the details of a page of another site are cached, in seconds. */
const cacheSeconds = 3600;

/** Returns a factory of checks that a parameter is a URL of this site or a public URL. */
export const fetchableUrlCheck =
  (deps: BlockEditorDeps): ParameterCheckFactory =>
  () =>
  async (value, name) => {
    if (typeof value !== 'string') return wrongTypeError(name, 'string');
    const text = value.trim();
    const isSiteUrl = /^https?:/i.test(text) && hasNoCredentials(parseOwnUrl(deps, text));
    return isSiteUrl || (await canFetch(text, deps.fetchLimits))
      ? { value: cleanUri(text) }
      : { message: `${name} must be a public http or https URL.` };
  };

/** Returns whether a URL is defined and contains no credentials. */
const hasNoCredentials = (url: URL | undefined): boolean => url?.username === '' && url.password === '';

/**
 * Responds with the title, icon, description and image of a page. Pages of this site are read from the database, not
 * requested over HTTP.
 *
 * Throws ApiError 404: `rest_invalid_url` for an invalid URL, `no_response` if there is no web page at the URL, `no_content` if the
 * page is empty.
 */
export function getUrlDetails(deps: BlockEditorDeps): BlockEditorOperations['get-url-details'] {
  return {
    async run({ args }) {
      const url = args.url.replace(/\/+$/, '');
      if (!URL.canParse(url)) throw new ApiError('rest_invalid_url', 404, 'Invalid URL.');
      const siteUrl = parseOwnUrl(deps, url);
      const now = Math.floor(deps.site.clock() / 1000);
      const value = siteUrl
        ? await siteDetails(deps, siteUrl)
        : await cachedResponse(deps.database, now, cacheSeconds, ['url-details', url], () => remoteDetails(deps, url));
      return { kind: 'value', value: value ?? {} };
    },
  };
}

const noResponse = () => new ApiError('no_response', 404, 'The URL did not return a web page.');

async function siteDetails(deps: BlockEditorDeps, url: URL): Promise<PageDetails> {
  const found = await resolveUrl(deps, url);
  if (!found || !isPubliclyReadable(found)) {
    const { title, description } = deps.site.settings.values;
    const isHome = url.pathname === new URL(deps.site.urls.front).pathname && url.search === '';
    if (isHome) return { title, icon: '', description, image: '' };
    throw noResponse();
  }
  const { row } = found;
  const description = row.password === '' ? stripTags(row.excerpt_rendered).replace(/\s+/g, ' ').trim() : '';
  return { title: stripTags(row.title_rendered), icon: '', description, image: '' };
}

async function remoteDetails({ fetchLimits }: BlockEditorDeps, url: string): Promise<PageDetails> {
  try {
    const page = await fetchText(url, ['text/html', 'application/xhtml+xml'], fetchLimits);
    if (!page || page.text.trim() === '') throw new ApiError('no_content', 404, 'The page at this URL is empty.');
    return extractDetails(page.text, page.address);
  } catch (error) {
    if (error instanceof FetchError) throw noResponse();
    throw error;
  }
}
