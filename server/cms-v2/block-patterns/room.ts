// The room of the theme's patterns and their categories.
import {
  blockPatternCategoryFields,
  blockPatternFields,
  type blockPatternOperations,
  type blockPatternPermissions,
} from '../../../contract/cms-v2/block-patterns.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { isWriter } from '../users/rules.ts';
import { listBlockPatternCategories } from './list-block-pattern-categories.ts';
import { listBlockPatterns } from './list-block-patterns.ts';

const denied = { code: 'rest_cannot_view', message: 'You may not see the patterns of the theme.' };

/** Joins the room's rule, operations and presenter. */
export function blockPatternsRoom({ contract, theme }: EntryParts): Room {
  const permissions: Record<(typeof blockPatternPermissions)[number], Permission> = {
    'read-block-patterns': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : denied) },
  };
  const operations: Record<(typeof blockPatternOperations)[number], Operation> = {
    'list-block-patterns': listBlockPatterns(theme),
    'list-block-pattern-categories': listBlockPatternCategories(theme),
  };
  return { permissions, operations, presenter: plainPresenter(blockPatternFields, blockPatternCategoryFields) };
}
