// Tags (specification: Term resources; terms-menus-and-blocks.md §1).
import type { Taxonomy } from '../grammar/content-type.ts';

export const tags: Taxonomy = {
  name: 'post_tag',
  restBase: 'tags',
  restNamespace: 'cms/v2',
  noun: { one: 'tag', many: 'tags' },
  hierarchical: false,
  types: ['post'],
  rights: { manage: 'manage_categories', edit: 'manage_categories', delete: 'manage_categories', assign: 'edit_posts' },
  address: '/tag/{path}/',
  cssPrefix: 'tag-',
};
