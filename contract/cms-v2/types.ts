// Content types as they are described (specification: Descriptive routes; protocol.md §15).
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { editOnly, everywhere, members, Type, texts, viewAndEdit } from '../grammar/schema.ts';

/** The operations of the room `types`; each is a file of that name there. */
export const typeOperations = ['list-types', 'get-type'] as const;

/** The rules that its routes name. */
export const typePermissions = ['list-types', 'everyone'] as const;

/** Types that the service keeps for itself: known, and shown to nobody. */
export const inwardTypes: readonly string[] = [
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
];

const readonly = true;

export const typeFields = {
  capabilities: members({ description: 'The right behind each rule.', context: editOnly, readonly }),
  description: Type.String({ description: 'What it is for.', context: viewAndEdit, readonly }),
  hierarchical: Type.Boolean({ description: 'Whether its entries form a tree.', context: viewAndEdit, readonly }),
  has_archive: Type.Unsafe<boolean | string>({
    type: ['string', 'boolean'],
    description: 'The address of a page that lists its entries, or whether there is one.',
    context: viewAndEdit,
    readonly,
  }),
  visibility: Type.Object(
    {
      show_ui: Type.Boolean({ description: 'Whether user interfaces offer it.' }),
      show_in_nav_menus: Type.Boolean({ description: 'Whether menus can lead to its entries.' }),
    },
    { description: 'Where user interfaces show it.', context: editOnly, readonly },
  ),
  viewable: Type.Boolean({ description: 'Whether its entries have public pages.', context: editOnly, readonly }),
  labels: members({ description: 'Words for user interfaces.', context: editOnly, readonly }),
  name: Type.String({ description: 'What people call it.', context: everywhere, readonly }),
  slug: Type.String({ description: 'What requests call it.', context: everywhere, readonly, isName: true }),
  icon: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The name of a picture for it.',
    context: everywhere,
    readonly,
  }),
  supports: members({ description: 'What its entries have.', context: editOnly, readonly }),
  taxonomies: texts({
    description: 'The taxonomies its entries are in.',
    context: viewAndEdit,
    readonly,
    isName: true,
  }),
  rest_base: Type.String({ description: 'Where its entries are served.', context: everywhere, readonly, isName: true }),
  rest_namespace: Type.String({
    description: 'The namespace of that address.',
    context: everywhere,
    readonly,
    isName: true,
  }),
  template: Type.Unsafe<unknown[]>({
    type: ['array'],
    description: 'Blocks that a new entry begins with.',
    context: everywhere,
    readonly,
  }),
  template_lock: Type.Unsafe<string | boolean>({
    type: ['string', 'boolean'],
    enum: ['all', 'insert', 'contentOnly', false],
    description: 'Which of these blocks can be changed.',
    context: everywhere,
    readonly,
  }),
};

export const types: Resource<typeof typeFields> = {
  title: 'type',
  noun: { one: 'content type', many: 'content types' },
  namespace: 'cms/v2',
  room: 'types',
  fields: typeFields,
  links: [
    { rel: 'collection', href: '/cms/v2/types' },
    {
      rel: 'cms:items',
      href: '/{rest_namespace}/{rest_base}',
      names: ['rest_namespace', 'rest_base'],
      when: 'has_collection',
    },
  ],
  routes: [
    {
      path: '/cms/v2/types',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-types',
          answers: 'keyed',
          permission: 'list-types',
          parameters: { context: contextParameter },
        },
      ],
    },
    {
      path: '/cms/v2/types/<type>',
      parameters: {
        type: optional(Type.String({ description: 'What requests call the content type.', isName: true })),
      },
      endpoints: [
        { methods: ['GET'], operation: 'get-type', permission: 'everyone', parameters: { context: contextParameter } },
      ],
    },
  ],
};
