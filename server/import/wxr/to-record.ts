// Converts elements of the channel to records.
import type { XmlElement } from './element.ts';
import { metaOf, numberOf, textOf } from './fields.ts';
import type { WxrAuthor, WxrCategory, WxrRecord, WxrTag, WxrTerm } from './records.ts';
import { toItem } from './to-item.ts';

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

function toCategory(element: XmlElement): WxrCategory {
  return {
    kind: 'category',
    sourceId: numberOf(element, 'wp:term_id'),
    slug: textOf(element, 'wp:category_nicename'),
    name: textOf(element, 'wp:cat_name'),
    description: textOf(element, 'wp:category_description'),
    parentSlug: textOf(element, 'wp:category_parent'),
    meta: metaOf(element, 'wp:termmeta'),
  };
}

function toTag(element: XmlElement): WxrTag {
  return {
    kind: 'tag',
    sourceId: numberOf(element, 'wp:term_id'),
    slug: textOf(element, 'wp:tag_slug'),
    name: textOf(element, 'wp:tag_name'),
    description: textOf(element, 'wp:tag_description'),
    parentSlug: '',
    meta: metaOf(element, 'wp:termmeta'),
  };
}

function toTerm(element: XmlElement): WxrTerm {
  return {
    kind: 'term',
    taxonomy: textOf(element, 'wp:term_taxonomy'),
    sourceId: numberOf(element, 'wp:term_id'),
    slug: textOf(element, 'wp:term_slug'),
    name: textOf(element, 'wp:term_name'),
    description: textOf(element, 'wp:term_description'),
    parentSlug: textOf(element, 'wp:term_parent'),
    meta: metaOf(element, 'wp:termmeta'),
  };
}
