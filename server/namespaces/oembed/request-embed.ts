// Requests embeds from the oEmbed endpoints of other sites (media-fonts-and-oembed.md, C2, 2).

import type { OembedEndpoints } from '../../../contract/oembed-1.0/oembed.ts';
import { type FetchedText, fetchText } from '../../fetch/fetch-text.ts';
import { FetchError } from '../../fetch/guarded-fetch.ts';
import { readHead, relationTypesOf } from '../../fetch/html-head.ts';
import type { ArgsOf } from '../../http/module.ts';
import type { OembedDeps } from './deps.ts';
import { parseOembedResponse } from './parse-oembed-response.ts';
import { providerEndpoint } from './providers.ts';
import { readXml } from './read-xml.ts';
import type { Trust } from './reduce-markup.ts';

/** Parameters of an embed request. */
export type EmbedRequest = ArgsOf<OembedEndpoints['get-proxied']>;

const jsonTypes = ['application/json', 'text/json', 'application/json+oembed', 'text/javascript'];
const xmlTypes = ['text/xml', 'application/xml', 'text/xml+oembed', 'application/xml+oembed'];
const pageTypes = ['text/html', 'application/xhtml+xml'];

/** Returns the embed that the site of a URL provides; undefined if there is no valid one. */
export async function requestEmbed(deps: OembedDeps, request: EmbedRequest): Promise<object | undefined> {
  const listed = providerEndpoint(request.url);
  if (listed !== undefined) {
    const { maxheight } = request;
    const query = { url: request.url, maxwidth: request.maxwidth, maxheight, format: request.format, dnt: 1 };
    return fetchEmbed(deps, withQuery(listed, query), request, 'listed');
  }
  if (!request.discover) return undefined;
  const found = await findEndpoint(deps, request.url);
  return found === undefined
    ? undefined
    : fetchEmbed(deps, withQuery(found, { maxwidth: request.maxwidth }), request, 'found');
}

function withQuery(endpoint: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** Returns the oEmbed endpoint of the discovery link of a page, preferring JSON to XML; undefined if there is none. */
async function findEndpoint(deps: OembedDeps, pageUrl: string): Promise<string | undefined> {
  const page = await tryFetchText(deps, pageUrl, pageTypes);
  if (!page) return undefined;
  const { links, base } = readHead(page.text);
  const from = base !== undefined && URL.canParse(base, page.address) ? new URL(base, page.address).href : page.address;
  for (const type of ['application/json+oembed', 'text/xml+oembed', 'application/xml+oembed']) {
    const link = links.find((each) => relationTypesOf(each).includes('alternate') && each.type?.toLowerCase() === type);
    if (link?.href && URL.canParse(link.href, from)) return new URL(link.href, from).href;
  }
  return undefined;
}

async function fetchEmbed(
  deps: OembedDeps,
  endpoint: string,
  { url }: EmbedRequest,
  trust: Trust,
): Promise<object | undefined> {
  const response = await tryFetchText(deps, endpoint, [...jsonTypes, ...xmlTypes]);
  const content = response && parseResponse(response);
  return parseOembedResponse(content, url, trust, (each) => isOwnHost(deps, each));
}

function parseResponse({ text, type }: FetchedText): unknown {
  if (/xml/i.test(type)) return readXml(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a URL has a host of this site. Such URLs are never requested. */
const isOwnHost = ({ site }: Pick<OembedDeps, 'site'>, { hostname }: URL): boolean =>
  [site.home, site.front].some((siteUrl) => new URL(siteUrl).hostname === hostname);

/** Fetches text of one of the given content types. Returns undefined if that fails or the URL belongs to this site. */
async function tryFetchText(deps: OembedDeps, url: string, types: readonly string[]): Promise<FetchedText | undefined> {
  if (!URL.canParse(url) || isOwnHost(deps, new URL(url))) return undefined;
  try {
    return await fetchText(url, types, deps.fetchLimits);
  } catch (error) {
    if (error instanceof FetchError) return undefined;
    throw error;
  }
}
