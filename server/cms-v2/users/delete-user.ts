// DELETE /cms/v2/users/<id> and DELETE /cms/v2/users/me: delete a user (users-and-comments.md §3.5).
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { visibilityTypes } from './conditions.ts';
import type { ContentOfUsers, UserDeps } from './deps.ts';
import { requireLoadedUser, requireUser, type UserOperations } from './permissions.ts';
import { isLastAdministrator } from './role-assignment.ts';
import { deleteUserRow, findRoles, userExists } from './store.ts';

/**
 * Deletes a user permanently and responds with the previous values. Reassigns the content to the user with the ID `reassign`, or moves it
 * to the trash if `reassign` is false.
 *
 * Throws ApiError 501 `rest_trash_not_supported` without `force`, ApiError 400 `rest_user_invalid_reassign`, and ApiError 403
 * `rest_user_cannot_delete` for the last administrator.
 */
export function deleteUser(deps: UserDeps, content: ContentOfUsers): UserOperations['delete-user'] {
  return {
    async run(call, loadedUser) {
      const { id } = requireLoadedUser(loadedUser);
      const { force, reassign: newAuthor } = call.args;
      if (!force)
        throw new ApiError(
          'rest_trash_not_supported',
          501,
          'Users cannot be moved to the trash; send force=true to delete them permanently.',
        );
      const previous = await deps.database.transaction(async (tx) => {
        await tx.lock('users');
        const user = await requireUser(tx, call, id, visibilityTypes(deps.contract, call.actor));
        await call.requireMatch();
        const roles = (await findRoles(tx, [user.id])).get(user.id) ?? [];
        if (newAuthor !== false) await requireNewAuthor(tx, newAuthor, user.id);
        await requireOtherAdministrator(tx, roles, user.id);
        if (newAuthor === false) await content.trash(tx, user.id, call.actor.id);
        else await content.reassign(tx, user.id, newAuthor);
        await deleteUserRow(tx, user.id, newAuthor === false ? undefined : newAuthor);
        const auditEvent = { action: 'user-deleted', kind: 'user', id: user.id, name: user.login } as const;
        await recordAuditEvent(tx, deps.site.clock, call, {
          ...auditEvent,
          details: { roles, reassigned_to: newAuthor || 0 },
        });
        return { ...user, roles };
      });
      return { kind: 'deleted', previous, context: 'edit' };
    },
  };
}

async function requireNewAuthor(read: ReadHandle, newAuthor: number, user: number): Promise<void> {
  if (newAuthor === user || !(await userExists(read, newAuthor))) {
    throw new ApiError('rest_user_invalid_reassign', 400, 'reassign must be the ID of another user.');
  }
}

async function requireOtherAdministrator(read: ReadHandle, roles: readonly string[], user: number): Promise<void> {
  if (await isLastAdministrator(read, roles, user)) {
    throw new ApiError(
      'rest_user_cannot_delete',
      403,
      'The last administrator cannot be deleted; make another user an administrator first.',
    );
  }
}
