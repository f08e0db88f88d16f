// Themes, for reading (protocol.md §20).
import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type, words } from '../grammar/schema.ts';
import { themeSegment } from '../shared/theme-segment.ts';

/** The operations of the room `themes`; each is a file of that name there. */
export const themeOperations = ['list-themes', 'get-theme'] as const;

/** The rules that the routes of themes name. */
export const themePermissions = ['list-themes', 'read-theme'] as const;

const text = (description: string) => Type.String({ description, readonly: true });
const inTwoForms = (description: string) =>
  Type.Object(
    { raw: text(`${description} As it is written.`), rendered: text(`${description} As HTML for display.`) },
    { description, readonly: true },
  );

export const themeFields = {
  stylesheet: text('The name of the theme.'),
  template: text('The theme that it takes templates from: itself.'),
  author: inTwoForms('Who made it.'),
  author_uri: inTwoForms('Where they are.'),
  description: inTwoForms('What it is.'),
  is_block_theme: Type.Boolean({ description: 'Whether it is made of blocks.', readonly: true }),
  name: inTwoForms('What it is called.'),
  screenshot: text('The address of a picture of it.'),
  tags: Type.Object(
    {
      raw: Type.Array(Type.String(), { description: 'What it is about.' }),
      rendered: text('What it is about. As HTML for display.'),
    },
    { description: 'What it is about.', readonly: true },
  ),
  textdomain: text('The name under which its texts are translated.'),
  theme_supports: Type.Object({}, { description: 'What it can do.', readonly: true }),
  theme_uri: inTwoForms('Where it is told of.'),
  version: text('Its version.'),
  status: words(['inactive', 'active'], { description: 'Whether the site uses it.', readonly: true }),
  default_template_types: Type.Array(Type.Object({}), { description: 'The standard templates.', readonly: true }),
  default_template_part_areas: Type.Array(Type.Object({}), {
    description: 'Where template parts are used.',
    readonly: true,
  }),
};

const listParameters = {
  status: optional(
    Type.Unsafe<('active' | 'inactive')[]>({
      description: 'Only themes that are active, or that are not.',
      type: 'array',
      items: { type: 'string', enum: ['active', 'inactive'] },
    }),
  ),
};
export type ThemeListArgs = Args<typeof listParameters>;

const collection = '/cms/v2/themes';

export const themes: Resource<typeof themeFields> = {
  title: 'theme',
  namespace: 'cms/v2',
  room: 'themes',
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
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-themes',
          totals: true,
          permission: 'list-themes',
          parameters: listParameters,
        },
      ],
    },
    {
      path: `${collection}/<stylesheet>`,
      parameters: {
        stylesheet: optional(Type.String({ description: 'The name of the theme.', segment: themeSegment })),
      },
      endpoints: [{ methods: ['GET'], operation: 'get-theme', permission: 'read-theme', parameters: {} }],
    },
  ],
};
