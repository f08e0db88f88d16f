// The items of menus (specification: Menu item; terms-menus-and-blocks.md §3).
import { type ContentType, contentType, type Taxonomy } from '../grammar/content-type.ts';
import type { Link } from '../grammar/link.ts';
import { contextParameter, forceParameter, optional, type Parameters, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing } from '../grammar/route.ts';
import { editOnly, everywhere, type TSchema, Type, texts, viewAndEdit, words } from '../grammar/schema.ts';
import { entryActions } from '../shared/entries.ts';
import { states } from '../shared/entry-fields.ts';
import { entryListParameters, entryOrders } from '../shared/entry-parameters.ts';
import { orderParameter, pagingParameters } from '../shared/list-parameters.ts';
import { menus } from './menus.ts';

/** The operations of the room `menu-items`; each is a file of that name there, or that of another room. */
export const menuItemOperations = [
  'list-entries',
  'get-menu-item',
  'create-menu-item',
  'update-menu-item',
  'delete-menu-item',
] as const;

/** The rules that the routes of menu items name. */
export const menuItemPermissions = ['list-items', 'read-item', 'create-item', 'edit-item', 'delete-item'] as const;

/** What an item leads to. */
export const itemTypes = ['taxonomy', 'post_type', 'post_type_archive', 'custom'] as const;
export type ItemType = (typeof itemTypes)[number];

const right = 'edit_theme_options';

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
      edit: right,
      editOthers: right,
      editPublished: right,
      editPrivate: right,
      publish: right,
      // Whoever writes may see what is in the menus.
      read: 'edit_posts',
      readPrivate: right,
      delete: right,
      deleteOthers: right,
      deletePublished: right,
      deletePrivate: right,
      create: right,
    },
    mayBeEmpty: true,
    description: {
      visibility: { show_in_nav_menus: false, show_ui: false },
      supports: { title: true, editor: true, autosave: true },
    },
    // Hints and descriptions are shown as they are stored.
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
    description: 'The title; without one of its own that of what it leads to.',
    type: ['string', 'object'],
    properties: {
      raw: Type.String({ description: 'The title as it is stored.', context: editOnly }),
      rendered: Type.String({ description: 'The title as HTML for display.', context: everywhere, readonly: true }),
    },
    context: everywhere,
  }),
  id: Type.Integer({
    description: 'The number of the item.',
    default: 0,
    minimum: 0,
    context: everywhere,
    readonly: true,
  }),
  type_label: Type.String({ description: 'What it leads to, in words.', context: everywhere, readonly: true }),
  type: words(itemTypes, { description: 'The kind of thing it leads to.', default: 'custom', context: everywhere }),
  status: words(states, { description: 'Whether it is shown.', default: 'publish', context: everywhere }),
  parent: number('The item above it.'),
  attr_title: line('A hint shown beside the link.'),
  classes: texts({ description: 'Class names for the link.', context: everywhere }),
  description: line('A description of the link.'),
  menu_order: number('Its place in the menu.', 1),
  object: Type.String({
    description: 'The content type or taxonomy of what it leads to.',
    context: everywhere,
    isName: true,
  }),
  object_id: number('The number of what it leads to.'),
  target: words(['_blank', ''], { description: 'Where the link opens.', context: everywhere }),
  url: Type.String({
    description: 'Where it leads.',
    format: 'uri',
    alsoTypes: ['boolean'],
    context: everywhere,
    check: 'menu-item-url',
  }),
  xfn: texts({ description: 'How the one it leads to is related to the author.', context: everywhere }),
  invalid: Type.Boolean({ description: 'Whether what it leads to is gone.', context: everywhere, readonly: true }),
  menus: Type.Integer({ description: 'The menu it is in; absent: none.', context: viewAndEdit, sometimes: true }),
  meta: Type.Object({}, { description: 'Meta fields.', context: viewAndEdit, check: 'object-or-list' }),
};

/** What is not sent on create has its default: a link of its own that is shown. */
const created: Parameters = {
  ...writable(fields, 'create'),
  ...Object.fromEntries(
    (['type', 'status', 'parent', 'menu_order', 'object_id'] as const).map((name) => {
      const { context: _shown, ...schema } = fields[name] as TSchema & { context?: unknown };
      return [name, { ...schema, first: true } as TSchema];
    }),
  ),
};

const collection = '/cms/v2/menu-items';

/** The resource of menu items, which lead to entries of the types and to terms of the taxonomies. */
export function menuItemResource(types: readonly ContentType[], taxonomies: readonly Taxonomy[]): Resource {
  const { context } = pagingParameters();
  const list: Parameters = {
    ...entryListParameters(menuItems, [menus]),
    ...pagingParameters(100),
    order: orderParameter('asc'),
    orderby: words([...entryOrders, 'menu_order'], {
      description: 'What the list is ordered by.',
      default: 'menu_order',
    }),
  };
  return {
    title: menuItems.name,
    noun: menuItems.noun,
    namespace: 'cms/v2',
    type: menuItems.name,
    room: 'menu-items',
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
        action: { title: 'What the item leads to.', properties: { object: Type.Integer() } },
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
            parameters: created,
            batch: true,
          },
        ],
      },
      {
        path: `${collection}/<id>`,
        parameters: { id: optional(Type.Integer({ description: 'The number of the item.' })) },
        endpoints: [
          {
            methods: ['GET'],
            operation: 'get-menu-item',
            permission: 'read-item',
            parameters: { context: context ?? contextParameter },
            batch: true,
          },
          {
            methods: changing,
            operation: 'update-menu-item',
            permission: 'edit-item',
            parameters: writable(fields, 'change'),
            batch: true,
          },
          {
            methods: ['DELETE'],
            operation: 'delete-menu-item',
            permission: 'delete-item',
            parameters: { force: forceParameter('Must be true, for an item cannot be moved to the trash.') },
            batch: true,
          },
        ],
      },
    ],
  };
}

const objectLink = (
  member: 'post_type' | 'taxonomy',
  { name, restNamespace, restBase }: ContentType | Taxonomy,
): Link => ({
  rel: 'cms:menu-item-object',
  href: `/${restNamespace}/${restBase}/{object_id}`,
  embeddable: true,
  members: { [member]: name },
  when: `leads_to_${name}`,
});

export const menuItemFields: Parameters = fields;
