// Declares pages (specification: Post and Page; posts-and-pages.md).
import { contentType } from '../grammar/content-type.ts';
import { footnotes } from '../shared/entry-fields.ts';
import { postFeatures, postSupports } from '../shared/post-supports.ts';

export const pages = contentType({
  name: 'page',
  restBase: 'pages',
  noun: { one: 'page', many: 'pages' },
  hierarchical: true,
  viewable: true,
  supports: [...postFeatures, 'page-attributes'],
  taxonomies: [],
  rights: 'pages',
  discussion: 'closed',
  mayBeEmpty: true,
  meta: { footnotes },
  address: { published: '/{path}/', other: '/?page_id={id}', slugMark: '%pagename%' },
  description: { icon: 'admin-page', supports: postSupports('page-attributes') },
});
