// Global styles: what a site changes of its theme's settings and styles (specification: Global styles;
// templates-and-styles.md §8).
import { type ContentType, contentType, rightsNamed } from '../grammar/content-type.ts';
import { contextParameter, optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing } from '../grammar/route.ts';
import { everywhere, type TSchema, Type, viewAndEdit, whenIn } from '../grammar/schema.ts';
import { revisedResources, revisionPages } from '../shared/revisions.ts';
import { themeSegment } from '../shared/theme-segment.ts';

const right = 'edit_theme_options';

export const globalStyles = contentType(
  {
    name: 'cms_global_styles',
    restBase: 'global-styles',
    noun: { one: 'global styles', many: 'global styles' },
    viewable: false,
    supports: ['title', 'editor', 'revisions'],
    rights: {
      ...rightsNamed('posts'),
      edit: right,
      editOthers: right,
      editPublished: right,
      deletePublished: right,
      deleteOthers: right,
      create: right,
    },
    mayBeEmpty: true,
    description: {
      visibility: { show_in_nav_menus: false, show_ui: false },
      supports: { title: true, editor: true, revisions: true },
      capabilities: { read: 'edit_posts' },
    },
    address: { published: '/{path}/', other: '/?p={id}', slugMark: '%postname%' },
  },
  'global-styles',
);

/** The operations of the room `global-styles`; each is a file of that name there. */
export const stylesOperations = ['get-global-styles', 'update-global-styles'] as const;

/** The rules that the routes of global styles name. */
export const stylesPermissions = ['read-global-styles', 'edit-global-styles'] as const;

/** The operations of the room `theme-styles`, and the rule that its routes name. */
export const themeStylesOperations = ['get-theme-styles', 'list-theme-variations'] as const;
export const themeStylesPermissions = ['read-theme-styles'] as const;

/** What may be sent for global styles. */
export interface StylesArgs {
  readonly styles?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly title?: string | { readonly raw?: unknown };
}

const anyObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ description, type: ['object'], context: viewAndEdit, check: 'styles-object' });

const fields = {
  id: Type.Integer({ description: 'The number of the record.', context: everywhere, readonly: true }),
  styles: anyObject('How things look.'),
  settings: anyObject('What can be chosen from.'),
  title: Type.Unsafe<string | { raw?: string }>({
    description: 'What the styles are called.',
    type: ['object', 'string'],
    default: '',
    context: everywhere,
    properties: {
      raw: Type.String({ description: 'The title as it is stored.', context: everywhere }),
      rendered: Type.String({ description: 'The title as HTML for display.', context: everywhere, readonly: true }),
    },
  }),
};

const revisionFields = {
  settings: Type.Object({}, { description: 'What could be chosen from.', context: viewAndEdit }),
  styles: Type.Object({}, { description: 'How things looked.', context: viewAndEdit }),
  author: Type.Integer({ description: 'Who saved it.', context: everywhere }),
  date: whenIn("When it was saved, in the site's time.", everywhere),
  date_gmt: whenIn('The same in GMT.', viewAndEdit),
  id: Type.Integer({ description: 'Its number.', context: everywhere }),
  modified: whenIn("When it was last written over, in the site's time.", viewAndEdit),
  modified_gmt: whenIn('The same in GMT.', viewAndEdit),
  parent: Type.Integer({ description: 'The number of the record it belongs to.', context: everywhere }),
};

const themeFields = {
  settings: Type.Object({}, { description: 'What can be chosen from.', context: viewAndEdit }),
  styles: Type.Object({}, { description: 'How things look.', context: viewAndEdit }),
};

const variationFields = {
  version: Type.Integer({ description: 'The version of the form that it is written in.', context: viewAndEdit }),
  title: Type.String({ description: 'What it is called.', context: viewAndEdit }),
  ...themeFields,
  slug: Type.String({ description: 'Its name in the theme.', context: viewAndEdit }),
};

/** The resources of the type. Revisions and the theme's styles stand first, whose addresses are longer. */
export function stylesResources(type: ContentType): readonly Resource[] {
  const { restNamespace: namespace } = type;
  const collection = `/${namespace}/${type.restBase}`;
  const common = { namespace, type: type.name, room: 'global-styles' };
  const { search: _search, ...list } = revisionPages;
  const parent = (): TSchema => optional(Type.Integer({ description: 'The number of the record.' }));
  const stylesheet = optional(Type.String({ description: 'The name of the theme.', segment: themeSegment }));
  const id = optional(Type.Integer({ description: 'The number of the record.' }));
  const ofTheme = { methods: ['GET'], permission: 'read-theme-styles', batch: false } as const;
  return [
    ...revisedResources(type, {
      room: 'revisions:global-styles',
      revisions: { fields: revisionFields, links: [], list, stay: true },
      parent,
    }),
    {
      ...common,
      room: 'theme-styles',
      title: 'theme-variation',
      fields: variationFields,
      links: [],
      routes: [
        {
          path: `${collection}/themes/<stylesheet>/variations`,
          parameters: { stylesheet },
          endpoints: [{ ...ofTheme, operation: 'list-theme-variations', parameters: {} }],
        },
      ],
    },
    {
      ...common,
      room: 'theme-styles',
      title: 'theme-styles',
      fields: themeFields,
      links: [{ rel: 'self', href: `${collection}/themes/{stylesheet}` }],
      routes: [
        {
          path: `${collection}/themes/<stylesheet>`,
          parameters: { stylesheet },
          endpoints: [
            {
              ...ofTheme,
              operation: 'get-theme-styles',
              parameters: { context: { ...contextParameter, unlisted: true } },
            },
          ],
        },
      ],
    },
    {
      ...common,
      title: type.name,
      noun: type.noun,
      fields,
      links: [
        { rel: 'self', href: `${collection}/{id}` },
        { rel: 'about', href: `/${namespace}/types/${type.name}` },
        { rel: 'version-history', href: `${collection}/{id}/revisions`, members: { count: '{revision_count}' } },
        { rel: 'cms:action-publish', href: `${collection}/{id}`, when: 'may_publish' },
        { rel: 'cms:action-edit-css', href: `${collection}/{id}`, when: 'may_edit_css' },
      ],
      routes: [
        {
          path: `${collection}/<id>`,
          parameters: { id },
          endpoints: [
            {
              methods: ['GET'],
              operation: 'get-global-styles',
              permission: 'read-global-styles',
              parameters: { context: { ...contextParameter, unlisted: true } },
              batch: false,
            },
            {
              methods: changing,
              operation: 'update-global-styles',
              permission: 'edit-global-styles',
              // Existing clients are not told of the number here (additions.md, "Global styles").
              parameters: { ...writable(fields, 'change'), id: { ...id, unlisted: true } },
              batch: false,
            },
          ],
        },
      ],
    },
  ];
}
