// Declares the resource that describes taxonomies (specification: Descriptive routes; protocol.md §17).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { anyObject, editOnly, everywhere, ReadOnly, strings, Type, viewAndEdit } from '../grammar/schema.ts';

/** Internal taxonomies, which exist but are never returned. */
export const internalTaxonomies: readonly string[] = [
  'post_format',
  'cms_theme',
  'cms_template_part_area',
  'link_category',
];

const readonly = true;

const flag = (description: string) => Type.Boolean({ description });

export const taxonomyFields = {
  capabilities: anyObject({ description: 'The required capability for each action.', context: editOnly, readonly }),
  description: ReadOnly.String('The description.', viewAndEdit),
  hierarchical: ReadOnly.Boolean('Whether the terms of the taxonomy form a tree.', viewAndEdit),
  labels: anyObject({ description: 'Labels for user interfaces.', context: editOnly, readonly }),
  name: ReadOnly.String('The display name.', everywhere),
  slug: ReadOnly.String('The identifier.', everywhere, { isName: true }),
  show_cloud: ReadOnly.Boolean('Whether a tag cloud of the terms can be displayed.', editOnly),
  types: strings({
    description: 'The content types whose entries can have terms of the taxonomy.',
    context: viewAndEdit,
    readonly,
    isName: true,
  }),
  rest_base: ReadOnly.String('The REST base of the terms.', everywhere, { isName: true }),
  rest_namespace: ReadOnly.String('The REST namespace of the terms.', everywhere, { isName: true }),
  visibility: Type.Object(
    {
      public: flag('Whether the terms are public.'),
      publicly_queryable: flag('Whether the terms have public pages.'),
      show_ui: flag('Whether user interfaces display the taxonomy.'),
      show_admin_column: flag('Whether lists in editors have a column for the taxonomy.'),
      show_in_nav_menus: flag('Whether menus can contain the terms.'),
      show_in_quick_edit: flag('Whether the terms of an entry can be edited in lists.'),
    },
    { description: 'The visibility in user interfaces.', context: editOnly, readonly },
  ),
};

const endpoints = declareEndpoints({
  'list-taxonomies': {
    answers: 'keyed',
    permission: 'list-taxonomies',
    parameters: {
      context: contextParameter,
      type: optional(
        Type.String({ description: 'Limits the list to the taxonomies of this content type.', isName: true }),
      ),
    },
  },
  'get-taxonomy': { permission: 'read-taxonomy', parameters: { context: contextParameter } },
});
export type TaxonomyEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const taxonomiesModule: ModuleDeclaration<TaxonomyEndpoints, typeof taxonomyFields> = { name: 'taxonomies' };

export const taxonomies: Resource<typeof taxonomyFields> = {
  title: 'taxonomy',
  namespace: 'cms/v2',
  module: taxonomiesModule,
  fields: taxonomyFields,
  links: [
    { rel: 'collection', href: '/cms/v2/taxonomies' },
    { rel: 'cms:items', href: '/{rest_namespace}/{rest_base}', names: ['rest_namespace', 'rest_base'] },
  ],
  routes: [
    { path: '/cms/v2/taxonomies', parameters: {}, endpoints: [endpoints['list-taxonomies']] },
    {
      path: '/cms/v2/taxonomies/<taxonomy>',
      parameters: {
        taxonomy: optional(Type.String({ description: 'The identifier of the taxonomy.', isName: true })),
      },
      endpoints: [endpoints['get-taxonomy']],
    },
  ],
};
