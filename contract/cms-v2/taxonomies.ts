// Taxonomies as they are described (specification: Descriptive routes; protocol.md §17).
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { editOnly, everywhere, members, Type, texts, viewAndEdit } from '../grammar/schema.ts';

/** The operations of the room `taxonomies`; each is a file of that name there. */
export const taxonomyOperations = ['list-taxonomies', 'get-taxonomy'] as const;

/** The rules that its routes name. */
export const taxonomyPermissions = ['list-taxonomies', 'read-taxonomy'] as const;

/** Taxonomies that the service keeps for itself: known, and shown to nobody. */
export const inwardTaxonomies: readonly string[] = [
  'post_format',
  'cms_theme',
  'cms_template_part_area',
  'link_category',
];

const readonly = true;

const may = (description: string) => Type.Boolean({ description });

export const taxonomyFields = {
  capabilities: members({ description: 'The right behind each rule.', context: editOnly, readonly }),
  description: Type.String({ description: 'What it is for.', context: viewAndEdit, readonly }),
  hierarchical: Type.Boolean({ description: 'Whether its terms form a tree.', context: viewAndEdit, readonly }),
  labels: members({ description: 'Words for user interfaces.', context: editOnly, readonly }),
  name: Type.String({ description: 'What people call it.', context: everywhere, readonly }),
  slug: Type.String({ description: 'What requests call it.', context: everywhere, readonly, isName: true }),
  show_cloud: Type.Boolean({ description: 'Whether a cloud of its terms can be shown.', context: editOnly, readonly }),
  types: texts({
    description: 'The content types whose entries carry its terms.',
    context: viewAndEdit,
    readonly,
    isName: true,
  }),
  rest_base: Type.String({ description: 'Where its terms are served.', context: everywhere, readonly, isName: true }),
  rest_namespace: Type.String({
    description: 'The namespace of that address.',
    context: everywhere,
    readonly,
    isName: true,
  }),
  visibility: Type.Object(
    {
      public: may('Whether readers meet its terms.'),
      publicly_queryable: may('Whether its terms have public pages.'),
      show_ui: may('Whether user interfaces offer it.'),
      show_admin_column: may("Whether editors' lists have a column for it."),
      show_in_nav_menus: may('Whether menus can lead to its terms.'),
      show_in_quick_edit: may('Whether it can be changed in a list.'),
    },
    { description: 'Where it is shown.', context: editOnly, readonly },
  ),
};

export const taxonomies: Resource<typeof taxonomyFields> = {
  title: 'taxonomy',
  namespace: 'cms/v2',
  room: 'taxonomies',
  fields: taxonomyFields,
  links: [
    { rel: 'collection', href: '/cms/v2/taxonomies' },
    { rel: 'cms:items', href: '/{rest_namespace}/{rest_base}', names: ['rest_namespace', 'rest_base'] },
  ],
  routes: [
    {
      path: '/cms/v2/taxonomies',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-taxonomies',
          answers: 'keyed',
          permission: 'list-taxonomies',
          parameters: {
            context: contextParameter,
            type: optional(
              Type.String({ description: 'Only taxonomies whose terms entries of this type carry.', isName: true }),
            ),
          },
        },
      ],
    },
    {
      path: '/cms/v2/taxonomies/<taxonomy>',
      parameters: {
        taxonomy: optional(Type.String({ description: 'What requests call the taxonomy.', isName: true })),
      },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-taxonomy',
          permission: 'read-taxonomy',
          parameters: { context: contextParameter },
        },
      ],
    },
  ],
};
