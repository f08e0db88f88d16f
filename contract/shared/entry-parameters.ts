// Declares the list parameters of entries (specification: List parameters shared by posts, pages …).
import { formats } from '../columns.ts';
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import { optional } from '../grammar/parameter.ts';
import { enumOf, ids, listOf, strings, Type } from '../grammar/schema.ts';
import { entryStatuses, internalStatusFilters } from './entry-fields.ts';
import { filterableFields, type MetaOrder, metaOrder, metaParameter } from './filterable-meta.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';
import { relationParameter, termQuery } from './term-query.ts';

/** Sort keys of entries. Types with page attributes also have `menu_order`, and each filterable meta field adds one. */
export const entryOrders = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
] as const;
export type EntryOrder = (typeof entryOrders)[number] | 'menu_order' | MetaOrder;

const timeFilter = (description: string) => optional(Type.String({ description, format: 'date-time' }));

const shared = {
  ...pagingParameters(),
  after: timeFilter('Limits the list to entries published after this time.'),
  modified_after: timeFilter('Limits the list to entries modified after this time.'),
  before: timeFilter('Limits the list to entries published before this time.'),
  modified_before: timeFilter('Limits the list to entries modified before this time.'),
  exclude: ids({ description: 'Excludes entries with these IDs.', default: [] }),
  include: ids({ description: 'Limits the list to entries with these IDs.', default: [] }),
  offset: offsetParameter,
  order: orderParameter('desc'),
  search_semantics: optional(
    enumOf(['exact'], { description: 'With `exact`, the search matches complete values instead of parts of them.' }),
  ),
  search_columns: listOf(['post_title', 'post_content', 'post_excerpt'], {
    description: 'The columns to search.',
    default: [],
  }),
  slug: optional(strings({ description: 'Limits the list to entries with one of these slugs.' })),
  status: listOf<string>([...entryStatuses, ...internalStatusFilters], {
    description: 'Limits the list to entries with one of these statuses.',
    default: 'publish',
    clean: 'listable-states',
  }),
};

const byAuthor = {
  author: ids({ description: 'Limits the list to entries by these authors.', default: [] }),
  author_exclude: ids({ description: 'Excludes entries by these authors.', default: [] }),
};

const byMenuOrder = {
  menu_order: optional(
    Type.Integer({ description: 'Limits the list to entries with this position in the menu order.' }),
  ),
};

/** The parameters that filter a list by parent entry. */
export const byParent = {
  parent: ids({ description: 'Limits the list to children of these entries.', default: [] }),
  parent_exclude: ids({ description: 'Excludes children of these entries.', default: [] }),
};

const stickyFilters = {
  sticky: optional(
    Type.Boolean({ description: 'Limits the list to sticky entries (true) or to other entries (false).' }),
  ),
  ignore_sticky: Type.Boolean({ description: 'Whether sticky entries are sorted like other entries.', default: true }),
};

const byFormat = {
  format: optional(
    listOf<string>(formats, { description: 'Limits the list to entries with these formats.', uniqueItems: true }),
  ),
};

/** Returns the list parameters of a content type. */
export function entryListParameters(type: ContentType, taxonomies: readonly Taxonomy[]) {
  const has = (feature: ContentType['supports'][number]) => type.supports.includes(feature);
  const hasMenuOrder = has('page-attributes');
  const filterable = filterableFields(type);
  const orders: readonly EntryOrder[] = [
    ...entryOrders,
    ...(hasMenuOrder ? (['menu_order'] as const) : []),
    ...filterable.map(({ name }) => metaOrder(name)),
  ];
  return {
    ...shared,
    ...(has('author') && byAuthor),
    ...(hasMenuOrder && byMenuOrder),
    ...(type.hierarchical && byParent),
    ...(filterable.length > 0 && { meta: optional(metaParameter(filterable)) }),
    orderby: enumOf(orders, { description: 'The sort key of the list.', default: 'date' }),
    ...(taxonomies.length > 0 && { tax_relation: optional(relationParameter) }),
    ...termFilters(taxonomies),
    ...(has('sticky') && stickyFilters),
    ...(has('post-formats') && byFormat),
  };
}

/** Returns the filters by terms. Their names depend on the site, so they are not part of the type of the list parameters. */
const termFilters = (taxonomies: readonly Taxonomy[]): object =>
  Object.fromEntries(
    taxonomies.flatMap((each) => [
      [each.restBase, optional(termQuery(each, true))],
      [`${each.restBase}_exclude`, optional(termQuery(each, false))],
    ]),
  );
