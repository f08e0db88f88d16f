// Declares menus, which are terms of menu items (specification: Menu; terms-menus-and-blocks.md §2).
import { taxonomy } from '../grammar/content-type.ts';
import { contextParameter, forceParameter, optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { updateMethods } from '../grammar/route.ts';
import { contexts, strings, Type, viewAndEdit } from '../grammar/schema.ts';
import { termListParameters } from '../shared/terms.ts';

/**
 * Operations of the module `menus`. Each is implemented in a file with its name, such as `get-menu.ts`, or imported from another
 * module.
 */
export const menuOperations = ['list-terms', 'get-menu', 'create-menu', 'update-menu', 'delete-menu'] as const;

/** Permissions that the routes of menus require. */
export const menuPermissions = ['list-menus', 'read-menu', 'create-menu', 'edit-menu', 'delete-menu'] as const;

const hidden = {
  public: false,
  publicly_queryable: false,
  show_admin_column: false,
  show_in_nav_menus: false,
  show_in_quick_edit: false,
  show_ui: false,
};

const capability = 'edit_theme_options';

export const menus = taxonomy({
  name: 'nav_menu',
  restBase: 'menus',
  noun: { one: 'menu', many: 'menus' },
  types: ['nav_menu_item'],
  hasPages: false,
  description: { visibility: hidden },
  rights: { manage: capability, edit: capability, delete: capability, assign: capability },
});

const fields = {
  id: Type.Integer({ description: 'The ID of the menu.', context: contexts, readonly: true }),
  description: Type.String({ description: 'The description, as HTML.', context: viewAndEdit }),
  name: Type.String({ description: 'The name, as HTML.', context: contexts, needed: true }),
  slug: Type.String({ description: 'The slug, unique among menus.', context: contexts }),
  meta: Type.Object({}, { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' }),
  locations: strings({
    description: 'The menu locations of the theme that display the menu.',
    context: viewAndEdit,
    check: 'menu-locations',
  }),
  auto_add: Type.Boolean({ description: 'Whether new top-level pages are added automatically.', context: viewAndEdit }),
};

const collection = '/cms/v2/menus';

export const menuResource: Resource = {
  title: 'nav_menu',
  noun: menus.noun,
  namespace: 'cms/v2',
  module: 'menus',
  fields,
  links: [
    { rel: 'self', href: `${collection}/{id}` },
    { rel: 'collection', href: collection },
    { rel: 'about', href: '/cms/v2/taxonomies/nav_menu' },
    { rel: 'cms:post_type', href: '/cms/v2/menu-items?menus={id}' },
    { rel: 'cms:menu-location', href: '/cms/v2/menu-locations/{location}', embeddable: true, each: 'location' },
  ],
  routes: [
    {
      path: collection,
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-terms',
          permission: 'list-menus',
          parameters: termListParameters(false),
          batch: true,
        },
        {
          methods: ['POST'],
          operation: 'create-menu',
          permission: 'create-menu',
          parameters: writable(fields, 'create'),
          batch: true,
        },
      ],
    },
    {
      path: `${collection}/<id>`,
      parameters: { id: optional(Type.Integer({ description: 'The ID of the menu.' })) },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-menu',
          permission: 'read-menu',
          parameters: { context: contextParameter },
          batch: true,
        },
        {
          methods: updateMethods,
          operation: 'update-menu',
          permission: 'edit-menu',
          parameters: writable(fields, 'change'),
          batch: true,
        },
        {
          methods: ['DELETE'],
          operation: 'delete-menu',
          permission: 'delete-menu',
          parameters: { force: forceParameter('Must be true, because menus cannot be moved to the trash.') },
          batch: true,
        },
      ],
    },
  ],
};
