// Declares the categories of reusable blocks (specification: Term resources; terms-menus-and-blocks.md §1).
import { taxonomy } from '../grammar/content-type.ts';

export const patternCategories = taxonomy({
  name: 'cms_pattern_category',
  restBase: 'cms_pattern_category',
  noun: { one: 'pattern category', many: 'pattern categories' },
  types: ['cms_block'],
  hasPages: false,
  address: '/?taxonomy=cms_pattern_category&term={path}',
});
