// Declares the resources of terms: categories, tags, and terms of taxonomies of a site (terms-menus-and-blocks.md §1).
import { plainColumns } from '../columns.ts';
import { columnFields } from '../grammar/column.ts';
import type { ContentType, Taxonomy } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { type Args, contextParameter, forceParameter, optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import type { Route } from '../grammar/route.ts';
import { enumOf, everywhere, ids, needed, ReadOnly, strings, Type, viewAndEdit } from '../grammar/schema.ts';
import { offsetParameter, orderParameter, pagingParameters } from './list-parameters.ts';

/** Sort keys of terms. */
const termOrders = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'] as const;
export type TermOrder = (typeof termOrders)[number];

const shared = {
  ...pagingParameters(),
  exclude: ids({ description: 'Excludes terms with these IDs.', default: [] }),
  include: ids({ description: 'Limits the list to terms with these IDs.', default: [] }),
  order: orderParameter('asc'),
  orderby: enumOf(termOrders, { description: 'The sort key of the list.', default: 'name' }),
  hide_empty: Type.Boolean({ description: 'Whether to exclude terms without published entries.', default: false }),
  post: Type.Unsafe<number | null>({
    description: 'Limits the list to terms of this entry.',
    type: 'integer',
    default: null,
  }),
  slug: optional(strings({ description: 'Limits the list to terms with one of these slugs.' })),
};
const flat = { offset: offsetParameter };
const tree = {
  parent: optional(
    Type.Integer({ description: 'Limits the list to direct children of this term; 0 for top-level terms.' }),
  ),
};

/** Returns the list parameters of a taxonomy. */
export const termListParameters = (hierarchical: boolean) => ({
  ...shared,
  ...(hierarchical && tree),
  ...(!hierarchical && flat),
});

/** The arguments of the list operation. Arguments for parameters that the taxonomy does not declare are absent. */
export type TermListArgs = Args<ReturnType<typeof termListParameters>>;

/** Returns the resource of the terms of a taxonomy, with links to lists of entries of the given types. */
export function termResource(taxonomy: Taxonomy, types: readonly ContentType[]): Resource<TermFields> {
  const fields = termFields(taxonomy);
  return {
    title: taxonomy.name === 'post_tag' ? 'tag' : taxonomy.name,
    noun: taxonomy.noun,
    namespace: taxonomy.restNamespace,
    module: termsModule,
    fields,
    links: termLinks(
      taxonomy,
      types.filter((type) => taxonomy.types.includes(type.name)),
    ),
    routes: termRoutes(taxonomy, termEndpoints(taxonomy, fields)),
  };
}

const { count, ...otherColumns } = columnFields(plainColumns.terms);

function termFields(taxonomy: Taxonomy) {
  const { one } = taxonomy.noun;
  return {
    id: ReadOnly.Integer(`The ID of the ${one}.`, everywhere),
    count,
    description: Type.String({ description: 'The description, as HTML.', context: viewAndEdit }),
    link: ReadOnly.String('The public URL.', everywhere, { format: 'uri' }),
    name: needed(Type.String({ description: 'The name, as HTML.', context: everywhere })),
    slug: Type.String({ description: 'The name in the URL, unique within the taxonomy.', context: everywhere }),
    taxonomy: ReadOnly.String('The taxonomy to which the term belongs.', everywhere, {
      enum: [taxonomy.name],
      isName: true,
    }),
    ...(taxonomy.hierarchical && {
      parent: Type.Integer({ description: `The ID of the parent ${one}.`, context: viewAndEdit }),
    }),
    meta: Type.Object({}, { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' }),
    ...otherColumns,
  };
}

export type TermFields = ReturnType<typeof termFields>;

function termEndpoints({ noun, hierarchical }: Taxonomy, fields: TermFields) {
  const force = forceParameter(`Must be true, because ${noun.many} cannot be moved to the trash.`);
  // `parent` is not declared for flat taxonomies; the operation rejects it (terms-menus-and-blocks.md §1.2).
  return declareEndpoints({
    'list-terms': { permission: 'list-terms', parameters: termListParameters(hierarchical), batch: true },
    'create-term': { permission: 'create-term', parameters: writable(fields, 'create'), batch: true },
    'get-term': { permission: 'read-term', parameters: { context: contextParameter }, batch: true },
    'update-term': { permission: 'edit-term', parameters: writable(fields, 'change'), batch: true },
    'delete-term': { permission: 'delete-term', parameters: { force }, batch: true },
  });
}
export type TermEndpoints = ReturnType<typeof termEndpoints>;

/** The module with the code of these endpoints. */
export const termsModule: ModuleDeclaration<TermEndpoints, TermFields> = { name: 'terms' };

function termRoutes(taxonomy: Taxonomy, endpoints: TermEndpoints): Route[] {
  const collection = `/${taxonomy.restNamespace}/${taxonomy.restBase}`;
  return [
    { path: collection, parameters: {}, endpoints: [endpoints['list-terms'], endpoints['create-term']] },
    {
      path: `${collection}/<id>`,
      parameters: { id: optional(Type.Integer({ description: `The ID of the ${taxonomy.noun.one}.` })) },
      endpoints: [endpoints['get-term'], endpoints['update-term'], endpoints['delete-term']],
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
