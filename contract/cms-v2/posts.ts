// Declares posts (specification: Post and Page; posts-and-pages.md).
import { contentType } from '../grammar/content-type.ts';
import { footnotes } from '../shared/entry-fields.ts';
import { postFeatures, postSupports } from '../shared/post-supports.ts';

export const posts = contentType({
  name: 'post',
  restBase: 'posts',
  noun: { one: 'post', many: 'posts' },
  hierarchical: false,
  viewable: true,
  supports: [...postFeatures, 'sticky', 'post-formats'],
  taxonomies: ['category', 'post_tag'],
  rights: 'posts',
  discussion: 'setting',
  mayBeEmpty: false,
  meta: { footnotes },
  address: { published: '/{path}/', other: '/?p={id}', slugMark: '%postname%' },
  addressSetting: 'permalink_structure',
  description: { icon: 'admin-post', supports: postSupports('excerpt', 'trackbacks', 'post-formats') },
});
