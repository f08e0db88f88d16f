// Renders feeds: RSS 2.0 (rssboard.org/rss-specification), Atom (RFC 4287) and JSON Feed 1.1 (jsonfeed.org).

import { element, type Xml, xmlDocument } from '../xml.ts';
import { type Feed, type FeedFormat, type FeedItem, feedFormats } from './feed.ts';

/** Returns a feed in a format. */
export const renderFeed = (feed: Feed, format: FeedFormat): string => renderers[format](feed);

const renderers: Readonly<Record<FeedFormat, (feed: Feed) => string>> = {
  rss2: renderRss,
  atom: renderAtom,
  json: renderJson,
};

/** Returns the time of the last change of the items; 1970 if there are none, so that an empty feed has no new bytes. */
const updatedOf = ({ items }: Feed): Date => new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));

const optional = (name: string, content: string, attributes = {}): Xml | undefined =>
  content === '' ? undefined : element(name, content, attributes);

function renderRss(feed: Feed): string {
  const self = { rel: 'self', type: feedFormats.rss2, href: feed.urlOf('rss2') };
  const channel = element('channel', [
    element('title', feed.title),
    element('link', feed.link),
    // The element is required, also if the site has no description.
    element('description', feed.description || feed.title),
    element('language', feed.language),
    element('lastBuildDate', updatedOf(feed).toUTCString()),
    element('atom:link', '', self),
    ...feed.items.map(rssItem),
  ]);
  return xmlDocument(
    element('rss', [channel], {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    }),
  );
}

const rssItem = ({ id, title, link, content, summary, author, published, terms }: FeedItem): Xml =>
  element('item', [
    element('title', title),
    element('link', link),
    optional('dc:creator', author),
    element('pubDate', published.toUTCString()),
    ...terms.map((term) => element('category', term)),
    element('guid', id, { isPermaLink: 'false' }),
    element('description', summary || content),
    optional('content:encoded', content),
  ]);

function renderAtom(feed: Feed): string {
  return xmlDocument(
    element(
      'feed',
      [
        element('id', feed.urlOf('atom')),
        element('title', feed.title),
        optional('subtitle', feed.description),
        element('updated', updatedOf(feed).toISOString()),
        element('link', '', { rel: 'alternate', type: 'text/html', href: feed.link }),
        element('link', '', { rel: 'self', type: feedFormats.atom, href: feed.urlOf('atom') }),
        ...feed.items.map((item) => atomEntry(item, feed.title)),
      ],
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language },
    ),
  );
}

/** Returns an entry. An author is required (RFC 4287, 4.1.2), so that of an item without one is the site. */
const atomEntry = (item: FeedItem, site: string): Xml =>
  element('entry', [
    element('id', item.id),
    element('title', item.title),
    element('author', [element('name', item.author || site)]),
    element('link', '', { rel: 'alternate', type: 'text/html', href: item.link }),
    element('published', item.published.toISOString()),
    element('updated', item.updated.toISOString()),
    ...item.terms.map((term) => element('category', '', { term })),
    optional('summary', item.summary, { type: 'html' }),
    element('content', item.content, { type: 'html' }),
  ]);

function renderJson(feed: Feed): string {
  const { title, description, link, language, items } = feed;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: link,
    feed_url: feed.urlOf('json'),
    ...(description !== '' && { description }),
    language,
    items: items.map(jsonItem),
  });
}

const jsonItem = ({ id, title, link, content, summary, author, published, updated, terms }: FeedItem) => ({
  id,
  url: link,
  title,
  content_html: content,
  ...(summary !== '' && { summary }),
  date_published: published.toISOString(),
  date_modified: updated.toISOString(),
  ...(author !== '' && { authors: [{ name: author }] }),
  ...(terms.length > 0 && { tags: terms }),
});
