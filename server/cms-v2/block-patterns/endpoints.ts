// Binds the endpoints of block patterns and block pattern categories to their operations.
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
import { listBlockPatternCategories } from './list-block-pattern-categories.ts';
import { listBlockPatterns } from './list-block-patterns.ts';

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
