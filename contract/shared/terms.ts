// The resource of a taxonomy: categories, tags and a site's own (terms-menus-and-blocks.md §1).
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import {
  type Args,
  contextParameter,
  forceParameter,
  optional,
  type Parameters,
  writable,
} from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing, type Route } from '../grammar/route.ts';
import { everywhere, ids, Type, texts, viewAndEdit, words } from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';

/** The operations of the room `terms`; each is a file of that name there. */
export const termOperations = ['list-terms', 'get-term', 'create-term', 'update-term', 'delete-term'] as const;

/** The rules that the routes of terms name. */
export const termPermissions = ['list-terms', 'read-term', 'create-term', 'edit-term', 'delete-term'] as const;

/** What terms can be ordered by. */
export const termOrders = [
  'id',
  'include',
  'name',
  'slug',
  'include_slugs',
  'term_group',
  'description',
  'count',
] as const;
export type TermOrder = (typeof termOrders)[number];

const shared = {
  ...pagingParameters(),
  exclude: ids({ description: 'Without these.', default: [] }),
  include: ids({ description: 'Only these.', default: [] }),
  order: orderParameter('asc'),
  orderby: words(termOrders, { description: 'What the list is ordered by.', default: 'name' }),
  hide_empty: Type.Boolean({ description: 'Only terms that published entries carry.', default: false }),
  post: Type.Unsafe<number | null>({ description: 'Only the terms of this entry.', type: 'integer', default: null }),
  slug: optional(texts({ description: 'Only terms with one of these slugs.' })),
};
const flat = { offset: offsetParameter };
const tree = { parent: optional(Type.Integer({ description: 'Only terms right below this one; 0: at the top.' })) };

/** Everything a list of terms may be asked for; what the taxonomy does not declare is never there. */
export type TermListArgs = Args<typeof shared> & Partial<Args<typeof flat & typeof tree>>;

/** The list parameters of a taxonomy. */
export const termListParameters = (hierarchical: boolean): Parameters => ({
  ...shared,
  ...(hierarchical ? tree : flat),
});

/** The resource of a taxonomy, whose terms link to the entries of the given content types that carry them. */
export function termResource(taxonomy: Taxonomy, types: readonly ContentType[]): Resource {
  const fields = termFields(taxonomy);
  return {
    title: taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name,
    noun: taxonomy.noun,
    namespace: taxonomy.restNamespace,
    room: 'terms',
    fields,
    links: termLinks(
      taxonomy,
      types.filter((type) => taxonomy.types.includes(type.name)),
    ),
    routes: termRoutes(taxonomy, fields),
  };
}

function termFields(taxonomy: Taxonomy): Parameters {
  const { one } = taxonomy.noun;
  return {
    id: Type.Integer({ description: `The number of the ${one}.`, context: everywhere, readonly: true }),
    count: Type.Integer({ description: 'How many published entries carry it.', context: viewAndEdit, readonly: true }),
    description: Type.String({ description: 'A description, in HTML.', context: viewAndEdit }),
    link: Type.String({ description: 'Its public address.', format: 'uri', context: everywhere, readonly: true }),
    name: Type.String({ description: 'Its name, in HTML.', context: everywhere, needed: true }),
    slug: Type.String({ description: 'Its name in addresses, unique within the taxonomy.', context: everywhere }),
    taxonomy: Type.String({
      description: 'The taxonomy it belongs to.',
      enum: [taxonomy.name],
      isName: true,
      context: everywhere,
      readonly: true,
    }),
    ...(taxonomy.hierarchical && {
      parent: Type.Integer({ description: `The number of the ${one} above it.`, context: viewAndEdit }),
    }),
    meta: Type.Object({}, { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' }),
  };
}

function termRoutes(taxonomy: Taxonomy, fields: Parameters): Route[] {
  const collection = `/${taxonomy.restNamespace}/${taxonomy.restBase}`;
  const list = termListParameters(taxonomy.hierarchical);
  const force = forceParameter(`Must be true, for a ${taxonomy.noun.one} cannot be moved to the trash.`);
  // A parent sent to a flat taxonomy is refused by the operation (terms-menus-and-blocks.md §1.2), so it is not declared.
  return [
    {
      path: collection,
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'list-terms', permission: 'list-terms', parameters: list, batch: true },
        {
          methods: ['POST'],
          operation: 'create-term',
          permission: 'create-term',
          parameters: writable(fields, 'create'),
          batch: true,
        },
      ],
    },
    {
      path: `${collection}/<id>`,
      parameters: { id: optional(Type.Integer({ description: `The number of the ${taxonomy.noun.one}.` })) },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-term',
          permission: 'read-term',
          parameters: { context: contextParameter },
          batch: true,
        },
        {
          methods: changing,
          operation: 'update-term',
          permission: 'edit-term',
          parameters: writable(fields, 'change'),
          batch: true,
        },
        {
          methods: ['DELETE'],
          operation: 'delete-term',
          permission: 'delete-term',
          parameters: { force },
          batch: true,
        },
      ],
    },
  ];
}

function termLinks(taxonomy: Taxonomy, types: readonly ContentType[]): Link[] {
  const root = `/${taxonomy.restNamespace}`;
  const collection = `${root}/${taxonomy.restBase}`;
  return [
    { rel: 'self', href: `${collection}/{id}` },
    { rel: 'collection', href: collection },
    { rel: 'about', href: `${root}/taxonomies/${taxonomy.name}` },
    ...(taxonomy.hierarchical
      ? [{ rel: 'up', href: `${collection}/{parent}`, embeddable: true, when: 'parent' } as const]
      : []),
    ...types.map(
      (type): Link => ({
        rel: 'cms:post_type',
        href: `/${type.restNamespace}/${type.restBase}?${taxonomy.restBase}={id}`,
      }),
    ),
  ];
}
