// Declares the built-in taxonomies: categories, tags, and the categories of reusable blocks (specification: Term resources;
// terms-menus-and-blocks.md §1).
import { taxonomy } from '../grammar/content-type.ts';
import { capabilitiesNamed } from '../grammar/description.ts';

export const categories = taxonomy({
  name: 'category',
  restBase: 'categories',
  noun: { one: 'category', many: 'categories' },
  hierarchical: true,
  types: ['post'],
  address: '/category/{path}/',
  cssPrefix: 'category-',
  description: { capabilities: capabilitiesNamed('categories') },
});

export const tags = taxonomy({
  name: 'post_tag',
  restBase: 'tags',
  noun: { one: 'tag', many: 'tags' },
  hierarchical: false,
  types: ['post'],
  address: '/tag/{path}/',
  cssPrefix: 'tag-',
  description: { capabilities: capabilitiesNamed('post_tags') },
});

export const patternCategories = taxonomy({
  name: 'cms_pattern_category',
  restBase: 'cms_pattern_category',
  noun: { one: 'pattern category', many: 'pattern categories' },
  types: ['cms_block'],
  hasPages: false,
  address: '/?taxonomy=cms_pattern_category&term={path}',
});
