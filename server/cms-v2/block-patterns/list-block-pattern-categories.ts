// GET on the categories of patterns.
import type { Operation } from '../../http/room.ts';
import type { Theme } from '../../theme/theme.ts';

/** Answers with the categories that the theme names. */
export const listBlockPatternCategories = ({ patternCategories }: Theme): Operation => ({
  run: async () => ({ kind: 'list', rows: patternCategories }),
});
