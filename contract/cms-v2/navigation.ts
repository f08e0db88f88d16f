// Declares navigations (specification: Navigation; terms-menus-and-blocks.md §5).
import { contentType, rightsOfOne } from '../grammar/content-type.ts';
import { editAndEmbed, everywhere } from '../grammar/schema.ts';

export const navigation = contentType({
  name: 'cms_navigation',
  restBase: 'navigation',
  noun: { one: 'navigation', many: 'navigations' },
  hasPages: false,
  supports: ['title', 'editor', 'revisions'],
  rights: rightsOfOne('edit_theme_options'),
  mayBeEmpty: true,
  // Embedded navigations include their blocks, so that clients can display them.
  shown: {
    status: everywhere,
    'title.raw': editAndEmbed,
    content: everywhere,
    'content.raw': editAndEmbed,
    'content.rendered': everywhere,
    'content.block_version': editAndEmbed,
  },
  address: { published: '/{path}/', other: '/?p={id}', slugMark: '%postname%' },
});
