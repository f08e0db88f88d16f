// Creates and updates users (users-and-comments.md §3.2, §3.5).
import type { Actor } from '../../access/actor.ts';
import { deleteEmailChange } from '../../access/email-changes-store.ts';
import { requireValidCredential } from '../../access/require-valid-credential.ts';
import { hashPassword } from '../../access/secrets.ts';
import { ApiError } from '../../api-error.ts';
import { type AuditEvent, recordAuditEvent } from '../../audit/record-event.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Call, submitsId } from '../../http/module.ts';
import { toSlug } from '../../rendering/slug.ts';
import { now } from '../../time/zone.ts';
import { requireAssignableRoles, requireRemainingAdministrator } from './assign-roles.ts';
import { composeUser, defaultRole, retryOnConflict } from './compose-user.ts';
import { visibilityTypes } from './conditions.ts';
import type { UserDeps } from './deps.ts';
import { notifyOfEmailChange, notifyOfPasswordChange } from './notify-of-change.ts';
import { requireLoadedUser, requireUser, type UserArgs, type UserOperations } from './permissions.ts';
import {
  type ChangedColumns,
  findFreeUserSlug,
  findRoles,
  findUserByEmail,
  findUserIdsBySlugs,
  insertUser,
  replaceRoles,
  type UserRow,
  updatePasswordHash,
  updateUserRow,
} from './store.ts';
import { filterArgs, mergeMeta, requireFieldLength, resolveTextColumns } from './user-args.ts';

// POST /cms/v2/users: creates a user (users-and-comments.md §3.2, §3.5).

