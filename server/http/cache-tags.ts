// Names the cache tags of public responses: what a response displays, so that a CDN can find it when that changes (docs/cdn.md).

/** The tag of all tagged responses. It is purged when something changes that affects every response, such as a setting. */
export const siteTag = 'site';

/** The tag of responses whose sources are not tracked one by one. It is purged by every change of public data. */
export const contentTag = 'content';

/** The tag of responses that display numbers of entries of terms. */
export const termCountsTag = 'term-counts';

/** The collections of resources that are no content types or taxonomies, whose collections are named after their REST bases. */
export const usersTag = 'users';
export const commentsTag = 'comments';
export const mediaTag = 'media';

/** Returns the tag of an entry of any type. */
export const postTag = (id: number): string => `post-${id}`;

/** Returns the tag of a term of any taxonomy. */
export const termTag = (id: number): string => `term-${id}`;

export const userTag = (id: number): string => `user-${id}`;

export const commentTag = (id: number): string => `comment-${id}`;

/** Returns the tag of lists of the comments on an entry. */
export const commentsOfTag = (entry: number): string => `comments-of-${entry}`;

/** Collects the tags of a response. Undefined tags, those of a source that is not tracked, are replaced with `contentTag`. */
export function collectTags(tags: Set<string> | undefined, added: readonly string[] | undefined): void {
  if (tags) for (const tag of added ?? [contentTag]) tags.add(tag);
}
