// Other sites, asked how an address of theirs is embedded (media-fonts-and-oembed.md, C2, 2).

import { type FetchedText, fetchText } from '../../fetch/fetch-text.ts';
import { FetchFailed } from '../../fetch/guarded-fetch.ts';
import { readHead, relationsOf } from '../../fetch/html-head.ts';
import { checkedAnswer } from './foreign-answer.ts';
import type { Trust } from './foreign-markup.ts';
import type { OembedParts } from './parts.ts';
import { endpointOf } from './providers.ts';
import { readXml } from './read-xml.ts';

/** What is asked. */
export interface Question {
  readonly url: string;
  readonly format: 'json' | 'xml';
  readonly maxwidth: number;
  readonly maxheight: number | undefined;
  readonly discover: boolean;
}

const jsonTypes = ['application/json', 'text/json', 'application/json+oembed', 'text/javascript'];
const xmlTypes = ['text/xml', 'application/xml', 'text/xml+oembed', 'application/xml+oembed'];
const pageTypes = ['text/html', 'application/xhtml+xml'];

/** What the site of an address tells of it; undefined where it tells nothing that can be used. */
export async function askProvider(parts: OembedParts, question: Question): Promise<object | undefined> {
  const listed = endpointOf(question.url);
  if (listed !== undefined) {
    const { maxheight } = question;
    const asked = { url: question.url, maxwidth: question.maxwidth, maxheight, format: question.format, dnt: 1 };
    return tell(parts, withQuery(listed, asked), question, 'listed');
  }
  if (!question.discover) return undefined;
  const found = await findEndpoint(parts, question.url);
  return found === undefined
    ? undefined
    : tell(parts, withQuery(found, { maxwidth: question.maxwidth }), question, 'found');
}

function withQuery(address: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

/** The address that a page names, JSON before XML. */
async function findEndpoint(parts: OembedParts, address: string): Promise<string | undefined> {
  const page = await fetched(parts, address, pageTypes);
  if (!page) return undefined;
  const { links, base } = readHead(page.text);
  const from = base !== undefined && URL.canParse(base, page.address) ? new URL(base, page.address).href : page.address;
  for (const type of ['application/json+oembed', 'text/xml+oembed', 'application/xml+oembed']) {
    const link = links.find((each) => relationsOf(each).includes('alternate') && each.type?.toLowerCase() === type);
    if (link?.href && URL.canParse(link.href, from)) return new URL(link.href, from).href;
  }
  return undefined;
}

async function tell(
  parts: OembedParts,
  endpoint: string,
  { url }: Question,
  trust: Trust,
): Promise<object | undefined> {
  const answer = await fetched(parts, endpoint, [...jsonTypes, ...xmlTypes]);
  const told = answer && read(answer);
  return checkedAnswer(told, url, trust, (each) => isOwnHost(parts, each));
}

function read({ text, type }: FetchedText): unknown {
  if (/xml/i.test(type)) return readXml(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether an address is of a host of this site, which it never asks. */
export const isOwnHost = ({ site }: Pick<OembedParts, 'site'>, { hostname }: URL): boolean =>
  [site.home, site.front].some((own) => new URL(own).hostname === hostname);

/** Text of one of these types; undefined where there is none, for whatever reason. */
async function fetched(
  parts: OembedParts,
  address: string,
  types: readonly string[],
): Promise<FetchedText | undefined> {
  if (!URL.canParse(address) || isOwnHost(parts, new URL(address))) return undefined;
  try {
    return await fetchText(address, types, parts.fetchLimits);
  } catch (error) {
    if (error instanceof FetchFailed) return undefined;
    throw error;
  }
}