/** Creates a user and responds 201 with it in the edit context. */
export function createUser(deps: UserDeps): UserOperations['create-user'] {
  return {
    async run(call) {
      if (submitsId(call)) throw new ApiError('rest_user_exists', 400, 'The ID of a new user cannot be set.');
      const roles = call.args.roles ?? [defaultRole];
      requireAssignableRoles(deps.roles, call.actor, { id: 0 }, roles);
      const fixedColumns = {
        password_hash: await hashPassword(call.args.password ?? '', `user ${call.actor.id}`),
        registered: now(deps.site.clock),
      };
      const args = await filterArgs(deps.texts, call);
      const id = await retryOnConflict(deps.database, async (tx) => {
        await requireValidCredential(tx, call.actor, now(deps.site.clock));
        const user = { ...(await composeUser(tx, args)), ...fixedColumns };
        const userId = await insertUser(tx, user, roles);
        const auditEvent = {
          action: 'user-created',
          kind: 'user',
          id: userId,
          name: user.login,
          details: { roles },
        } as const;
        await recordAuditEvent(tx, deps.site.clock, call, auditEvent);
        return userId;
      });
      const row = await requireUser(deps.database.read, call, id, visibilityTypes(deps.contract, call.actor));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}

// POST, PUT and PATCH /cms/v2/users/<id> and /cms/v2/users/me: update the submitted fields of a user (users-and-comments.md §3.2,
// §3.5).

/** Updates a user and responds with it in the edit context. */
export function updateUser(deps: UserDeps): UserOperations['update-user'] {
  return {
    async run(call, loadedUser) {
      const { id } = requireLoadedUser(loadedUser);
      const args = await filterArgs(deps.texts, call);
      const types = visibilityTypes(deps.contract, call.actor);
      const hash = args.password === undefined ? undefined : await hashPassword(args.password, `user ${call.actor.id}`);
      await retryOnConflict(deps.database, async (tx) => {
        const before = await requireUser(tx, call, id, types);
        await call.requireMatch();
        if (hash !== undefined) await requireValidCredential(tx, call.actor, now(deps.site.clock));
        await requireUniqueFields(tx, args, before);
        const currentRoles = args.roles ? await requireRoleChange(tx, deps, call, before.id, args.roles) : [];
        const after = await composeUpdate(tx, args, before);
        await updateUserRow(tx, before.id, after);
        if (args.roles) await replaceRoles(tx, before.id, args.roles);
        if (hash !== undefined) {
          await updatePasswordHash(tx, before.id, hash, currentSessionId(call.actor));
          await notifyOfPasswordChange(tx, deps.notifications, before);
        }
        if (after.email !== before.email) {
          await deleteEmailChange(tx, before.id);
          await notifyOfEmailChange(tx, deps.notifications, before);
        }
        for (const auditEvent of toAuditEvents(args, currentRoles, after.email !== before.email))
          await recordAuditEvent(tx, deps.site.clock, call, {
            ...auditEvent,
            kind: 'user',
            id: before.id,
            name: before.login,
          });
      });
      return {
        kind: 'record',
        row: await requireUser(deps.database.read, call, id, types),
        context: 'edit',
      };
    },
  };
}

/**
 * Returns the ID of the session that authenticates the request; undefined if the request uses an application password. This session
 * stays valid when the password is changed.
 */
const currentSessionId = ({ credential }: Actor): string | undefined =>
  credential.kind === 'session' ? credential.id : undefined;

/** Throws ApiError 400 if the email address or slug belongs to another user, or if the username would change. */
async function requireUniqueFields(
  read: ReadHandle,
  { email, username, slug }: UserArgs,
  before: UserRow,
): Promise<void> {
  const emailOwner = email === undefined ? undefined : await findUserByEmail(read, email);
  if (emailOwner && emailOwner.id !== before.id)
    throw new ApiError('rest_user_invalid_email', 400, 'This email address is already taken.');
  if (username !== undefined && username !== before.login) {
    throw new ApiError('rest_user_invalid_argument', 400, 'The username cannot be changed.');
  }
  const requestedSlug = toSlug(slug ?? '');
  const [slugOwner] = requestedSlug === '' ? [] : await findUserIdsBySlugs(read, [requestedSlug]);
  if (slugOwner && slugOwner.id !== before.id)
    throw new ApiError('rest_user_invalid_slug', 400, 'This slug is already taken.');
}

/**
 * Returns the audit events of an update. They contain the previous and the new roles, but neither passwords nor email addresses.
 */
function toAuditEvents(
  args: UserArgs,
  currentRoles: readonly string[],
  hasNewEmail: boolean,
): Pick<AuditEvent, 'action' | 'details'>[] {
  const roles = [...new Set(args.roles ?? currentRoles)];
  const auditEvents: Pick<AuditEvent, 'action' | 'details'>[] = [];
  if (roles.join() !== currentRoles.join())
    auditEvents.push({ action: 'user-roles-changed', details: { from: currentRoles, to: roles } });
  if (hasNewEmail) auditEvents.push({ action: 'user-email-changed' });
  if (args.password !== undefined) auditEvents.push({ action: 'user-password-changed' });
  return auditEvents;
}

/** Returns the current roles of the user. Throws the errors of `requireAssignableRoles` and `requireRemainingAdministrator`. */
async function requireRoleChange(
  read: ReadHandle,
  deps: UserDeps,
  { actor }: Pick<Call, 'actor'>,
  id: number,
  requestedRoles: readonly string[],
): Promise<readonly string[]> {
  requireAssignableRoles(deps.roles, actor, { id }, requestedRoles);
  const currentRoles = (await findRoles(read, [id])).get(id) ?? [];
  await requireRemainingAdministrator(read, currentRoles, requestedRoles, id);
  return currentRoles;
}

/** Returns the updated columns. Writes nothing. An empty slug is replaced with a slug that is derived from the username. */
async function composeUpdate(tx: WriteHandle, args: UserArgs, before: UserRow): Promise<ChangedColumns> {
  const textColumns = resolveTextColumns(args, before.login, before);
  const email = args.email ?? before.email;
  const requestedSlug = args.slug === undefined ? before.slug : toSlug(args.slug);
  if (args.slug !== undefined) requireFieldLength('slug', requestedSlug);
  if (args.email !== undefined) requireFieldLength('email', email);
  if (args.url !== undefined) requireFieldLength('url', textColumns.url);
  if (args.name !== undefined) requireFieldLength('name', textColumns.name);
  const slug = requestedSlug || (await findFreeUserSlug(tx, toSlug(before.login), before.id));
  return { ...textColumns, email, slug, meta: mergeMeta(args.meta, before.meta) };
}
