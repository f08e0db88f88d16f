// Implements the endpoints of block patterns and block pattern categories (protocol.md §20).
import {
  type BlockPatternEndpoints,
  blockPatternCategoryFields,
  blockPatternFields,
  blockPatternsModule,
} from '../../../contract/cms-v2/block-patterns.ts';
import { implement, type Operations } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { type PlainRow, plainPresenter } from '../../http/plain-presenter.ts';
import type { Theme } from '../../theme/theme.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { isWriter } from '../users/conditions.ts';

type BlockPatternRow = PlainRow<typeof blockPatternFields> | PlainRow<typeof blockPatternCategoryFields>;

/** The operations, keyed by their names in the contract. */
type BlockPatternOperations = Operations<BlockPatternEndpoints, object, BlockPatternRow>;

// GET /cms/v2/block-patterns/patterns: lists the block patterns of the theme.

/** Responds with the patterns of the theme, in the order of their declaration. */
const listBlockPatterns = ({ name: theme, patterns }: Theme): BlockPatternOperations['list-block-patterns'] => ({
  async run() {
    const rows = patterns.map(({ slug, ...pattern }) => ({
      name: `${theme}/${slug}`,
      title: pattern.title,
      content: pattern.content,
      description: pattern.description,
      viewport_width: pattern.viewportWidth,
      inserter: pattern.inserter,
      categories: pattern.categories,
      keywords: pattern.keywords,
      block_types: pattern.blockTypes,
      post_types: pattern.postTypes,
      template_types: pattern.templateTypes,
      source: 'theme',
    }));
    return { kind: 'list', rows };
  },
});

// GET /cms/v2/block-patterns/categories: lists the categories of block patterns.

/** Responds with the categories that the theme declares. */
const listBlockPatternCategories = ({
  patternCategories,
}: Theme): BlockPatternOperations['list-block-pattern-categories'] => ({
  run: async () => ({ kind: 'list', rows: patternCategories }),
});

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view block patterns.' };

/** Returns the module of block patterns. */
export function blockPatternsEndpoints({ contract, theme }: EntryDeps): Module {
  return implement(blockPatternsModule, {
    permissions: {
      'read-block-patterns': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) },
    },
    operations: {
      'list-block-patterns': listBlockPatterns(theme),
      'list-block-pattern-categories': listBlockPatternCategories(theme),
    },
    presenter: plainPresenter(blockPatternFields, blockPatternCategoryFields),
  });
}
