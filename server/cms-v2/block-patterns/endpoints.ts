// Implements the endpoints of block patterns and block pattern categories (protocol.md §20).
import {
  blockPatternCategoryFields,
  blockPatternFields,
  blockPatternsModule,
} from '../../../contract/cms-v2/block-patterns.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { isWriter } from '../users/conditions.ts';

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view block patterns.' };

/** Returns the module of block patterns. */
export function blockPatternsEndpoints({ contract, site: { theme } }: EntryDeps): Module {
  return implement(blockPatternsModule, {
    permissions: {
      'read-block-patterns': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) },
    },
    operations: {
      // GET /cms/v2/block-patterns/patterns: lists the block patterns of the theme.
      /** Responds with the patterns of the theme, in the order of their declaration. */
      'list-block-patterns': {
        async run() {
          const rows = theme.patterns.map(({ slug, ...pattern }) => ({
            name: `${theme.name}/${slug}`,
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
      },

      // GET /cms/v2/block-patterns/categories: lists the categories of block patterns.
      /** Responds with the categories that the theme declares. */
      'list-block-pattern-categories': {
        run: async () => ({ kind: 'list', rows: theme.patternCategories }),
      },
    },
    presenter: plainPresenter(blockPatternFields, blockPatternCategoryFields),
  });
}
