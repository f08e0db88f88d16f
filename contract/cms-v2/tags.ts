// Declares tags (specification: Term resources; terms-menus-and-blocks.md §1).
import { taxonomy } from '../grammar/content-type.ts';
import { capabilitiesNamed } from '../grammar/description.ts';

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
