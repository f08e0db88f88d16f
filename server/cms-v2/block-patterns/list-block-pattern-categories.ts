// GET /cms/v2/block-patterns/categories: lists the categories of block patterns.
import type { Operation } from '../../http/module.ts';
import type { Theme } from '../../theme/theme.ts';

/** Responds with the categories that the theme declares. */
export const listBlockPatternCategories = ({ patternCategories }: Theme): Operation => ({
  run: async () => ({ kind: 'list', rows: patternCategories }),
});
