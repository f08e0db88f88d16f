// Converts `item` elements of an export to records.
import type { XmlElement } from './element.ts';
import { dateOf, metaOf, numberOf, optionalText, textOf } from './fields.ts';
import type { WxrComment, WxrItem, WxrItemTerm } from './records.ts';

/** Returns the record of an `item` element. Missing elements become an empty string, 0 or null. */
export function toItem(element: XmlElement): WxrItem {
  return {
    kind: 'item',
    sourceId: numberOf(element, 'wp:post_id'),
    type: textOf(element, 'wp:post_type'),
    title: textOf(element, 'title'),
    link: textOf(element, 'link'),
    creator: textOf(element, 'dc:creator'),
    guid: textOf(element, 'guid'),
    content: textOf(element, 'content:encoded'),
    excerpt: textOf(element, 'excerpt:encoded'),
    date: dateOf(element, 'wp:post_date'),
    dateGmt: dateOf(element, 'wp:post_date_gmt'),
    modified: dateOf(element, 'wp:post_modified'),
    modifiedGmt: dateOf(element, 'wp:post_modified_gmt'),
    commentStatus: textOf(element, 'wp:comment_status'),
    pingStatus: textOf(element, 'wp:ping_status'),
    slug: textOf(element, 'wp:post_name'),
    status: textOf(element, 'wp:status'),
    parent: numberOf(element, 'wp:post_parent'),
    menuOrder: numberOf(element, 'wp:menu_order'),
    password: textOf(element, 'wp:post_password'),
    sticky: numberOf(element, 'wp:is_sticky') === 1,
    attachmentUrl: optionalText(element, 'wp:attachment_url'),
    categories: element.children.filter((child) => child.name === 'category').flatMap(toItemTerm),
    meta: metaOf(element, 'wp:postmeta'),
    comments: element.children.filter((child) => child.name === 'wp:comment').map(toComment),
  };
}

/**
 * Returns a list with the term of a `category` element, or an empty list if it has no slug. Exports of version 1.0 contain each term
 * twice, the first time without a slug, and use `tag` instead of `post_tag`.
 */
function toItemTerm(element: XmlElement): WxrItemTerm[] {
  const slug = element.attributes.get('nicename');
  if (slug === undefined) return [];
  const domain = element.attributes.get('domain') ?? 'category';
  return [{ domain: domain === 'tag' ? 'post_tag' : domain, slug, name: element.text }];
}

function toComment(element: XmlElement): WxrComment {
  return {
    sourceId: numberOf(element, 'wp:comment_id'),
    author: textOf(element, 'wp:comment_author'),
    authorEmail: textOf(element, 'wp:comment_author_email'),
    authorUrl: textOf(element, 'wp:comment_author_url'),
    authorIp: textOf(element, 'wp:comment_author_IP'),
    date: dateOf(element, 'wp:comment_date'),
    dateGmt: dateOf(element, 'wp:comment_date_gmt'),
    content: textOf(element, 'wp:comment_content'),
    approved: textOf(element, 'wp:comment_approved'),
    type: textOf(element, 'wp:comment_type'),
    parent: numberOf(element, 'wp:comment_parent'),
    userId: numberOf(element, 'wp:comment_user_id'),
    meta: metaOf(element, 'wp:commentmeta'),
  };
}
