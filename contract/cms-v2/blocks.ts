// Reusable blocks (specification: Block; terms-menus-and-blocks.md §4).
import { contentType, rightsNamed } from '../grammar/content-type.ts';
import { everywhere, never, viewAndEdit, words } from '../grammar/schema.ts';
import { footnotes } from '../shared/entry-fields.ts';

export const blocks = contentType({
  name: 'cms_block',
  restBase: 'blocks',
  noun: { one: 'block', many: 'blocks' },
  viewable: false,
  supports: ['title', 'editor', 'excerpt', 'revisions', 'custom-fields'],
  rights: { ...rightsNamed('posts'), create: 'publish_posts' },
  meta: {
    footnotes,
    cms_pattern_sync_status: words(['partial', 'unsynced'], {
      title: '',
      description: 'Whether the copies of the block follow it: all, in part, or not at all.',
      default: '',
      hidden: true,
    }),
  },
  metaBeside: {
    cms_pattern_sync_status: words(['', 'partial', 'unsynced'], {
      description: 'Whether the copies of the block follow it: all (empty), in part, or not at all.',
      context: everywhere,
      readonly: true,
      unlisted: true,
    }),
  },
  // Whoever reads blocks puts them into texts, and so needs them as they are stored.
  shown: {
    'title.raw': viewAndEdit,
    'title.rendered': never,
    'content.raw': viewAndEdit,
    'content.rendered': never,
  },
  description: {
    capabilities: {
      edit_post: 'edit_block',
      read_post: 'read_block',
      delete_post: 'delete_block',
      publish_posts: 'publish_blocks',
      read_private_posts: 'read_private_blocks',
      delete_private_posts: 'delete_private_blocks',
      edit_private_posts: 'edit_private_blocks',
      read: 'edit_posts',
    },
  },
  address: { published: '/{path}/', other: '/?p={id}', slugMark: '%postname%' },
});
