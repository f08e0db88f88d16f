// Patterns that the theme brings: blocks to begin with (protocol.md §20). Those that people make are reusable blocks.
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type, texts } from '../grammar/schema.ts';

/** The operations of the room `block-patterns`; each is a file of that name there. */
export const blockPatternOperations = ['list-block-patterns', 'list-block-pattern-categories'] as const;

/** The rule that their routes name. */
export const blockPatternPermissions = ['read-block-patterns'] as const;

const shown = { context: everywhere, readonly: true };
const text = (description: string) => Type.String({ description, ...shown });
const names = (description: string) => texts({ description, ...shown });

export const blockPatternFields = {
  name: text('The name of the pattern, with that of the theme in front.'),
  title: text('What people call it.'),
  content: text('Its blocks.'),
  description: text('What it looks like, for those who do not see it.'),
  viewport_width: Type.Number({ description: 'How wide it is in a preview, in dots.', ...shown }),
  inserter: Type.Boolean({ description: 'Whether editors offer it.', ...shown }),
  categories: names('The categories it is in.'),
  keywords: names('Words by which it is found.'),
  block_types: names('The blocks in whose place it is offered.'),
  post_types: { ...names('The content types it is offered for; none: all.'), isName: true },
  template_types: names('The templates it is offered for; none: all.'),
  source: text('Where it comes from: the theme.'),
};

export const blockPatternCategoryFields = {
  name: text('The name of the category.'),
  label: text('What people call it.'),
  description: text('What is in it.'),
};

const above = '/cms/v2/block-patterns';
const permission = 'read-block-patterns';

export const blockPatterns: Resource<typeof blockPatternFields> = {
  title: 'block-pattern',
  description:
    'Patterns that the active theme brings; theme.json names them. Patterns that users save are entries of `blocks`.',
  namespace: 'cms/v2',
  room: 'block-patterns',
  fields: blockPatternFields,
  links: [],
  routes: [
    {
      path: `${above}/patterns`,
      parameters: {},
      endpoints: [{ methods: ['GET'], operation: 'list-block-patterns', permission, parameters: {} }],
    },
  ],
};

export const blockPatternCategories: Resource<typeof blockPatternCategoryFields> = {
  title: 'block-pattern-category',
  description: 'Categories of patterns that the active theme names. Saved patterns have categories of their own.',
  namespace: 'cms/v2',
  room: 'block-patterns',
  fields: blockPatternCategoryFields,
  links: [],
  routes: [
    {
      path: `${above}/categories`,
      parameters: {},
      endpoints: [{ methods: ['GET'], operation: 'list-block-pattern-categories', permission, parameters: {} }],
    },
  ],
};
