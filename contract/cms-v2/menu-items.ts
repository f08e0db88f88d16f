// Declares menu items (specification: Menu item; terms-menus-and-blocks.md §3).
import { type ContentType, contentType, rightsOfOne, type Taxonomy } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, forceParameter, optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import {
  type Annotations,
  editOnly,
  enumOf,
  everywhere,
  metaObject,
  ReadOnly,
  strings,
  type TextInput,
  Type,
  viewAndEdit,
} from '../grammar/schema.ts';
import { entryActions } from '../shared/entries.ts';
import { entryStatuses } from '../shared/entry-fields.ts';
import { entryListParameters, entryOrders } from '../shared/entry-parameters.ts';
import { orderParameter, pagingParameters } from '../shared/list-parameters.ts';
import { menus } from './menus.ts';

/** The types of targets of menu items. */
export const itemTypes = ['taxonomy', 'post_type', 'post_type_archive', 'custom'] as const;
export type ItemType = (typeof itemTypes)[number];

const capability = 'edit_theme_options';

export const menuItems = contentType(
  {
    name: 'nav_menu_item',
    restBase: 'menu-items',
    noun: { one: 'menu item', many: 'menu items' },
    viewable: false,
    publicSetting: 'menus_public',
    supports: ['title', 'page-attributes'],
    taxonomies: ['nav_menu'],
    rights: {
      ...rightsOfOne(capability),
      // All users who may write posts may read menu items.
      read: 'edit_posts',
    },
    mayBeEmpty: true,
    description: {
      visibility: { show_in_nav_menus: false, show_ui: false },
      supports: { title: true, editor: true, autosave: true },
    },
    // Title attributes and descriptions are returned raw in all contexts.
    shown: { 'content.raw': everywhere },
    address: { published: '/?p={id}', other: '/?p={id}', slugMark: '' },
  },
  'menu-items',
);

const number = (description: string, notes: Annotations, minimum = 0) =>
  Type.Integer({ description, minimum, default: minimum, ...notes });
const line = (description: string) => Type.String({ description, context: everywhere });

/** Returns the schemas of the fields that have a default when an item is created: the item is then a published custom link. */
const withDefaults = (notes: Annotations) => ({
  type: enumOf(itemTypes, { description: 'The type of the target.', default: 'custom', ...notes }),
  status: enumOf(entryStatuses, {
    description: 'The status. Only published items are displayed.',
    default: 'publish',
    ...notes,
  }),
  parent: number('The ID of the parent item; 0 for none.', notes),
  menu_order: number('The position in the menu.', notes, 1),
  object_id: number('The ID of the target.', notes),
});
const shown = withDefaults({ context: everywhere });

export const menuItemFields = {
  title: Type.Unsafe<TextInput>({
    description: 'The title; defaults to the title of the target.',
    type: ['string', 'object'],
    properties: {
      raw: Type.String({ description: 'The title, as raw text.', context: editOnly }),
      rendered: ReadOnly.String('The title, as HTML for display.', everywhere),
    },
    context: everywhere,
  }),
  id: ReadOnly.Integer('The ID of the item.', everywhere, { default: 0, minimum: 0 }),
  type_label: ReadOnly.String('The display name of the type of the target.', everywhere),
  type: shown.type,
  status: shown.status,
  parent: shown.parent,
  attr_title: line('The title attribute of the link.'),
  classes: strings({ description: 'CSS classes of the link.', context: everywhere }),
  description: line('The description of the link.'),
  menu_order: shown.menu_order,
  object: Type.String({
    description: 'The content type or taxonomy of the target.',
    context: everywhere,
    isName: true,
  }),
  object_id: shown.object_id,
  target: enumOf(['_blank', ''], { description: 'The target attribute of the link.', context: everywhere }),
  url: Type.String({
    description: 'The URL of the target.',
    format: 'uri',
    alsoTypes: ['boolean'],
    context: everywhere,
    check: 'menu-item-url',
  }),
  xfn: strings({ description: 'The XFN relationships of the link.', context: everywhere }),
  invalid: ReadOnly.Boolean('Whether the target no longer exists.', everywhere),
  menus: Type.Integer({
    description: 'The ID of the menu of the item; absent if the item is in no menu.',
    context: viewAndEdit,
    sometimes: true,
  }),
  meta: metaObject({}, { description: 'Meta fields.', context: viewAndEdit }),
};

const endpoints = declareEndpoints({
  'list-entries': {
    permission: 'list-items',
    parameters: {
      ...entryListParameters(menuItems, [menus]),
      ...pagingParameters(100),
      order: orderParameter('asc'),
      orderby: enumOf([...entryOrders, 'menu_order'], {
        description: 'The sort key of the list.',
        default: 'menu_order',
      }),
    },
    batch: true,
  },
  'create-menu-item': {
    permission: 'create-item',
    parameters: { ...writable(menuItemFields, 'create'), ...withDefaults({ first: true }) },
    batch: true,
  },
  'get-menu-item': { permission: 'read-item', parameters: { context: contextParameter }, batch: true },
  'update-menu-item': { permission: 'edit-item', parameters: writable(menuItemFields, 'change'), batch: true },
  'delete-menu-item': {
    permission: 'delete-item',
    parameters: { force: forceParameter('Must be true, because menu items cannot be moved to the trash.') },
    batch: true,
  },
});
export type MenuItemEndpoints = typeof endpoints;

/** The module with the code of these endpoints. Lists use the list operation of entries. */
export const menuItemsModule: ModuleDeclaration<MenuItemEndpoints, typeof menuItemFields> = { name: 'menu-items' };

const collection = '/cms/v2/menu-items';

/** Returns the resource of menu items. Their targets can be entries of the given types and terms of the given taxonomies. */
export function menuItemResource(types: readonly ContentType[], taxonomies: readonly Taxonomy[]): Resource {
  return {
    title: menuItems.name,
    noun: menuItems.noun,
    namespace: 'cms/v2',
    type: menuItems.name,
    module: menuItemsModule,
    fields: menuItemFields,
    links: [
      { rel: 'self', href: `${collection}/{id}` },
      { rel: 'collection', href: collection },
      { rel: 'about', href: '/cms/v2/types/nav_menu_item' },
      { rel: 'cms:term', href: '/cms/v2/menus?post={id}', embeddable: true, members: { taxonomy: menus.name } },
      ...types.map((type) => objectLink('post_type', type)),
      ...taxonomies.map((each) => objectLink('taxonomy', each)),
      ...entryActions(menuItems, [menus], `${collection}/{id}`),
    ],
    toldLinks: [
      {
        rel: 'cms:menu-item-object',
        href: `${collection}/{id}`,
        action: { title: 'The target of the item.', properties: { object: Type.Integer() } },
      },
    ],
    routes: [
      { path: collection, parameters: {}, endpoints: [endpoints['list-entries'], endpoints['create-menu-item']] },
      {
        path: `${collection}/<id>`,
        parameters: { id: optional(Type.Integer({ description: 'The ID of the item.' })) },
        endpoints: [endpoints['get-menu-item'], endpoints['update-menu-item'], endpoints['delete-menu-item']],
      },
    ],
  };
}

const objectLink = (
  property: 'post_type' | 'taxonomy',
  { name, restNamespace, restBase }: ContentType | Taxonomy,
): Link => ({
  rel: 'cms:menu-item-object',
  href: `/${restNamespace}/${restBase}/{object_id}`,
  embeddable: true,
  members: { [property]: name },
  when: `leads_to_${name}`,
});
