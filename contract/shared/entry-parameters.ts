// The list parameters of entries (specification: List parameters shared by posts, pages …).
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import { type Args, optional, type Parameters } from '../grammar/parameter.ts';
import { ids, Type, texts, words } from '../grammar/schema.ts';
import { formats, inwardStates, states } from './entry-fields.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';
import { relationParameter, termQuery } from './term-query.ts';

/** What entries can be ordered by; `menu_order` for types with page attributes. */
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
export type EntryOrder = (typeof entryOrders)[number] | 'menu_order';

const moment = (description: string) => optional(Type.String({ description, format: 'date-time' }));

const shared = {
  ...pagingParameters(),
  after: moment('Only entries published after this moment.'),
  modified_after: moment('Only entries changed after this moment.'),
  before: moment('Only entries published before this moment.'),
  modified_before: moment('Only entries changed before this moment.'),
  exclude: ids({ description: 'Without these.', default: [] }),
  include: ids({ description: 'Only these.', default: [] }),
  offset: offsetParameter,
  order: orderParameter('desc'),
  search_semantics: optional(words(['exact'], { description: 'Whole texts instead of parts of them.' })),
  search_columns: Type.Unsafe<('post_title' | 'post_content' | 'post_excerpt')[]>({
    description: 'Where to search.',
    type: 'array',
    items: { type: 'string', enum: ['post_title', 'post_content', 'post_excerpt'] },
    default: [],
  }),
  slug: optional(texts({ description: 'Only entries with one of these slugs.' })),
  status: Type.Unsafe<string[]>({
    description: 'Only entries in one of these states.',
    type: 'array',
    items: { type: 'string', enum: [...states, ...inwardStates] },
    default: 'publish',
    clean: 'listable-states',
  }),
};

const byAuthor = {
  author: ids({ description: 'Only entries of these authors.', default: [] }),
  author_exclude: ids({ description: 'Only entries of other authors.', default: [] }),
};

const byPlace = { menu_order: optional(Type.Integer({ description: 'Only entries with this place.' })) };

/** The filters of lists of what is below other entries. */
export const byParent = {
  parent: ids({ description: 'Only entries below these.', default: [] }),
  parent_exclude: ids({ description: 'Only entries not below these.', default: [] }),
};

const sticking = {
  sticky: optional(Type.Boolean({ description: 'Only sticky entries, or only others.' })),
  ignore_sticky: Type.Boolean({ description: 'Whether sticky entries keep their place in the order.', default: true }),
};

const byFormat = {
  format: optional(
    Type.Unsafe<string[]>({
      description: 'Only entries of these formats.',
      type: 'array',
      items: { type: 'string', enum: formats },
      uniqueItems: true,
    }),
  ),
};

/** Everything the list of a type may be asked for; what the type does not declare is never there. */
export type EntryListArgs = Args<typeof shared> &
  Partial<Args<typeof byAuthor & typeof byParent & typeof byPlace & typeof sticking & typeof byFormat>> & {
    orderby: EntryOrder;
    tax_relation?: 'AND' | 'OR';
    excerpt_length?: number;
    password?: string;
  };

/** The list parameters of a content type. */
export function entryListParameters(type: ContentType, taxonomies: readonly Taxonomy[]): Parameters {
  const has = (feature: ContentType['supports'][number]) => type.supports.includes(feature);
  const placed = has('page-attributes');
  const orders = placed ? [...entryOrders, 'menu_order'] : entryOrders;
  return {
    ...shared,
    ...(has('author') && byAuthor),
    ...(placed && byPlace),
    ...(type.hierarchical && byParent),
    orderby: words(orders, { description: 'What the list is ordered by.', default: 'date' }),
    ...(taxonomies.length > 0 && { tax_relation: optional(relationParameter) }),
    ...Object.fromEntries(
      taxonomies.flatMap((each) => [
        [each.restBase, optional(termQuery(each, true))],
        [`${each.restBase}_exclude`, optional(termQuery(each, false))],
      ]),
    ),
    ...(has('sticky') && sticking),
    ...(has('post-formats') && byFormat),
  };
}
