// Declares the list parameters as the specification describes them.
import { formats } from './fields.ts';
import {
  any,
  byDefault,
  context,
  flag,
  integer,
  integers,
  oneOf,
  type ParameterSchema,
  type Parameters,
  paging,
  strings,
  text,
} from './schemas.ts';

const timestampFilters: Parameters = Object.fromEntries(
  ['after', 'before', 'modified_after', 'modified_before'].map((name) => [name, { ...text, format: 'date-time' }]),
);

const orders = ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'];
export const none = byDefault([], { type: 'array' });

const filterStates = [
  ...['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit', 'request-pending'],
  ...['request-confirmed', 'request-failed', 'request-completed', 'any'],
];

const statusFilter = byDefault('publish', { type: 'array', items: { enum: filterStates } });

export const list: Parameters = {
  ...context,
  ...paging(),
  ...timestampFilters,
  ...{ search: text, exclude: none, include: none, search_semantics: oneOf('exact'), offset: integer },
  ...{ order: byDefault('desc', oneOf('asc', 'desc')), orderby: byDefault('date', oneOf(...orders)) },
  search_columns: byDefault([], { type: 'array', items: { enum: ['post_title', 'post_content', 'post_excerpt'] } }),
  ...{ slug: strings, status: statusFilter },
};

const byAuthor: Parameters = { author: none, author_exclude: none };
const relation: Parameters = { tax_relation: oneOf('AND', 'OR') };
const ordered = byDefault('date', oneOf(...orders, 'menu_order'));

export const postList: Parameters = {
  ...{ ...list, ...byAuthor, ...relation, categories: any, categories_exclude: any, tags: any, tags_exclude: any },
  ...{ sticky: flag, ignore_sticky: byDefault(true, flag) },
  format: { type: 'array', uniqueItems: true, items: { enum: formats } },
};

export const pageList: Parameters = {
  ...{ ...list, ...byAuthor, menu_order: integer, parent: none, parent_exclude: none, orderby: ordered },
};

export const mediaList: Parameters = {
  ...{ ...list, ...byAuthor, parent: none, parent_exclude: none, mime_type: strings },
  media_type: { type: 'array', items: { enum: ['image', 'video', 'text', 'application', 'audio'] } },
  status: byDefault('inherit', { type: 'array', items: { enum: ['inherit', 'private', 'trash'] } }),
};

export const menuItemList: Parameters = {
  ...{ ...list, ...paging(100), ...relation, menus: any, menus_exclude: any, menu_order: integer },
  order: byDefault('asc', oneOf('asc', 'desc')),
  orderby: byDefault('menu_order', oneOf(...orders, 'menu_order')),
};

export const blockList: Parameters = {
  ...{ ...list, ...relation, cms_pattern_category: any, cms_pattern_category_exclude: any },
};

const revisionOrders = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'];

export const revisionList = (parent: ParameterSchema = integer): Parameters => ({
  ...{ ...context, parent, page: byDefault(1, { ...integer, minimum: 1 }) },
  per_page: { ...integer, minimum: 1, maximum: 100, default: undefined },
  ...{ search: text, exclude: none, include: none, offset: integer },
  ...{ order: byDefault('desc', oneOf('asc', 'desc')), orderby: byDefault('date', oneOf(...revisionOrders)) },
});

const userOrders = ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'];

export const userList: Parameters = {
  ...{ ...context, ...paging(), search: text, exclude: none, include: none, offset: integer, slug: strings },
  ...{ order: byDefault('asc', oneOf('asc', 'desc')), orderby: byDefault('name', oneOf(...userOrders)) },
  ...{ roles: strings, capabilities: strings, who: oneOf('authors'), has_published_posts: any },
  search_columns: byDefault([], { type: 'array', items: { enum: ['email', 'name', 'id', 'username', 'slug'] } }),
};

const commentOrders = ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'];

export const commentList: Parameters = {
  ...{ ...context, ...paging(), search: text, after: { format: 'date-time' }, before: { format: 'date-time' } },
  ...{ author: integers, author_exclude: integers, author_email: { format: 'email' }, exclude: none, include: none },
  ...{ offset: integer, parent: none, parent_exclude: none, post: none, password: text },
  ...{ order: byDefault('desc', oneOf('asc', 'desc')), orderby: byDefault('date_gmt', oneOf(...commentOrders)) },
  ...{ status: byDefault('approve'), type: byDefault('comment') },
};

export const fontList: Parameters = {
  ...{ ...context, ...paging(), exclude: none, include: none, search_semantics: any, offset: integer },
  ...{ order: byDefault('desc', oneOf('asc', 'desc')), orderby: byDefault('id', oneOf('id', 'include')) },
};
