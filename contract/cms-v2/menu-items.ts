// Declares menu items (specification: Menu item; terms-menus-and-blocks.md §3).
import { type ContentType, contentType, type Taxonomy } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import { contextParameter, forceParameter, optional, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { updateMethods } from '../grammar/route.ts';
import {
  editOnly,
  enumOf,
  everywhere,
  metaObject,
  strings,
  type TSchema,
  Type,
  viewAndEdit,
} from '../grammar/schema.ts';
import { entryActions } from '../shared/entries.ts';
import { entryStatuses } from '../shared/entry-fields.ts';
import { entryListParameters, entryOrders } from '../shared/entry-parameters.ts';
import { orderParameter, pagingParameters } from '../shared/list-parameters.ts';
import { menus } from './menus.ts';

/**
 * Operations of the module `menu-items`. Each is implemented in a file with its name, such as `get-menu-item.ts`, or imported from another
 * module.
 */
export const menuItemOperations = [
  'list-entries',
  'get-menu-item',
  'create-menu-item',
  'update-menu-item',
  'delete-menu-item',
] as const;

/** Permissions that the routes of menu items require. */
export const menuItemPermissions = ['list-items', 'read-item', 'create-item', 'edit-item', 'delete-item'] as const;

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
      edit: capability,
      editOthers: capability,
      editPublished: capability,
      editPrivate: capability,
      publish: capability,
      // All users who may write posts may read menu items.
      read: 'edit_posts',
      readPrivate: capability,
      delete: capability,
      deleteOthers: capability,
      deletePublished: capability,
      deletePrivate: capability,
      create: capability,
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

const number = (description: string, minimum = 0) =>
  Type.Integer({ description, minimum, default: minimum, context: everywhere });
const line = (description: string) => Type.String({ description, context: everywhere });

const fields = {
  title: Type.Unsafe<string | { raw?: string }>({
    description: 'The title; defaults to the title of the target.',
    type: ['string', 'object'],
    properties: {
      raw: Type.String({ description: 'The title, as raw text.', context: editOnly }),
      rendered: Type.String({ description: 'The title, as HTML for display.', context: everywhere, readonly: true }),
    },
    context: everywhere,
  }),
  id: Type.Integer({
    description: 'The ID of the item.',
    default: 0,
    minimum: 0,
    context: everywhere,
    readonly: true,
  }),
  type_label: Type.String({
    description: 'The display name of the type of the target.',
    context: everywhere,
    readonly: true,
  }),
  type: enumOf(itemTypes, { description: 'The type of the target.', default: 'custom', context: everywhere }),
  status: enumOf(entryStatuses, {
    description: 'The status. Only published items are displayed.',
    default: 'publish',
    context: everywhere,
  }),
  parent: number('The ID of the parent item; 0 for none.'),
  attr_title: line('The title attribute of the link.'),
  classes: strings({ description: 'CSS classes of the link.', context: everywhere }),
  description: line('The description of the link.'),
  menu_order: number('The position in the menu.', 1),
  object: Type.String({
    description: 'The content type or taxonomy of the target.',
    context: everywhere,
    isName: true,
  }),
  object_id: number('The ID of the target.'),
  target: enumOf(['_blank', ''], { description: 'The target attribute of the link.', context: everywhere }),
  url: Type.String({
    description: 'The URL of the target.',
    format: 'uri',
    alsoTypes: ['boolean'],
    context: everywhere,
    check: 'menu-item-url',
  }),
  xfn: strings({ description: 'The XFN relationships of the link.', context: everywhere }),
  invalid: Type.Boolean({ description: 'Whether the target no longer exists.', context: everywhere, readonly: true }),
  menus: Type.Integer({
    description: 'The ID of the menu of the item; absent if the item is in no menu.',
    context: viewAndEdit,
    sometimes: true,
  }),
  meta: metaObject({}, { description: 'Meta fields.', context: viewAndEdit }),
};

/** The parameters for creating an item. By default, the item is a published custom link. */
const createParameters: Parameters = {
  ...writable(fields, 'create'),
  ...Object.fromEntries(
    (['type', 'status', 'parent', 'menu_order', 'object_id'] as const).map((name) => {
      const { context: _shown, ...schema } = fields[name] as TSchema & { context?: unknown };
      return [name, { ...schema, first: true } as TSchema];
    }),
  ),
};

const collection = '/cms/v2/menu-items';

/** Returns the resource of menu items. Their targets can be entries of the given types and terms of the given taxonomies. */
export function menuItemResource(types: readonly ContentType[], taxonomies: readonly Taxonomy[]): Resource {
  const { context } = pagingParameters();
  const list: Parameters = {
    ...entryListParameters(menuItems, [menus]),
    ...pagingParameters(100),
    order: orderParameter('asc'),
    orderby: enumOf([...entryOrders, 'menu_order'], {
      description: 'The sort key of the list.',
      default: 'menu_order',
    }),
  };
  return {
    title: menuItems.name,
    noun: menuItems.noun,
    namespace: 'cms/v2',
    type: menuItems.name,
    module: 'menu-items',
    fields,
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
      {
        path: collection,
        parameters: {},
        endpoints: [
          { methods: ['GET'], operation: 'list-entries', permission: 'list-items', parameters: list, batch: true },
          {
            methods: ['POST'],
            operation: 'create-menu-item',
            permission: 'create-item',
            parameters: createParameters,
            batch: true,
          },
        ],
      },
      {
        path: `${collection}/<id>`,
        parameters: { id: optional(Type.Integer({ description: 'The ID of the item.' })) },
        endpoints: [
          {
            methods: ['GET'],
            operation: 'get-menu-item',
            permission: 'read-item',
            parameters: { context: context ?? contextParameter },
            batch: true,
          },
          {
            methods: updateMethods,
            operation: 'update-menu-item',
            permission: 'edit-item',
            parameters: writable(fields, 'change'),
            batch: true,
          },
          {
            methods: ['DELETE'],
            operation: 'delete-menu-item',
            permission: 'delete-item',
            parameters: { force: forceParameter('Must be true, because menu items cannot be moved to the trash.') },
            batch: true,
          },
        ],
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

export { fields as menuItemFields };
