// Declares global styles: the settings and styles with which a site overrides its theme (specification: Global styles;
// templates-and-styles.md §8).
import { type ContentType, contentType, rightsNamed } from '../grammar/content-type.ts';
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional, writable } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, nullableTimestamp, ReadOnly, type TSchema, Type, viewAndEdit } from '../grammar/schema.ts';
import { type RevisionEndpoints, revisedResources } from '../shared/revisions.ts';
import { themeSegment } from '../shared/theme-segment.ts';

const capability = 'edit_theme_options';

export const globalStyles = contentType(
  {
    name: 'cms_global_styles',
    restBase: 'global-styles',
    noun: { one: 'global styles', many: 'global styles' },
    viewable: false,
    supports: ['title', 'editor', 'revisions'],
    rights: {
      ...rightsNamed('posts'),
      edit: capability,
      editOthers: capability,
      editPublished: capability,
      deletePublished: capability,
      deleteOthers: capability,
      create: capability,
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

const stylesObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ description, type: ['object'], context: viewAndEdit, check: 'styles-object' });

const stylesFields = {
  id: ReadOnly.Integer('The ID of the global styles.', everywhere),
  styles: stylesObject('The styles.'),
  settings: stylesObject('The settings, such as palettes and font sizes.'),
  title: Type.Unsafe<string | { raw?: string }>({
    description: 'The title.',
    type: ['object', 'string'],
    default: '',
    context: everywhere,
    properties: {
      raw: Type.String({ description: 'The title, as raw text.', context: everywhere }),
      rendered: ReadOnly.String('The title, as HTML for display.', everywhere),
    },
  }),
};

export type StylesFields = typeof stylesFields;

const revisionFields = {
  settings: Type.Object({}, { description: 'The settings at that time.', context: viewAndEdit }),
  styles: Type.Object({}, { description: 'The styles at that time.', context: viewAndEdit }),
  author: Type.Integer({ description: 'The ID of the user who saved the revision.', context: everywhere }),
  date: nullableTimestamp("The time at which the revision was saved, in the site's time zone.", everywhere),
  date_gmt: nullableTimestamp('The time at which the revision was saved, in GMT.', viewAndEdit),
  id: Type.Integer({ description: 'The ID of the revision.', context: everywhere }),
  modified: nullableTimestamp(
    "The time at which the revision was last overwritten, in the site's time zone.",
    viewAndEdit,
  ),
  modified_gmt: nullableTimestamp('The time at which the revision was last overwritten, in GMT.', viewAndEdit),
  parent: Type.Integer({ description: 'The ID of the global styles.', context: everywhere }),
};

export type StylesRevisionFields = typeof revisionFields;

/** The variant of the module `revisions` with the code of the revisions of global styles. */
export const stylesRevisionsModule: ModuleDeclaration<RevisionEndpoints, StylesRevisionFields> = { name: 'revisions' };

const themeFields = {
  settings: Type.Object({}, { description: 'The settings, such as palettes and font sizes.', context: viewAndEdit }),
  styles: Type.Object({}, { description: 'The styles.', context: viewAndEdit }),
};

const variationFields = {
  version: Type.Integer({ description: 'The version of the format.', context: viewAndEdit }),
  title: Type.String({ description: 'The title.', context: viewAndEdit }),
  ...themeFields,
  slug: Type.String({ description: 'The name of the variation in the theme.', context: viewAndEdit }),
};

export type ThemeStylesFields = typeof variationFields;

const stylesheet = optional(Type.String({ description: 'The name of the theme.', segment: themeSegment }));
const id = optional(Type.Integer({ description: 'The ID of the global styles.' }));
const readParameters = { context: { ...contextParameter, unlisted: true } };

const themeStylesEndpoints = declareEndpoints({
  'list-theme-variations': { permission: 'read-theme-styles', batch: false, parameters: {} },
  'get-theme-styles': { permission: 'read-theme-styles', batch: false, parameters: readParameters },
});

/** The module with the code of the endpoints of theme styles. */
export const themeStylesModule: ModuleDeclaration<typeof themeStylesEndpoints, ThemeStylesFields> = {
  name: 'theme-styles',
};

const stylesEndpoints = declareEndpoints({
  'get-global-styles': { permission: 'read-global-styles', parameters: readParameters, batch: false },
  'update-global-styles': {
    permission: 'edit-global-styles',
    // The documented arguments do not include the ID (additions.md, "Global styles").
    parameters: { ...writable(stylesFields, 'change'), id: { ...id, unlisted: true } },
    batch: false,
  },
});
export type StylesEndpoints = typeof stylesEndpoints;

/** The module with the code of the endpoints of global styles. */
export const stylesModule: ModuleDeclaration<StylesEndpoints, StylesFields> = { name: 'global-styles' };

/** Returns the resources of global styles. Those with longer paths (revisions and theme styles) precede the global styles themselves. */
export function stylesResources(type: ContentType): readonly Resource[] {
  const { restNamespace: namespace } = type;
  const collection = `/${namespace}/${type.restBase}`;
  const common = { namespace, type: type.name };
  const parent = (): TSchema => optional(Type.Integer({ description: 'The ID of the global styles.' }));
  return [
    ...revisedResources(type, {
      module: stylesRevisionsModule,
      revisions: { fields: revisionFields, links: [], arePermanent: true, haveNoFilters: true },
      parent,
    }),
    {
      ...common,
      module: themeStylesModule,
      title: 'theme-variation',
      fields: variationFields,
      links: [],
      routes: [
        {
          path: `${collection}/themes/<stylesheet>/variations`,
          parameters: { stylesheet },
          endpoints: [themeStylesEndpoints['list-theme-variations']],
        },
      ],
    },
    {
      ...common,
      module: themeStylesModule,
      title: 'theme-styles',
      fields: themeFields,
      links: [{ rel: 'self', href: `${collection}/themes/{stylesheet}` }],
      routes: [
        {
          path: `${collection}/themes/<stylesheet>`,
          parameters: { stylesheet },
          endpoints: [themeStylesEndpoints['get-theme-styles']],
        },
      ],
    },
    {
      ...common,
      module: stylesModule,
      title: type.name,
      noun: type.noun,
      fields: stylesFields,
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
          endpoints: [stylesEndpoints['get-global-styles'], stylesEndpoints['update-global-styles']],
        },
      ],
    },
  ];
}
