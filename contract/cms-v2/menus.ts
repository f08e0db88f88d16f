// Declares menus, which are terms of menu items (specification: Menu; terms-menus-and-blocks.md §2).
import { taxonomy } from '../grammar/content-type.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, forceParameter, optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { contexts, needed, ReadOnly, strings, Type, viewAndEdit } from '../grammar/schema.ts';
import { termListParameters } from '../shared/terms.ts';

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

export const menuFields = {
  id: ReadOnly.Integer('The ID of the menu.', contexts),
  description: Type.String({ description: 'The description, as HTML.', context: viewAndEdit }),
  name: needed(Type.String({ description: 'The name, as HTML.', context: contexts })),
  slug: Type.String({ description: 'The slug, unique among menus.', context: contexts }),
  meta: Type.Object({}, { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' }),
  locations: strings({
    description: 'The menu locations of the theme that display the menu.',
    context: viewAndEdit,
    check: 'menu-locations',
  }),
  auto_add: Type.Boolean({ description: 'Whether new top-level pages are added automatically.', context: viewAndEdit }),
};

const endpoints = declareEndpoints({
  'list-terms': { permission: 'list-menus', parameters: termListParameters(false), batch: true },
  'create-menu': { permission: 'create-menu', parameters: writable(menuFields, 'create'), batch: true },
  'get-menu': { permission: 'read-menu', parameters: { context: contextParameter }, batch: true },
  'update-menu': { permission: 'edit-menu', parameters: writable(menuFields, 'change'), batch: true },
  'delete-menu': {
    permission: 'delete-menu',
    parameters: { force: forceParameter('Must be true, because menus cannot be moved to the trash.') },
    batch: true,
  },
});
export type MenuEndpoints = typeof endpoints;

/** The module with the code of these endpoints. Lists use the list operation of terms. */
export const menusModule: ModuleDeclaration<MenuEndpoints, typeof menuFields> = { name: 'menus' };

const collection = '/cms/v2/menus';

export const menuResource: Resource = {
  title: 'nav_menu',
  noun: menus.noun,
  namespace: 'cms/v2',
  module: menusModule,
  fields: menuFields,
  links: [
    { rel: 'self', href: `${collection}/{id}` },
    { rel: 'collection', href: collection },
    { rel: 'about', href: '/cms/v2/taxonomies/nav_menu' },
    { rel: 'cms:post_type', href: '/cms/v2/menu-items?menus={id}' },
    { rel: 'cms:menu-location', href: '/cms/v2/menu-locations/{location}', embeddable: true, each: 'location' },
  ],
  routes: [
    { path: collection, parameters: {}, endpoints: [endpoints['list-terms'], endpoints['create-menu']] },
    {
      path: `${collection}/<id>`,
      parameters: { id: optional(Type.Integer({ description: 'The ID of the menu.' })) },
      endpoints: [endpoints['get-menu'], endpoints['update-menu'], endpoints['delete-menu']],
    },
  ],
};
