// Exports all dynamic blocks, and nothing else (docs/rendering.md).
export * from './archives.ts';
export * from './breadcrumbs.ts';
export * from './calendar.ts';
export * from './categories.ts';
export {
  commentAuthorAvatar,
  commentAuthorName,
  commentContent,
  commentDate,
  commentEditLink,
  commentReplyLink,
} from './comment.ts';
export * from './comments.ts';
export { postCommentsForm } from './comments-form.ts';
export * from './comments-pagination.ts';
export * from './feed.ts';
export * from './footnotes.ts';
export * from './images.ts';
export * from './latest-comments.ts';
export * from './latest-posts.ts';
export { navigation } from './navigation.ts';
export * from './navigation-link.ts';
export * from './page-list.ts';
export * from './playlist.ts';
export * from './post.ts';
export * from './post-author.ts';
export { postNavigationLink } from './post-navigation-link.ts';
export * from './post-terms.ts';
export * from './query.ts';
export * from './query-pagination.ts';
export { queryTitle } from './query-title.ts';
export * from './reusable-block.ts';
export * from './search.ts';
export * from './site.ts';
export * from './tag-cloud.ts';
export * from './terms-query.ts';
export * from './theme-parts.ts';
