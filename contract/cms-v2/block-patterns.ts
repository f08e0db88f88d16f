// Declares the block patterns of the theme (protocol.md §20). Patterns that users create are reusable blocks.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, strings, Type } from '../grammar/schema.ts';

const readonlyField = { context: everywhere, readonly: true };
const text = (description: string) => ReadOnly.String(description, everywhere);
const names = (description: string) => strings({ description, ...readonlyField });

export const blockPatternFields = {
  name: text('The name of the pattern, prefixed with the name of the theme.'),
  title: text('The display name.'),
  content: text('The blocks of the pattern.'),
  description: text('A description for assistive technology.'),
  viewport_width: Type.Number({ description: 'The width of the preview in pixels.', ...readonlyField }),
  inserter: ReadOnly.Boolean('Whether editors offer the pattern.', everywhere),
  categories: names('The names of the categories of the pattern.'),
  keywords: names('Search keywords.'),
  block_types: names('The block types that the pattern can replace.'),
  post_types: { ...names('The content types for which editors offer the pattern; all if empty.'), isName: true },
  template_types: names('The templates for which editors offer the pattern; all if empty.'),
  source: text('The source of the pattern, which is always `theme`.'),
};

export const blockPatternCategoryFields = {
  name: text('The name of the category.'),
  label: text('The display name.'),
  description: text('The description.'),
};

const basePath = '/cms/v2/block-patterns';

const endpoints = declareEndpoints({
  'list-block-patterns': { permission: 'read-block-patterns', parameters: {} },
  'list-block-pattern-categories': { permission: 'read-block-patterns', parameters: {} },
});

/** The module with the code of these endpoints. */
export const blockPatternsModule: ModuleDeclaration<
  typeof endpoints,
  typeof blockPatternFields & typeof blockPatternCategoryFields
> = { name: 'block-patterns' };

export const blockPatterns: Resource<typeof blockPatternFields> = {
  title: 'block-pattern',
  description:
    'The patterns of the active theme, as listed in theme.json. Patterns that users save are reusable blocks (see the route `blocks`).',
  namespace: 'cms/v2',
  module: blockPatternsModule,
  fields: blockPatternFields,
  links: [],
  routes: [{ path: `${basePath}/patterns`, parameters: {}, endpoints: [endpoints['list-block-patterns']] }],
};

export const blockPatternCategories: Resource<typeof blockPatternCategoryFields> = {
  title: 'block-pattern-category',
  description: 'The pattern categories of the active theme. Patterns that users save have separate categories.',
  namespace: 'cms/v2',
  module: blockPatternsModule,
  fields: blockPatternCategoryFields,
  links: [],
  routes: [{ path: `${basePath}/categories`, parameters: {}, endpoints: [endpoints['list-block-pattern-categories']] }],
};
