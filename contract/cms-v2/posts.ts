// Posts (specification: Post and Page; posts-and-pages.md).
import { type ContentType, rightsNamed } from '../grammar/content-type.ts';
import { footnotes } from '../shared/entry-fields.ts';

export const posts: ContentType = {
  name: 'post',
  restBase: 'posts',
  restNamespace: 'cms/v2',
  noun: { one: 'post', many: 'posts' },
  hierarchical: false,
  viewable: true,
  supports: [
    'title',
    'editor',
    'author',
    'excerpt',
    'thumbnail',
    'comments',
    'revisions',
    'custom-fields',
    'sticky',
    'post-formats',
  ],
  taxonomies: ['category', 'post_tag'],
  rights: rightsNamed('posts'),
  discussion: 'setting',
  mayBeEmpty: false,
  meta: { footnotes },
  address: { published: '/{path}/', other: '/?p={id}', slugMark: '%postname%' },
};
