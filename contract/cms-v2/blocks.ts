// Declares reusable blocks (specification: Block; terms-menus-and-blocks.md §4).
import { contentType, rightsNamed } from '../grammar/content-type.ts';
import { enumOf, everywhere, never, viewAndEdit } from '../grammar/schema.ts';
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
    cms_pattern_sync_status: enumOf(['partial', 'unsynced'], {
      title: '',
      description: 'The synchronization of instances with the block: full (empty), `partial`, or none (`unsynced`).',
      default: '',
      hidden: true,
    }),
  },
  metaBeside: {
    cms_pattern_sync_status: enumOf(['', 'partial', 'unsynced'], {
      description: 'The synchronization of instances with the block: full (empty), `partial`, or none (`unsynced`).',
      context: everywhere,
      readonly: true,
      unlisted: true,
    }),
  },
  // Clients insert blocks into content, so they need the raw content.
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
