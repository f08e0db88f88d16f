// Renders the description of a page for search engines, in the vocabulary of schema.org, as JSON-LD.
import { toScriptJson } from '../../rendering/script-json.ts';
import type { HeadArchive, HeadData, HeadEntry, HeadImage, HeadLink, HeadSite } from './head-data.ts';
import { canonicalUrlOf, descriptionOf, isFrontPage, titleOf } from './page-facts.ts';
import { shorten } from './plain-text.ts';

/** A node of the graph. Properties that are undefined are omitted. */
type Node = Readonly<Record<string, unknown>>;

/** Maximum length of a headline, in UTF-16 code units; search engines ignore longer ones. */
const maxHeadlineLength = 110;

/** Returns a script element with JSON-LD, which browsers do not execute, for a page that may be indexed. */
export function renderJsonLd(data: HeadData): string {
  const graph = { '@context': 'https://schema.org', '@graph': [siteNode(data), ...pageNodes(data)] };
  return `<script type="application/ld+json">${toScriptJson(graph)}</script>`;
}

const siteId = ({ home }: HeadSite): string => `${home}#website`;

/** Returns the node of the site. That of the front page describes how the site is searched. */
function siteNode({ site, page }: HeadData): Node {
  return {
    '@type': 'WebSite',
    '@id': siteId(site),
    url: site.home,
    name: site.title,
    description: site.description || undefined,
    inLanguage: site.language,
    ...(isFrontPage(page) && {
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${site.home}?s={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    }),
  };
}

function pageNodes(data: HeadData): Node[] {
  const { site, page } = data;
  if (page.kind === 'entry') {
    const { entry } = page;
    return [entryNode(data, entry), ...(isFrontPage(page) ? [] : [breadcrumbsNode(site, pathOf(entry))])];
  }
  if (page.kind !== 'archive') return [collectionNode(data)];
  return [
    { ...collectionNode(data), ...(page.isAuthor === true && { mainEntity: personNode(authorOf(page)) }) },
    breadcrumbsNode(site, [{ name: page.title, url: page.link }]),
  ];
}

/** Returns what pages of all kinds have in common. */
function pageNode(data: HeadData): Node {
  const { site } = data;
  const url = canonicalUrlOf(data);
  return {
    '@id': url,
    url,
    name: titleOf(data),
    description: descriptionOf(data) || undefined,
    inLanguage: site.language,
    isPartOf: { '@id': siteId(site) },
  };
}

const collectionNode = (data: HeadData): Node => ({ '@type': 'CollectionPage', ...pageNode(data) });

function entryNode(data: HeadData, entry: HeadEntry): Node {
  const { published, modified, author, image } = entry;
  const common = {
    ...pageNode(data),
    datePublished: published,
    dateModified: modified,
    author: author && personNode(author),
  };
  if (entry.kind === 'image' && image) return { '@type': 'ImageObject', ...common, ...imageProperties(image) };
  const illustrated = { ...common, image: image && imageNode(image) };
  return entry.kind === 'post' ? articleNode(illustrated, entry) : { '@type': 'WebPage', ...illustrated };
}

const articleNode = (common: Node, { title, link, categories, tags }: HeadEntry): Node => ({
  '@type': 'BlogPosting',
  ...common,
  headline: shorten(title, maxHeadlineLength) || undefined,
  mainEntityOfPage: link,
  articleSection: categories.length === 0 ? undefined : categories.map(({ name }) => name),
  keywords: tags.length === 0 ? undefined : tags,
});

const personNode = ({ name, url }: HeadLink): Node => ({ '@type': 'Person', name, url });

const authorOf = ({ title, link }: HeadArchive): HeadLink => ({ name: title, url: link });

const imageNode = (image: HeadImage): Node => ({ '@type': 'ImageObject', ...imageProperties(image) });

const imageProperties = ({ url, altText, width, height }: HeadImage): Node => ({
  contentUrl: url,
  url,
  ...(width > 0 && height > 0 && { width, height }),
  caption: altText || undefined,
});

/** Returns the pages above an entry, without the front page, and the entry: its parent, or its first category. */
function pathOf({ title, link, parent, categories }: HeadEntry): HeadLink[] {
  const above = parent ?? categories[0];
  return [...(above ? [above] : []), { name: title || '(no title)', url: link }];
}

const breadcrumbsNode = ({ title, home }: HeadSite, path: readonly HeadLink[]): Node => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: title, url: home }, ...path].map(({ name, url }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: url,
  })),
});
