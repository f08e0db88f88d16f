// Presents themes as JSON records (protocol.md §20).
import type { themeFields } from '../../../contract/cms-v2/themes.ts';
import type { Presenter } from '../../http/module.ts';
import { partAreas, standardTemplates } from '../../theme/standard-templates.ts';
import type { ActiveTheme } from './active-theme.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
const rawAndRendered = (text: string) => ({ raw: text, rendered: escapeHtml(text) });

/** Features that the service supports for every theme. */
const themeSupports = {
  'automatic-feed-links': false,
  'block-templates': true,
  'block-template-parts': true,
  'editor-styles': false,
  formats: ['standard'],
  'post-thumbnails': true,
  'responsive-embeds': true,
  'title-tag': true,
};

type ThemePresenter = Presenter<typeof themeFields, ActiveTheme, undefined>;

const fields: ThemePresenter['fields'] = {
  stylesheet: ({ name }) => name,
  template: ({ name }) => name,
  author: ({ author }) => rawAndRendered(author),
  author_uri: ({ authorUri }) => rawAndRendered(authorUri),
  description: ({ description }) => rawAndRendered(description),
  is_block_theme: () => true,
  name: ({ title }) => rawAndRendered(title),
  screenshot: () => '',
  tags: ({ tags }) => ({ raw: tags, rendered: escapeHtml(tags.join(', ')) }),
  textdomain: ({ name }) => name,
  theme_supports: () => themeSupports,
  theme_uri: ({ themeUri }) => rawAndRendered(themeUri),
  version: ({ version }) => version,
  status: () => 'active',
  default_template_types: () => [...standardTemplates].map(([slug, texts]) => ({ slug, ...texts })),
  default_template_part_areas: () => partAreas,
};

export const themePresenter: ThemePresenter = {
  prepare: async () => undefined,
  fields,
  facts: ({ name, globalStyles }, _prepared, { actor }) => ({
    stylesheet: name,
    global_styles: globalStyles,
    may_export: actor.can('export'),
  }),
};
