// Requests embeds from the oEmbed endpoints of other sites (media-fonts-and-oembed.md, C2), and validates the responses.

import { type Token, html as vocabulary } from 'parse5';
import { SaxesParser } from 'saxes';
import type { OembedEndpoints } from '../../../contract/oembed-1.0/oembed.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { escapeAttributeValue } from '../../cms-v2/media/image-element.ts';
import { type FetchedText, fetchText } from '../../fetch/fetch-text.ts';
import { FetchError, type FetchLimits } from '../../fetch/guarded-fetch.ts';
import { readHead, relationTypesOf } from '../../fetch/html-head.ts';
import { HtmlTokenReader } from '../../fetch/html-reader.ts';
import type { ArgsOf } from '../../http/module.ts';
import { stripTags } from '../../rendering/markup.ts';
import { sanitize } from '../../rendering/sanitise/sanitise.ts';

/**
 * Trust in a site: `listed` providers keep their origin in the sandbox and may open windows; `found` (discovered) providers may only
 * run scripts.
 */
type Trust = 'listed' | 'found';

const sandboxes: Readonly<Record<Trust, string>> = {
  listed: 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
  found: 'allow-scripts',
};

/** Sanitizing policy for blockquotes. */
const blockquotePolicy = {
  label: 'quotations from other sites',
  allowsDataAttributes: false,
  elements: new Map(
    ['blockquote', 'p', 'br', 'em', 'strong', 'b', 'i'].map((name): [string, ReadonlySet<string>] => [name, new Set()]),
  ).set('a', new Set(['href'])),
};

/**
 * Returns the first blockquote and the first iframe of HTML markup, rebuilt; empty if it contains neither. Iframes with a URL
 * for which `isSiteUrl` returns true are omitted, because pages of this site could access the embedding page.
 */
function reduceMarkup(html: string, trust: Trust, isSiteUrl: (url: URL) => boolean): string {
  const reader = new BlockquoteReader().read(html);
  const blockquote = reader.quotation === '' ? '' : sanitize(reader.quotation, blockquotePolicy);
  return blockquote + buildIframe(reader.frame, trust, isSiteUrl);
}

