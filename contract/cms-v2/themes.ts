// Declares themes, which are read-only (protocol.md §20).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, listOf, Type } from '../grammar/schema.ts';
import { themeSegment } from '../shared/theme-segment.ts';

const text = (description: string) => Type.String({ description, readonly: true });
const rawAndRendered = (description: string) =>
  Type.Object(
    { raw: text(`${description}, as written.`), rendered: text(`${description}, as HTML for display.`) },
    { description: `${description}.`, readonly: true },
  );

export const themeFields = {
  stylesheet: text('The name of the theme.'),
  template: text('The theme that provides the templates, which is the theme itself.'),
  author: rawAndRendered('The author'),
  author_uri: rawAndRendered("The URL of the author's website"),
  description: rawAndRendered('The description'),
  is_block_theme: Type.Boolean({ description: 'Whether the theme is a block theme.', readonly: true }),
  name: rawAndRendered('The display name'),
  screenshot: text('The URL of a screenshot.'),
  tags: Type.Object(
    {
      raw: Type.Array(Type.String(), { description: 'The tags.' }),
      rendered: text('The tags, as HTML for display.'),
    },
    { description: 'The tags.', readonly: true },
  ),
  textdomain: text('The text domain for translations.'),
  theme_supports: Type.Object({}, { description: 'The supported features.', readonly: true }),
  theme_uri: rawAndRendered('The URL of the website of the theme'),
  version: text('The version.'),
  status: enumOf(['inactive', 'active'], {
    description: 'The status of the theme: `active` or `inactive`.',
    readonly: true,
  }),
  default_template_types: Type.Array(Type.Object({}), { description: 'The standard templates.', readonly: true }),
  default_template_part_areas: Type.Array(Type.Object({}), {
    description: 'The areas of template parts.',
    readonly: true,
  }),
};

const listParameters = {
  status: optional(
    listOf(['active', 'inactive'], { description: 'Limits the list to themes with one of these statuses.' }),
  ),
};

const endpoints = declareEndpoints({
  'list-themes': { totals: true, permission: 'list-themes', parameters: listParameters },
  'get-theme': { permission: 'read-theme', parameters: {} },
});
export type ThemeEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const themesModule: ModuleDeclaration<ThemeEndpoints, typeof themeFields> = { name: 'themes' };

const collection = '/cms/v2/themes';

export const themes: Resource<typeof themeFields> = {
  title: 'theme',
  namespace: 'cms/v2',
  module: themesModule,
  fields: themeFields,
  links: [
    { rel: 'self', href: `${collection}/{stylesheet}` },
    { rel: 'collection', href: collection },
    { rel: 'cms:user-global-styles', href: '/cms/v2/global-styles/{global_styles}', when: 'global_styles' },
    { rel: 'cms:export-theme', href: '/cms-block-editor/v1/export', mayGet: 'may_export' },
  ],
  routes: [
    {
      path: collection,
      parameters: {},
      endpoints: [endpoints['list-themes']],
    },
    {
      path: `${collection}/<stylesheet>`,
      parameters: {
        stylesheet: optional(Type.String({ description: 'The name of the theme.', segment: themeSegment })),
      },
      endpoints: [endpoints['get-theme']],
    },
  ],
};
