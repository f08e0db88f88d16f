// All dynamic blocks, by name. What is not here is shown by its saved HTML (docs/rendering.md).
import type { DynamicBlock } from '../dynamic-block.ts';
import { archives } from './archives.ts';
import { categories } from './categories.ts';
import { footnotes } from './footnotes.ts';
import { latestPosts } from './latest-posts.ts';
import { navigation } from './navigation.ts';
import { homeLink, navigationLink, navigationSubmenu } from './navigation-link.ts';
import { pageList } from './page-list.ts';
import { postContent, postDate, postExcerpt, postTitle, readMore } from './post.ts';
import { avatar, postAuthor, postAuthorBiography, postAuthorName } from './post-author.ts';
import { postTerms } from './post-terms.ts';
import { noResults, postTemplate, query, queryTotal } from './query.ts';
import { pagination, paginationNext, paginationNumbers, paginationPrevious } from './query-pagination.ts';
import { reusableBlock } from './reusable-block.ts';
import { search } from './search.ts';
import { siteTagline, siteTitle } from './site.ts';
import { tagCloud } from './tag-cloud.ts';

const all: readonly DynamicBlock[] = [
  archives,
  avatar,
  categories,
  footnotes,
  homeLink,
  latestPosts,
  navigation,
  navigationLink,
  navigationSubmenu,
  noResults,
  pageList,
  pagination,
  paginationNext,
  paginationNumbers,
  paginationPrevious,
  postAuthor,
  postAuthorBiography,
  postAuthorName,
  postContent,
  postDate,
  postExcerpt,
  postTemplate,
  postTerms,
  postTitle,
  query,
  queryTotal,
  readMore,
  reusableBlock,
  search,
  siteTagline,
  siteTitle,
  tagCloud,
];

export const dynamicBlocks: ReadonlyMap<string, DynamicBlock> = new Map(all.map((block) => [block.name, block]));