function buildIframe(
  iframe: ReadonlyMap<string, string> | undefined,
  trust: Trust,
  isSiteUrl: (url: URL) => boolean,
): string {
  const source = iframe?.get('src')?.trim() ?? '';
  const text = source.startsWith('//') ? `https:${source}` : source;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!iframe || !url || !['http:', 'https:'].includes(url.protocol) || isSiteUrl(url)) return '';
  const sizes = ['width', 'height'].flatMap((name) => {
    const value = iframe.get(name) ?? '';
    return /^\d{1,5}%?$/.test(value) ? [` ${name}="${value}"`] : [];
  });
  const title = iframe.get('title') ?? '';
  const rest = trust === 'found' ? ' security="restricted"' : ' allowfullscreen';
  return `<iframe sandbox="${sandboxes[trust]}"${rest} src="${escapeAttributeValue(url.href)}"${sizes.join('')} title="${escapeAttributeValue(title)}" frameborder="0" loading="lazy" referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
}

/** A reader that collects the first blockquote, as tags and text only, and the attributes of the first iframe. */
class BlockquoteReader extends HtmlTokenReader {
  quotation = '';
  frame: ReadonlyMap<string, string> | undefined;
  #depth = 0;
  #ended = false;

  protected startTag({ tagName, attrs }: Token.TagToken): void {
    if (tagName === vocabulary.TAG_NAMES.IFRAME) this.frame ??= new Map(attrs.map(({ name, value }) => [name, value]));
    if (tagName === 'blockquote' && !this.#ended) this.#depth += 1;
    if (this.#depth === 0 || !blockquotePolicy.elements.has(tagName)) return;
    const href = attrs.find(({ name }) => name === 'href')?.value ?? '';
    this.quotation += tagName === 'a' ? `<a href="${escapeAttributeValue(href)}">` : `<${tagName}>`;
  }

  protected endTag(name: string): void {
    if (this.#depth === 0) return;
    if (blockquotePolicy.elements.has(name)) this.quotation += `</${name}>`;
    if (name === 'blockquote') this.#depth -= 1;
    this.#ended ||= this.#depth === 0;
  }

  /** Adds text to the blockquote, except text inside `script` and similar elements. */
  protected text(chunk: string, element: string): void {
    if (this.#depth > 0 && element === '') this.quotation += escapeAttributeValue(chunk);
  }
}

/** Dependencies of the oEmbed endpoints. */
export interface OembedDeps extends Pick<EntryDeps, 'contract' | 'database' | 'site'> {
  /** Limits for fetching URLs of other sites. */
  readonly fetchLimits: FetchLimits;
}

// Lists well-known oEmbed providers with the patterns of their page URLs and their endpoints.

/** A provider: the pattern of its page URLs, and the URL of its endpoint. */
type Provider = readonly [pages: RegExp, endpoint: string];

/** The providers whose endpoints are requested without discovery. */
const providers: readonly Provider[] = [
  [/^https?:\/\/((m|www|music)\.)?youtube\.com\/(watch|playlist|shorts\/|live\/)/i, 'https://www.youtube.com/oembed'],
  [/^https?:\/\/youtu\.be\//i, 'https://www.youtube.com/oembed'],
  [/^https?:\/\/([^/]+\.)?vimeo\.com\//i, 'https://vimeo.com/api/oembed.json'],
  [/^https?:\/\/(www\.)?dailymotion\.com\//i, 'https://www.dailymotion.com/services/oembed'],
  [/^https?:\/\/dai\.ly\//i, 'https://www.dailymotion.com/services/oembed'],
  [/^https?:\/\/(www\.)?flickr\.com\//i, 'https://www.flickr.com/services/oembed/'],
  [/^https?:\/\/flic\.kr\//i, 'https://www.flickr.com/services/oembed/'],
  [/^https?:\/\/(www\.)?soundcloud\.com\//i, 'https://soundcloud.com/oembed'],
  [/^https?:\/\/(open|play)\.spotify\.com\//i, 'https://embed.spotify.com/oembed/'],
  [/^https?:\/\/([^/]+\.)?mixcloud\.com\//i, 'https://app.mixcloud.com/oembed/'],
  [/^https?:\/\/(www\.)?reverbnation\.com\//i, 'https://www.reverbnation.com/oembed'],
  [/^https?:\/\/(www\.)?ted\.com\/talks\//i, 'https://www.ted.com/services/v1/oembed.json'],
  [/^https?:\/\/(www\.)?(twitter|x)\.com\/\w{1,15}(\/status(es)?\/\d+)?\/?$/i, 'https://publish.twitter.com/oembed'],
  [/^https?:\/\/bsky\.app\/profile\/[^/]+\/post\//i, 'https://embed.bsky.app/oembed'],
  [/^https?:\/\/(www\.)?tiktok\.com\/.*\/video\//i, 'https://www.tiktok.com/oembed'],
  [/^https?:\/\/(www\.)?reddit\.com\/r\/[^/]+\/comments\//i, 'https://www.reddit.com/oembed'],
  [/^https?:\/\/[^/]+\.tumblr\.com\//i, 'https://www.tumblr.com/oembed/1.0'],
  [/^https?:\/\/([a-z]{2}|www)\.pinterest\.com(\.(au|mx))?\//i, 'https://www.pinterest.com/oembed.json'],
  [/^https?:\/\/([^/]+\.)?imgur\.com\//i, 'https://api.imgur.com/oembed'],
  [/^https?:\/\/(www\.)?scribd\.com\/(doc|document)\//i, 'https://www.scribd.com/services/oembed'],
  [/^https?:\/\/([^/]+\.)?slideshare\.net\//i, 'https://www.slideshare.net/api/oembed/2'],
  [/^https?:\/\/speakerdeck\.com\//i, 'https://speakerdeck.com/oembed.json'],
  [/^https?:\/\/(www\.)?issuu\.com\/.+\/docs\//i, 'https://issuu.com/oembed'],
  [/^https?:\/\/(www\.)?kickstarter\.com\/projects\//i, 'https://www.kickstarter.com/services/oembed'],
  [/^https?:\/\/kck\.st\//i, 'https://www.kickstarter.com/services/oembed'],
  [/^https?:\/\/([^/]+\.)?crowdsignal\.(com|net)\//i, 'https://api.crowdsignal.com/oembed'],
  [/^https?:\/\/(www\.)?wordpress\.tv\//i, 'https://wordpress.tv/oembed/'],
  [/^https?:\/\/videopress\.com\/v\//i, 'https://public-api.wordpress.com/oembed/'],
  [/^https?:\/\/(www\.)?canva\.com\/design\/.*\/view/i, 'https://www.canva.com/_oembed'],
  [/^https?:\/\/pca\.st\//i, 'https://pca.st/oembed.json'],
  [/^https?:\/\/(www\.)?wolframcloud\.com\/obj\//i, 'https://www.wolframcloud.com/oembed'],
  [/^https?:\/\/codepen\.io\/[^/]+\/pen\//i, 'https://codepen.io/api/oembed'],
];

/** Returns the oEmbed endpoint for a URL; undefined if its site is not listed. */
const providerEndpoint = (url: string): string | undefined => providers.find(([pages]) => pages.test(url))?.[1];

// Parses oEmbed responses in XML, which contain one element per property below the root.

/**
 * Returns the properties of a document; undefined if it is not well-formed. Documents with a DOCTYPE are rejected, too, because a
 * DOCTYPE could declare entities that expand to very long text.
 */
function readXml(text: string): Readonly<Record<string, string>> | undefined {
  const properties: Record<string, string> = Object.create(null);
  const parser = new SaxesParser();
  let depth = 0;
  let name = '';
  let isBroken = false;
  const markBroken = () => {
    isBroken = true;
  };
  parser.on('error', markBroken);
  parser.on('doctype', markBroken);
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === 2) name = tag.name;
  });
  parser.on('closetag', () => {
    depth -= 1;
    if (depth < 2) name = '';
  });
  const add = (chars: string) => {
    if (depth === 2 && name !== '') properties[name] = (properties[name] ?? '') + chars;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return isBroken ? undefined : properties;
}

// Validates oEmbed responses from other sites.

type OembedResponse = Readonly<Record<string, unknown>>;

/** Maximum length of a text or URL property, in characters. Longer text is truncated; longer URLs are omitted. */
const maxLength = 2000;

const textProperties = ['version', 'title', 'author_name', 'provider_name'] as const;
const urlProperties = ['author_url', 'provider_url', 'url', 'thumbnail_url'] as const;
const numberProperties = ['width', 'height', 'cache_age', 'thumbnail_width', 'thumbnail_height'] as const;

/**
 * Returns the valid standard oEmbed properties of a response, with rebuilt markup in `html`; undefined if there is nothing to
 * embed. `pageUrl` is the URL of the embedded page.
 */
function parseOembedResponse(
  response: unknown,
  pageUrl: string,
  trust: Trust,
  isSiteUrl: (url: URL) => boolean,
): object | undefined {
  if (response === null || typeof response !== 'object' || Array.isArray(response)) return undefined;
  const properties = response as OembedResponse;
  const type = typeof properties.type === 'string' ? properties.type.toLowerCase() : '';
  const known = {
    type,
    ...pick(properties, textProperties, toPlainText),
    ...pick(properties, urlProperties, parseUrl),
    ...pick(properties, numberProperties, parseSize),
  };
  const html = buildMarkup({ ...known, html: properties.html }, pageUrl, trust, isSiteUrl);
  return html === '' ? undefined : { ...known, html };
}

function pick<T>(
  properties: OembedResponse,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): Record<string, T> {
  const found = names.flatMap((name) => {
    const value = Object.hasOwn(properties, name) ? read(properties[name]) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Returns plain text without markup, safe for use as HTML. */
const toPlainText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? stripTags(String(value)).slice(0, maxLength).replace(/</g, '&lt;').replace(/>/g, '&gt;')
    : undefined;

function parseUrl(value: unknown): string | undefined {
  const url =
    typeof value === 'string' && value.length <= maxLength && URL.canParse(value) ? new URL(value) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}

/** Returns a size as a number. Some sites send strings such as `100%`; their leading number is used. */
function parseSize(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Number.parseInt(String(value), 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function buildMarkup(
  response: OembedResponse,
  pageUrl: string,
  trust: Trust,
  isSiteUrl: (url: URL) => boolean,
): string {
  const title = typeof response.title === 'string' ? response.title : '';
  const link = (content: string) => `<a href="${escapeAttributeValue(pageUrl)}">${content}</a>`;
  switch (response.type) {
    case 'photo': {
      if (typeof response.url !== 'string' || response.width === undefined || response.height === undefined) return '';
      const size = `width="${Number(response.width)}" height="${Number(response.height)}"`;
      return link(`<img src="${escapeAttributeValue(response.url)}" alt="${escapeQuotes(title)}" ${size} />`);
    }
    case 'video':
    case 'rich':
      return typeof response.html === 'string' ? reduceMarkup(response.html, trust, isSiteUrl) : '';
    case 'link':
      return title === '' ? '' : link(title);
    default:
      return '';
  }
}

/** Escapes the quotes in a string for use in an attribute. The angle brackets in the string are already escaped. */
const escapeQuotes = (text: string): string => text.replace(/["']/g, (quote) => (quote === '"' ? '&quot;' : '&#039;'));

// Requests embeds from the oEmbed endpoints of other sites (media-fonts-and-oembed.md, C2, 2).

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
const isOwnHost = ({ site: { urls } }: Pick<OembedDeps, 'site'>, { hostname }: URL): boolean =>
  [urls.home, urls.front].some((siteUrl) => new URL(siteUrl).hostname === hostname);

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
