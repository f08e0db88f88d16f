// Validates oEmbed responses from other sites.
import { escapeAttributeValue } from '../../cms-v2/media/image-element.ts';
import { stripTags } from '../../rendering/markup.ts';
import { reduceMarkup, type Trust } from './reduce-markup.ts';

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
export function parseOembedResponse(
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
