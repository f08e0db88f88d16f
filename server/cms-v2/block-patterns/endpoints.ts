// Binds the endpoints of block patterns and block pattern categories to their operations.
import {
  blockPatternCategoryFields,
  blockPatternFields,
  type blockPatternOperations,
  type blockPatternPermissions,
} from '../../../contract/cms-v2/block-patterns.ts';
import type { Module, Operation, Permission } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { isWriter } from '../users/conditions.ts';
import { listBlockPatternCategories } from './list-block-pattern-categories.ts';
import { listBlockPatterns } from './list-block-patterns.ts';

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view block patterns.' };

/** Returns the permission, operations and presenter of block patterns. */
export function blockPatternsEndpoints({ contract, theme }: EntryDeps): Module {
  const permissions: Record<(typeof blockPatternPermissions)[number], Permission> = {
    'read-block-patterns': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) },
  };
  const operations: Record<(typeof blockPatternOperations)[number], Operation> = {
    'list-block-patterns': listBlockPatterns(theme),
    'list-block-pattern-categories': listBlockPatternCategories(theme),
  };
  return { permissions, operations, presenter: plainPresenter(blockPatternFields, blockPatternCategoryFields) };
}
