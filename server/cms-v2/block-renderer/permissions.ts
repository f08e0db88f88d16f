// Defines the permission to render blocks (protocol.md §20).
import type { blockRendererPermissions, RenderBlockArgs } from '../../../contract/cms-v2/block-renderer.ts';
import { ApiError } from '../../api-error.ts';
import type { Call, Permission } from '../../http/module.ts';
import { editCondition, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { EntryRow } from '../entries/rows.ts';
import { findEntryOfAnyType } from '../entries/store.ts';

const forbiddenError = { code: 'block_cannot_read', message: 'You are not allowed to render this block.' };

/** Returns the permission, which requires permission to edit the entry `post_id` or, without this parameter, to write posts. */
export const defineBlockRendererPermissions = ({
  database,
  contract,
}: EntryDeps): Record<(typeof blockRendererPermissions)[number], Permission> => ({
  'render-block': {
    async load({ args }: Call<RenderBlockArgs>) {
      // In OPTIONS requests, `context` is undefined, because defaults are not applied to them. This is accepted.
      if ((args.context as string) === 'view') throw createContextError();
      return hasEntryId(args) ? findEntryOfAnyType(database.read, args.post_id ?? 0) : undefined;
    },
    permit({ actor, args }: Call<RenderBlockArgs>, entry: EntryRow | undefined) {
      if (!hasEntryId(args)) return actor.can('edit_posts') ? undefined : forbiddenError;
      const type = entry && contract.types.get(entry.type);
      return type && passes(editCondition, actor, type, entry) ? undefined : forbiddenError;
    },
  },
});

const hasEntryId = ({ post_id: id = 0 }: Partial<RenderBlockArgs>): boolean => id > 0;

function createContextError(): ApiError {
  const message = 'context must be edit.';
  const details = { context: { code: 'rest_not_in_enum', message, data: null } };
  return new ApiError('rest_invalid_param', 400, 'Invalid parameters: context.', {
    data: { params: { context: message }, details },
  });
}
