// Declares categories (specification: Term resources; terms-menus-and-blocks.md §1).
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
