// Derives the properties of the Open Graph protocol (ogp.me), from which other sites make previews of links.
import type { HeadData, HeadEntry, HeadImage } from './head-data.ts';
import { canonicalUrlOf, descriptionOf, titleOf } from './page-facts.ts';

type Property = readonly [name: string, content: string];

/** Returns the properties of a page that may be indexed, in their order. */
export function openGraphProperties(data: HeadData): Property[] {
  const { site, page } = data;
  const entry = page.kind === 'entry' ? page.entry : undefined;
  const isArticle = entry?.kind === 'post';
  const type = isArticle ? 'article' : page.kind === 'archive' && page.isAuthor === true ? 'profile' : 'website';
  return [
    ['og:type', type],
    ['og:title', titleOf(data)],
    ...optional('og:description', descriptionOf(data)),
    ...optional('og:url', canonicalUrlOf(data)),
    ['og:site_name', site.title],
    ['og:locale', site.language.replaceAll('-', '_')],
    ...(entry?.image ? imageProperties(entry.image) : []),
    ...(isArticle ? articleProperties(entry) : []),
  ];
}

const optional = (name: string, content: string | undefined): Property[] =>
  content === undefined || content === '' ? [] : [[name, content]];

const imageProperties = ({ url, altText, width, height }: HeadImage): Property[] => [
  ['og:image', url],
  ...(width > 0 && height > 0
    ? ([
        ['og:image:width', String(width)],
        ['og:image:height', String(height)],
      ] as const)
    : []),
  ...optional('og:image:alt', altText),
];

const articleProperties = ({ published, modified, author, categories, tags }: HeadEntry): Property[] => [
  ...optional('article:published_time', published),
  ...optional('article:modified_time', modified),
  ...optional('article:author', author?.url),
  ...optional('article:section', categories[0]?.name),
  ...tags.map((tag): Property => ['article:tag', tag]),
];
