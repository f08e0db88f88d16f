// Declares templates and template parts (specification: Template and template part; templates-and-styles.md §1–§7).
import { contentType, rightsOfOne } from '../grammar/content-type.ts';
import { templateMeta } from '../shared/template-fields.ts';

/** The properties that templates and template parts have in common. */
const common = {
  viewable: false,
  supports: ['title', 'editor', 'author', 'excerpt', 'revisions'],
  rights: rightsOfOne('edit_theme_options'),
  meta: templateMeta,
  address: { published: '/{path}/', other: '/?p={id}', slugMark: '%postname%' },
} as const;

const commonDescription = {
  visibility: { show_in_nav_menus: false, show_ui: false },
  supports: { title: true, slug: true, excerpt: true, editor: true, revisions: true, author: true, autosave: true },
} as const;

export const templates = contentType(
  {
    ...common,
    name: 'cms_template',
    restBase: 'templates',
    noun: { one: 'template', many: 'templates' },
    description: {
      ...commonDescription,
      capabilities: {
        edit_post: 'edit_template',
        read_post: 'read_template',
        delete_post: 'delete_template',
        read: 'edit_theme_options',
      },
    },
  },
  'templates',
);

export const templateParts = contentType(
  {
    ...common,
    name: 'cms_template_part',
    restBase: 'template-parts',
    noun: { one: 'template part', many: 'template parts' },
    description: { ...commonDescription, capabilities: { read: 'edit_theme_options' } },
  },
  'templates',
);
