// Requests all pages of a site that can be reached from given URLs, and returns what they link to.
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { TestNode } from '../test-node.ts';

type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

/** A response to a request for a page. */
export interface CrawledPage {
  /** The path with its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** The elements of an HTML page, in document order; empty for other responses. */
  readonly elements: readonly Element[];
  /** The paths that the page links to or redirects to, without fragments. */
  readonly links: readonly string[];
}

const origin = 'http://site.test';

/** Returns the value of an attribute of an element; undefined if it has none. */
export const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((each) => each.name === name)?.value;

/** Returns the elements below a node, in document order. */
export function elementsBelow(node: Node): Element[] {
  const children: Node[] = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : [];
  return children.flatMap((child) => ['tagName' in child ? [child] : [], elementsBelow(child)].flat());
}

type Fields = Readonly<Record<string, string>>;

/** Requests a page as a browser does, with further headers. Submits a form if `fields` are set. */
async function requestPage(node: TestNode, path: string, headers: Fields = {}, fields?: Fields): Promise<CrawledPage> {
  const form = fields && { method: 'POST', body: new URLSearchParams(fields) };
  const response = await node.request(path, { headers: { accept: 'text/html,*/*', ...headers }, ...form });
  const body = await response.text();
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') === true;
  const elements = isHtml ? elementsBelow(parse(body, { scriptingEnabled: false })) : [];
  const location = response.headers.get('location');
  const urls = isHtml ? elements.flatMap(urlsOf) : urlsIn(body);
  const links = [...urls, ...(location === null ? [] : [location])].flatMap((url) => ownPathOf(url, path));
  return { path, status: response.status, headers: response.headers, body, elements, links: [...new Set(links)] };
}

const urlsOf = (element: Element): string[] =>
  ['href', 'src', 'action'].flatMap((name) => attributeOf(element, name) ?? []).filter((url) => !url.startsWith('#'));

/** Returns the URLs of the site in a feed or a sitemap. */
const urlsIn = (body: string): string[] =>
  [...body.replaceAll(/&amp;(?:amp;)?/g, '&').matchAll(/http:\/\/site\.test[^\s"'<>\\]*/g)].map(([url]) => url);

/** Returns the path of a URL of the site with its query; none for other URLs. */
function ownPathOf(url: string, base: string): string[] {
  if (!URL.canParse(url, origin + base)) return [];
  const { origin: host, pathname, search } = new URL(url, origin + base);
  return host === origin ? [pathname + search] : [];
}

/** Submits a form to a path, and returns the response. */
export const submitForm = (node: TestNode, path: string, fields: Fields): Promise<CrawledPage> =>
  requestPage(node, path, {}, fields);

/** Number of requests at the same time. */
const concurrency = 8;

/** Requests paths, several at the same time, and returns the responses in the same order. */
export async function requestPages(
  node: TestNode,
  paths: readonly string[],
  headers: Fields = {},
): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = [];
  for (let at = 0; at < paths.length; at += concurrency)
    pages.push(
      ...(await Promise.all(paths.slice(at, at + concurrency).map((path) => requestPage(node, path, headers)))),
    );
  return pages;
}

/** Requests these paths and those that their pages link to, in turn, and returns the responses. Paths that are not pages are not requested. */
export async function crawl(node: TestNode, start: readonly string[]): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = [];
  const found = new Set(start);
  for (let next = [...found]; next.length > 0; next = [...found].slice(pages.length)) {
    const requested = await requestPages(node, next);
    pages.push(...requested);
    for (const link of requested.flatMap(({ links }) => links)) if (isPagePath(link)) found.add(link);
    if (pages.length > 3000) throw new Error(`The pages link to too many URLs, such as ${next[0]}.`);
  }
  return pages;
}

/** Whether a path is that of a page, a feed or a sitemap, and not of the API, of the admin, of a file, or of a record without a page. */
export const isPagePath = (path: string): boolean =>
  !/^\/(?:rest|wp-json|admin|account|uploads|docs|memos|drawers|navigation)(?:[/?]|$)/.test(path);
