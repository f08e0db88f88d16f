// Categories (specification: Term resources; terms-menus-and-blocks.md §1).
import type { Taxonomy } from '../grammar/content-type.ts';

export const categories: Taxonomy = {
  name: 'category',
  restBase: 'categories',
  restNamespace: 'cms/v2',
  noun: { one: 'category', many: 'categories' },
  hierarchical: true,
  types: ['post'],
  rights: { manage: 'manage_categories', edit: 'manage_categories', delete: 'manage_categories', assign: 'edit_posts' },
  address: '/category/{path}/',
  cssPrefix: 'category-',
};
