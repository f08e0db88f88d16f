// Declares the list requests that are measured: the list routes with their filters and orders, and with pairs of filters that
// clients use. Lists with more than 1,000 items are also measured near their end, unless the path contains `page=` or `offset=`.

/** The caller of a request. The `contributor` has not written any entry. */
export type Caller = 'anonymous' | 'contributor' | 'author' | 'administrator';

/** A measured list request. */
export interface ListRequest {
  /** Path relative to `/cms/v2/`. `{tag}`, `{category}` … are placeholders for values of the measured site. */
  readonly path: string;
  readonly as: Caller;
}

const requestsAs = (as: Caller, paths: string): ListRequest[] =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => ({ path, as }));

export const listRequests: readonly ListRequest[] = [
  // Posts: orders.
  ...requestsAs(
    'anonymous',
    `posts posts?order=asc posts?orderby=title posts?orderby=title&order=asc posts?orderby=modified posts?orderby=id
     posts?orderby=slug posts?orderby=author posts?orderby=parent posts?orderby=include&include={posts} posts?per_page=100
     posts?_embed`,
  ),
  // Posts: filters.
  ...requestsAs(
    'anonymous',
    `posts?categories={category} posts?categories={category},{category2} posts?categories={categories}
     posts?categories[terms]={category},{category2}&categories[operator]=AND posts?categories_exclude={category}
     posts?categories_exclude={categories} posts?tags={tag} posts?tags={tag},{tag2} posts?tags_exclude={tag}
     posts?tags[terms]={tag},{tag2}&tags[operator]=AND posts?author={author} posts?author={author},{author2}
     posts?author_exclude={author} posts?author_exclude={authors} posts?author={member} posts?after=2020-06-01T00:00:00
     posts?before=2020-06-01T00:00:00 posts?after=2020-06-01T00:00:00&before=2020-06-08T00:00:00
     posts?modified_after=2020-06-01T00:00:00 posts?modified_before=2012-01-01T00:00:00 posts?slug={slug}
     posts?slug={slug},{slug2} posts?exclude={posts} posts?include={posts} posts?sticky=true posts?sticky=false
     posts?format=aside posts?format=gallery posts?format=standard posts?format=aside,gallery posts?ignore_sticky=false
     posts?include={manyPosts} posts?exclude={manyPosts}`,
  ),
  // Posts: a filter and an order.
  ...requestsAs(
    'anonymous',
    `posts?categories={category}&order=asc posts?categories={category}&orderby=title
     posts?categories={category}&orderby=modified posts?categories={category}&orderby=id posts?categories={category},{category2}&orderby=title
     posts?tags={tag}&orderby=title posts?author={author}&orderby=title posts?author={author}&orderby=modified
     posts?author={author}&order=asc posts?after=2020-06-01T00:00:00&orderby=title
     posts?before=2012-01-01T00:00:00&orderby=title posts?after=2025-12-25T00:00:00&orderby=title&order=asc
     posts?after=2020-06-01T00:00:00&orderby=modified posts?modified_after=2020-06-01T00:00:00&orderby=modified
     posts?modified_after=2025-12-30T00:00:00 posts?sticky=false&orderby=title posts?format=aside&orderby=title
     posts?exclude={posts}&orderby=title posts?author_exclude={author}&orderby=title
     posts?categories_exclude={category}&orderby=title posts?categories_exclude={category}&orderby=modified`,
  ),
  // Posts: pairs of filters.
  ...requestsAs(
    'anonymous',
    `posts?categories={category}&tags={tag} posts?categories={category}&author={author}
     posts?categories={category}&after=2020-06-01T00:00:00 posts?categories={category}&before=2012-01-01T00:00:00
     posts?categories={category}&exclude={posts} posts?categories={category}&categories_exclude={category2}
     posts?categories={category}&tags={tag}&tax_relation=OR posts?categories={category},{category2}&author={author}
     posts?categories={category}&sticky=true posts?categories={category}&format=aside posts?tags={tag}&author={author}
     posts?tags={tag}&after=2020-06-01T00:00:00 posts?tags={tag}&exclude={posts} posts?tags={tag}&tags_exclude={tag2}
     posts?author={author}&after=2020-06-01T00:00:00 posts?author={author}&exclude={posts}
     posts?author={author}&format=aside posts?exclude={posts}&after=2020-06-01T00:00:00
     posts?author_exclude={author}&categories_exclude={category} posts?sticky=false&categories_exclude={category}`,
  ),
  // Posts: searches.
  ...requestsAs(
    'anonymous',
    `posts?search=zyzzyva posts?search={common} posts?search={common}&orderby=relevance posts?search={common}%20{common2}
     posts?search={common}%20-{common2} posts?search=-{common} posts?search=a posts?search=ab posts?search=the
     posts?search=xqz posts?search={title} posts?search={common}&categories={category} posts?search={common}&author={author}
     posts?search={common}&after=2025-06-01T00:00:00 posts?search={common}&orderby=title
     posts?search={common}&search_columns=post_title posts?search={common}&search_semantics=exact
     posts?search={long} posts?search={common}&tags={tag}`,
  ),
  // Site-wide search.
  ...requestsAs(
    'anonymous',
    `search search?search=zyzzyva search?search={common} search?search={common}%20{common2} search?search=-{common}
     search?search=a search?search={common}&subtype=post search?subtype=page search?exclude={posts} search?include={posts}
     search?type=term search?type=term&search=tag search?type=post-format search?search={common}&_embed`,
  ),
  // Pages, media, reusable blocks, terms.
  ...requestsAs(
    'anonymous',
    `pages pages?orderby=menu_order&order=asc pages?parent=0 pages?parent={page} pages?parent={page},{page2}
     pages?parent_exclude=0 pages?menu_order=3 pages?menu_order=3&orderby=menu_order pages?parent=0&orderby=menu_order
     pages?parent=0&orderby=title pages?search={common} pages?orderby=title pages?slug={pageSlug}
     media media?order=asc media?orderby=title media?orderby=modified media?media_type=image media?media_type=video
     media?mime_type=application/pdf media?media_type=image&orderby=title media?parent={post} media?parent=0
     media?author={author} media?search={common} media?search=attachment media?after=2020-06-01T00:00:00 media?exclude={media}
     categories categories?hide_empty=true categories?orderby=count&order=desc categories?parent=0 categories?post={post}
     tags tags?hide_empty=true tags?orderby=count&order=desc tags?orderby=id tags?orderby=slug tags?orderby=description
     tags?search=rare tags?search=xqz tags?include={tag} tags?exclude={tag} tags?post={post} tags?slug=rare-tag-77
     tags?hide_empty=true&orderby=count&order=desc`,
  ),
  // Comments and users, as anonymous clients read them.
  ...requestsAs(
    'anonymous',
    `comments comments?order=asc comments?orderby=date comments?orderby=id comments?orderby=post comments?orderby=parent
     comments?post={commented} comments?post={commented},{commented2} comments?parent=0 comments?parent={comment}
     comments?parent_exclude=0 comments?exclude={comment} comments?include={comment} comments?after=2020-06-01T00:00:00
     comments?before=2012-01-01T00:00:00 comments?search={common} comments?search=xqz comments?search=a
     comments?post={commented}&parent=0 comments?post={commented}&search=reader
     users users?order=desc users?orderby=id users?orderby=slug users?search=author users?has_published_posts=true
     users?slug=member-7 users?include={author} users?exclude={author}`,
  ),
  // Lists as signed-in authors, contributors and administrators read them.
  ...requestsAs(
    'author',
    `posts?context=edit posts?status=draft posts?status=any posts?status=publish,draft,private posts?status=private
     posts?author={author}&status=any posts?status=draft&orderby=title posts?search={common}&status=draft posts?search={common}
     media?context=edit`,
  ),
  ...requestsAs(
    'contributor',
    'posts?context=edit posts?status=any posts?status=draft posts?search={common} blocks media',
  ),
  ...requestsAs(
    'administrator',
    `posts?context=edit posts?status=any posts?status=any&orderby=title posts?status=any&orderby=modified
     posts?status=publish,draft posts?status=publish,draft,private&order=asc posts?status=any&categories={category}
     posts?status=any&author={author} posts?status=draft posts?status=trash posts?status=any&search={common}
     posts?search={common}&context=edit pages?status=any&orderby=menu_order&order=asc media?status=private
     comments?context=edit comments?status=all comments?status=hold comments?status=spam comments?type=all comments?type=pingback
     comments?author={author} comments?author_exclude={author} comments?author_email=reader5@site.test
     comments?search=reader5 comments?status=all&orderby=id comments?status=any&type=all
     users?context=edit users?search=member users?search=member77@site.test users?roles=contributor users?roles=administrator
     users?capabilities=edit_posts users?who=authors users?orderby=email users?orderby=url users?orderby=registered_date
     users?search=xqz menu-items menu-items?search={common} menu-items?orderby=menu_order blocks blocks?search={common}
     templates template-parts navigation font-families posts/{revised}/revisions posts/{revised}/revisions?per_page=10
     posts/{revised}/revisions?search={common}&per_page=10 menus cms_pattern_category types taxonomies`,
  ),
];
