// Converts elements of the channel to records.
import type { XmlElement } from './element.ts';
import { metaOf, numberOf, textOf } from './fields.ts';
import type { WxrAuthor, WxrCategory, WxrRecord, WxrTag, WxrTerm } from './records.ts';
import { toItem } from './to-item.ts';

function toAuthor(element: XmlElement): WxrAuthor {
  const id = numberOf(element, 'wp:author_id');
  return {
    kind: 'author',
    login: textOf(element, 'wp:author_login'),
    email: textOf(element, 'wp:author_email'),
    displayName: textOf(element, 'wp:author_display_name'),
    firstName: textOf(element, 'wp:author_first_name'),
    lastName: textOf(element, 'wp:author_last_name'),
    ...(id === 0 ? {} : { id }),
  };
}

/** Returns the properties that elements of categories, tags and other terms have in common. */
const toTermProperties = (element: XmlElement, slug: string, name: string, description: string) => ({
  sourceId: numberOf(element, 'wp:term_id'),
  slug: textOf(element, slug),
  name: textOf(element, name),
  description: textOf(element, description),
  meta: metaOf(element, 'wp:termmeta'),
});

const toCategory = (element: XmlElement): WxrCategory => ({
  kind: 'category',
  ...toTermProperties(element, 'wp:category_nicename', 'wp:cat_name', 'wp:category_description'),
  parentSlug: textOf(element, 'wp:category_parent'),
});

const toTag = (element: XmlElement): WxrTag => ({
  kind: 'tag',
  ...toTermProperties(element, 'wp:tag_slug', 'wp:tag_name', 'wp:tag_description'),
  parentSlug: '',
});

const toTerm = (element: XmlElement): WxrTerm => ({
  kind: 'term',
  taxonomy: textOf(element, 'wp:term_taxonomy'),
  ...toTermProperties(element, 'wp:term_slug', 'wp:term_name', 'wp:term_description'),
  parentSlug: textOf(element, 'wp:term_parent'),
});

const RECORDS = new Map<string, (element: XmlElement) => WxrRecord>([
  ['wp:author', toAuthor],
  ['wp:category', toCategory],
  ['wp:tag', toTag],
  ['wp:term', toTerm],
  ['item', toItem],
]);

/** Returns the record of an element of the channel, or null when the element is not a record. */
export function toRecord(element: XmlElement): WxrRecord | null {
  return RECORDS.get(element.name)?.(element) ?? null;
}
