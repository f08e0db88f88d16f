// Declares templates (specification: Template and template part; templates-and-styles.md §1–§7).
import { contentType, rightsOfOne } from '../grammar/content-type.ts';
import { templateMeta } from '../shared/template-fields.ts';

export const templates = contentType(
  {
    name: 'cms_template',
    restBase: 'templates',
    noun: { one: 'template', many: 'templates' },
    viewable: false,
    supports: ['title', 'editor', 'author', 'excerpt', 'revisions'],
    rights: rightsOfOne('edit_theme_options'),
    meta: templateMeta,
    description: {
      visibility: { show_in_nav_menus: false, show_ui: false },
      supports: { title: true, slug: true, excerpt: true, editor: true, revisions: true, author: true, autosave: true },
      capabilities: {
        edit_post: 'edit_template',
        read_post: 'read_template',
        delete_post: 'delete_template',
        read: 'edit_theme_options',
      },
    },
    address: { published: '/{path}/', other: '/?p={id}', slugMark: '%postname%' },
  },
  'templates',
);
