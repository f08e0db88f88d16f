// GET /cms/v2/block-patterns/patterns: lists the block patterns of the theme.
import type { Theme } from '../../theme/theme.ts';
import type { BlockPatternOperations } from './operations.ts';

/** Responds with the patterns of the theme, in the order of their declaration. */
export const listBlockPatterns = ({ name: theme, patterns }: Theme): BlockPatternOperations['list-block-patterns'] => ({
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
