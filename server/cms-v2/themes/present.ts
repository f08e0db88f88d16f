// Themes to records (protocol.md §20).
import type { FieldMaker, Presenter } from '../../http/room.ts';
import { partAreas, standardTemplates } from '../../theme/standard-templates.ts';
import type { Theme } from '../../theme/theme.ts';
import type { ActiveTheme } from './active-theme.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
const inTwoForms = (text: string) => ({ raw: text, rendered: escaped(text) });

/** What the service can show of every theme, whatever it is. */
const supports = {
  'automatic-feed-links': false,
  'block-templates': true,
  'block-template-parts': true,
  'editor-styles': false,
  formats: ['standard'],
  'post-thumbnails': true,
  'responsive-embeds': true,
  'title-tag': true,
};

const fields: Record<string, (theme: Theme) => unknown> = {
  stylesheet: ({ name }) => name,
  template: ({ name }) => name,
  author: ({ author }) => inTwoForms(author),
  author_uri: ({ authorUri }) => inTwoForms(authorUri),
  description: ({ description }) => inTwoForms(description),
  is_block_theme: () => true,
  name: ({ title }) => inTwoForms(title),
  screenshot: () => '',
  tags: ({ tags }) => ({ raw: tags, rendered: escaped(tags.join(', ')) }),
  textdomain: ({ name }) => name,
  theme_supports: () => supports,
  theme_uri: ({ themeUri }) => inTwoForms(themeUri),
  version: ({ version }) => version,
  status: () => 'active',
  default_template_types: () => [...standardTemplates].map(([slug, told]) => ({ slug, ...told })),
  default_template_part_areas: () => partAreas,
};

/** The presenter of themes. */
export const themePresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts: ({ name, globalStyles }: ActiveTheme, _prepared, { actor }) => ({
    stylesheet: name,
    global_styles: globalStyles,
    may_export: actor.can('export'),
  }),
};
