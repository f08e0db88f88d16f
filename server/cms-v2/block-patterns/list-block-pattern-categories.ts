// GET /cms/v2/block-patterns/categories: lists the categories of block patterns.
import type { Theme } from '../../theme/theme.ts';
import type { BlockPatternOperations } from './operations.ts';

/** Responds with the categories that the theme declares. */
export const listBlockPatternCategories = ({
  patternCategories,
}: Theme): BlockPatternOperations['list-block-pattern-categories'] => ({
  run: async () => ({ kind: 'list', rows: patternCategories }),
});
