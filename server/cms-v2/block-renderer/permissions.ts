// Defines the permission to render blocks (protocol.md §20).
import type { BlockRendererEndpoints } from '../../../contract/cms-v2/block-renderer.ts';
import { ApiError } from '../../api-error.ts';
import type { PermissionArgs, Permissions } from '../../http/implement.ts';
import { editCondition, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findEntryOfAnyType } from '../entries/store.ts';
import type { BlockRendererTargets } from './operations.ts';

const forbiddenError = { code: 'block_cannot_read', message: 'You are not allowed to render this block.' };

/** Returns the permission, which requires permission to edit the entry `post_id` or, without this parameter, to write posts. */
export const defineBlockRendererPermissions = ({
  database,
  contract,
}: EntryDeps): Permissions<BlockRendererEndpoints, BlockRendererTargets> => ({
  'render-block': {
    async load({ args }) {
      // In OPTIONS requests, `context` is undefined, because defaults are not applied to them. This is accepted.
      if (args.context === 'view') throw createContextError();
      return hasEntryId(args) ? findEntryOfAnyType(database.read, args.post_id ?? 0) : undefined;
    },
    permit({ actor, args }, entry) {
      if (!hasEntryId(args)) return actor.can('edit_posts') ? undefined : forbiddenError;
      const type = entry && contract.types.get(entry.type);
      return type && passes(editCondition, actor, type, entry) ? undefined : forbiddenError;
    },
  },
});

const hasEntryId = ({ post_id: id = 0 }: PermissionArgs<BlockRendererEndpoints, 'render-block'>): boolean => id > 0;

function createContextError(): ApiError {
  const message = 'context must be edit.';
  const details = { context: { code: 'rest_not_in_enum', message, data: null } };
  return new ApiError('rest_invalid_param', 400, 'Invalid parameters: context.', {
    data: { params: { context: message }, details },
  });
}
