// Pages (specification: Post and Page; posts-and-pages.md).
import { type ContentType, rightsNamed } from '../grammar/content-type.ts';
import { footnotes } from '../shared/entry-fields.ts';

export const pages: ContentType = {
  name: 'page',
  restBase: 'pages',
  restNamespace: 'cms/v2',
  noun: { one: 'page', many: 'pages' },
  hierarchical: true,
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
    'page-attributes',
  ],
  taxonomies: [],
  rights: rightsNamed('pages'),
  discussion: 'closed',
  mayBeEmpty: true,
  meta: { footnotes },
  address: { published: '/{path}/', other: '/?page_id={id}', slugMark: '%pagename%' },
};
