// Declares the resource that describes content types (specification: Descriptive routes; protocol.md §15).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { anyObject, editOnly, everywhere, ReadOnly, strings, Type, viewAndEdit } from '../grammar/schema.ts';

/** Internal types, which exist but are never returned. */
export const internalTypes: readonly string[] = [
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
];

const readonly = true;

export const typeFields = {
  capabilities: anyObject({ description: 'The required capability for each action.', context: editOnly, readonly }),
  description: ReadOnly.String('The description.', viewAndEdit),
  hierarchical: ReadOnly.Boolean('Whether the entries of the type form a tree.', viewAndEdit),
  has_archive: Type.Unsafe<boolean | string>({
    type: ['string', 'boolean'],
    description: 'The URL of the archive page, or whether there is one.',
    context: viewAndEdit,
    readonly,
  }),
  visibility: Type.Object(
    {
      show_ui: Type.Boolean({ description: 'Whether user interfaces display the type.' }),
      show_in_nav_menus: Type.Boolean({ description: 'Whether menus can contain the entries.' }),
    },
    { description: 'The visibility in user interfaces.', context: editOnly, readonly },
  ),
  viewable: ReadOnly.Boolean('Whether the entries have public pages.', editOnly),
  labels: anyObject({ description: 'Labels for user interfaces.', context: editOnly, readonly }),
  name: ReadOnly.String('The display name.', everywhere),
  slug: ReadOnly.String('The identifier.', everywhere, { isName: true }),
  icon: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The name of the icon.',
    context: everywhere,
    readonly,
  }),
  supports: anyObject({ description: 'The features of the entries.', context: editOnly, readonly }),
  taxonomies: strings({
    description: 'The taxonomies of the entries.',
    context: viewAndEdit,
    readonly,
    isName: true,
  }),
  rest_base: ReadOnly.String('The REST base of the entries.', everywhere, { isName: true }),
  rest_namespace: ReadOnly.String('The REST namespace of the entries.', everywhere, { isName: true }),
  template: Type.Unsafe<unknown[]>({
    type: ['array'],
    description: 'The initial blocks of a new entry.',
    context: everywhere,
    readonly,
  }),
  template_lock: Type.Unsafe<string | boolean>({
    type: ['string', 'boolean'],
    enum: ['all', 'insert', 'contentOnly', false],
    description: 'The lock of the initial blocks: `all`, `insert` or `contentOnly`; false if they are not locked.',
    context: everywhere,
    readonly,
  }),
};

const endpoints = declareEndpoints({
  'list-types': { answers: 'keyed', permission: 'list-types', parameters: { context: contextParameter } },
  'get-type': { permission: 'everyone', parameters: { context: contextParameter } },
});

/** The module with the code of these endpoints. */
export const typesModule: ModuleDeclaration<typeof endpoints, typeof typeFields> = { name: 'types' };

export const types: Resource<typeof typeFields> = {
  title: 'type',
  noun: { one: 'content type', many: 'content types' },
  namespace: 'cms/v2',
  module: typesModule,
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
    { path: '/cms/v2/types', parameters: {}, endpoints: [endpoints['list-types']] },
    {
      path: '/cms/v2/types/<type>',
      parameters: {
        type: optional(Type.String({ description: 'The identifier of the content type.', isName: true })),
      },
      endpoints: [endpoints['get-type']],
    },
  ],
};
