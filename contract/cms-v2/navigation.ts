// Navigation (specification: Navigation; terms-menus-and-blocks.md §5).
import { contentType } from '../grammar/content-type.ts';
import { editAndEmbed, everywhere } from '../grammar/schema.ts';

const right = 'edit_theme_options';

export const navigation = contentType({
  name: 'cms_navigation',
  restBase: 'navigation',
  noun: { one: 'navigation', many: 'navigations' },
  hasPages: false,
  supports: ['title', 'editor', 'revisions'],
  rights: {
    edit: right,
    editOthers: right,
    editPublished: right,
    editPrivate: right,
    publish: right,
    readPrivate: right,
    delete: right,
    deleteOthers: right,
    deletePublished: right,
    deletePrivate: right,
    create: right,
  },
  mayBeEmpty: true,
  // What embeds a navigation shows it with the blocks it is made of.
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
