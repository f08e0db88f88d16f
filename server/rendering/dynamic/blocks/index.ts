// Lists all dynamic blocks by name. Other blocks are rendered as their saved HTML (docs/rendering.md).
import type { DynamicBlock } from '../dynamic-block.ts';
import { archives } from './archives.ts';
import { breadcrumbs } from './breadcrumbs.ts';
import { calendar } from './calendar.ts';
import { categories } from './categories.ts';
import {
  commentAuthorAvatar,
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
} from './comment.ts';
import {
  commentsPagination,
  commentsPaginationNext,
  commentsPaginationNumbers,
  commentsPaginationPrevious,
  commentsTitle,
  commentTemplate,
  postCommentsCount,
  postCommentsForm,
  postCommentsLink,
} from './comments.ts';
import { rss } from './feed.ts';
import { footnotes } from './footnotes.ts';
import { featuredImage, siteLogo } from './images.ts';
import { latestComments } from './latest-comments.ts';
import { latestPosts } from './latest-posts.ts';
import { navigation } from './navigation.ts';
import { homeLink, navigationLink, navigationSubmenu } from './navigation-link.ts';
import { pageList } from './page-list.ts';
import { playlistTrack } from './playlist.ts';
import { postContent, postDate, postExcerpt, postTitle, readMore } from './post.ts';
import { avatar, postAuthor, postAuthorBiography, postAuthorName } from './post-author.ts';
import { postTerms } from './post-terms.ts';
import { noResults, postTemplate, query, queryTotal } from './query.ts';
import { pagination, paginationNext, paginationNumbers, paginationPrevious } from './query-pagination.ts';
import { reusableBlock } from './reusable-block.ts';
import { search } from './search.ts';
import { loginLink, siteTagline, siteTitle } from './site.ts';
import { tagCloud } from './tag-cloud.ts';
import { termCount, termDescription, termName, termsQuery, termTemplate } from './terms-query.ts';
import { pattern, templatePart } from './theme-parts.ts';

const all: readonly DynamicBlock[] = [
  archives,
  avatar,
  breadcrumbs,
  calendar,
  categories,
  commentAuthorAvatar,
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
  commentsPagination,
  commentsPaginationNext,
  commentsPaginationNumbers,
  commentsPaginationPrevious,
  commentsTitle,
  commentTemplate,
  featuredImage,
  footnotes,
  homeLink,
  latestComments,
  latestPosts,
  loginLink,
  navigation,
  navigationLink,
  navigationSubmenu,
  noResults,
  pageList,
  pagination,
  paginationNext,
  paginationNumbers,
  paginationPrevious,
  pattern,
  playlistTrack,
  postAuthor,
  postAuthorBiography,
  postAuthorName,
  postCommentsCount,
  postCommentsForm,
  postCommentsLink,
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
  rss,
  search,
  siteLogo,
  siteTagline,
  siteTitle,
  tagCloud,
  templatePart,
  termCount,
  termDescription,
  termName,
  termsQuery,
  termTemplate,
];

export const dynamicBlocks: ReadonlyMap<string, DynamicBlock> = new Map(all.map((block) => [block.name, block]));
