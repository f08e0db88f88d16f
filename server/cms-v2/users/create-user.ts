// POST /cms/v2/users: creates a user (users-and-comments.md §3.2, §3.5).

import { requireValidCredential } from '../../access/require-valid-credential.ts';
import { hashPassword } from '../../access/secrets.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { submitsId } from '../../http/module.ts';
import { toSlug, truncateSlug } from '../../rendering/slug.ts';
import { now } from '../../time/zone.ts';
import { visibilityTypes } from './conditions.ts';
import type { UserDeps } from './deps.ts';
import { mergeMeta } from './meta.ts';
import type { UserArgs, UserOperations } from './operations.ts';
import { requireUser } from './permissions.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { defaultRole, requireAssignableRoles } from './role-assignment.ts';
import type { UserColumns } from './rows.ts';
import { findFreeUserSlug, findUserByEmail, findUserByLogin, insertUser, maxUserSlugLength } from './store.ts';
import { filterArgs, requireFieldLength, resolveTextColumns } from './user-args.ts';

/** Creates a user and responds 201 with it in the edit context. */
export function createUser(deps: UserDeps): UserOperations['create-user'] {
  return {
    async run(call) {
      if (submitsId(call)) throw new ApiError('rest_user_exists', 400, 'The ID of a new user cannot be set.');
      const roles = call.args.roles ?? [defaultRole];
      requireAssignableRoles(deps.roles, call.actor, { id: 0 }, roles);
      const fixedColumns = {
        password_hash: await hashPassword(call.args.password ?? '', `user ${call.actor.id}`),
        registered: now(deps.clock),
      };
      const args = await filterArgs(deps.texts, call);
      const id = await retryOnConflict(deps.database, async (tx) => {
        await requireValidCredential(tx, call.actor, now(deps.clock));
        const user = { ...(await composeUser(tx, args)), ...fixedColumns };
        const userId = await insertUser(tx, user, roles);
        const auditEvent = {
          action: 'user-created',
          kind: 'user',
          id: userId,
          name: user.login,
          details: { roles },
        } as const;
        await recordAuditEvent(tx, deps.clock, call, auditEvent);
        return userId;
      });
      const row = await requireUser(deps.database.read, call, id, visibilityTypes(deps.contract, call.actor));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}

/**
 * Returns the columns of a new user, except for the password and the registration date. They are validated in the order that the
 * contract defines. Writes nothing.
 */
async function composeUser(
  tx: WriteHandle,
  args: UserArgs,
): Promise<Omit<UserColumns, 'password_hash' | 'registered'>> {
  const login = args.username ?? '';
  const email = args.email ?? '';
  requireFieldLength('login', login);
  if (await findUserByLogin(tx, login))
    throw new ApiError('existing_user_login', 400, 'This username is already taken.');
  const requestedSlug = toSlug(args.slug ?? '');
  requireFieldLength('slug', requestedSlug);
  requireFieldLength('email', email);
  if (await findUserByEmail(tx, email))
    throw new ApiError('existing_user_email', 400, 'This email address is already taken.');
  const textColumns = resolveTextColumns(args, login);
  requireFieldLength('url', textColumns.url);
  requireFieldLength('name', textColumns.name);
  const slug = await findFreeUserSlug(tx, requestedSlug || truncateSlug(toSlug(login), maxUserSlugLength));
  return { login, email, slug, ...textColumns, meta: mergeMeta(args.meta, '') };
}
