// Implements the endpoints of invitations. An invited user has an account without a usable password, and chooses one with a link that is sent
// by email.
import {
  type InvitationEndpoints,
  type invitationFields,
  invitationsModule,
} from '../../../contract/octavo-v1/invitations.ts';
import type { Actor } from '../../access/actor.ts';
import {
  countInvitations,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitationRows,
  updateInvitation,
} from '../../access/invitations-store.ts';
import { canCreateCredentials, limitsError } from '../../access/limits.ts';
import { lockLogins, requireValidCredential } from '../../access/require-valid-credential.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { implement, type Operations, type PermissionArgs, type Permissions } from '../../http/implement.ts';
import { type Call, type Module, type PermissionError, type Presenter, parseId } from '../../http/module.ts';
import { now } from '../../time/zone.ts';
import {
  countAccountEmail,
  createAccountLink,
  requireMail,
  requireMailAddress,
  secondsUntilNextEmail,
  tooManyEmails,
} from '../users/account-links.ts';
import { isLastAdministrator, requireAssignableRoles } from '../users/assign-roles.ts';
import { composeUser, defaultRole, retryOnConflict } from '../users/compose-user.ts';
import { forbiddenErrors as userErrors } from '../users/conditions.ts';
import type { AccountEmailDeps, UserDeps } from '../users/deps.ts';
import { findEntryCounts } from '../users/entry-counts-store.ts';
import { deleteUserRow, findRoles, insertUser } from '../users/store.ts';
import { filterArgs, userChecks } from '../users/user-args.ts';
import { queueInvitation } from './queue-invitation.ts';

/** Dependencies of the endpoints of invitations. */
export interface InvitationDeps {
  readonly users: UserDeps;
  readonly email: AccountEmailDeps;
}

/** The targets of the permissions. */
type InvitationTargets = {
  'read-invitation': InvitationRow;
  'send-invitation': InvitationRow;
  'delete-invitation': InvitationRow;
};

/** The operations, keyed by their names in the contract. */
type InvitationOperations = Operations<InvitationEndpoints, InvitationTargets, InvitationRow>;

/** The namespace of the routes of users. */
const usersNamespace = 'cms/v2';

const listError = { code: 'rest_user_cannot_view', message: 'You are not allowed to view invitations.' };

/**
 * Returns the permissions. Invitations contain email addresses, so that viewing them requires `list_users`. Sending them requires the same as
 * creating users, and withdrawing them the same as deleting users.
 */
function definePermissions({
  email: {
    database: { read },
  },
}: InvitationDeps): Permissions<InvitationEndpoints, InvitationTargets> {
  const load = ({ path }: Pick<Call, 'path'>) => requireInvitation(read, parseId(path.id));
  const permitView = ({ actor }: Pick<Call, 'actor'>) => (actor.can('list_users') ? undefined : listError);
  const mayInvite = (actor: Actor) => actor.can('create_users') && canCreateCredentials(actor);
  return {
    'list-invitations': { permit: permitView },
    'read-invitation': { load, permit: permitView },
    'create-invitation': {
      permit: ({
        actor,
        args,
      }: Call<PermissionArgs<InvitationEndpoints, 'create-invitation'>>): PermissionError | undefined => {
        if (!mayInvite(actor)) return userErrors.create;
        return (args.roles?.length ?? 0) > 0 && !actor.can('promote_users') ? userErrors.editRoles : undefined;
      },
    },
    'send-invitation': { load, permit: ({ actor }) => (mayInvite(actor) ? undefined : userErrors.create) },
    'delete-invitation': {
      load,
      // Withdrawing an invitation deletes a user, which a password for other namespaces must not do here, either.
      permit: ({ actor, method }) =>
        actor.can('delete_users') ? limitsError(actor, [method], usersNamespace) : userErrors.delete,
    },
  };
}

/** Throws ApiError 404 `rest_invitation_invalid_id` if the user does not exist or has no invitation that waits for an answer. */
async function requireInvitation(read: ReadHandle, user: number): Promise<InvitationRow> {
  const invitation = await findInvitation(read, user);
  if (!invitation)
    throw new ApiError('rest_invitation_invalid_id', 404, 'No invitation of a user with this ID; it may be accepted.');
  return invitation;
}

const presenter = ({
  email: { clock },
}: InvitationDeps): Presenter<typeof invitationFields, InvitationRow, undefined> => ({
  prepare: async () => undefined,
  fields: {
    id: (row) => row.user_id,
    username: (row) => row.login,
    name: (row) => row.name,
    email: (row) => row.email,
    inviter: (row) => row.inviter,
    inviter_name: (row) => row.inviter_name ?? '',
    created: (row) => row.created,
    sent: (row) => row.sent,
    expires: (row) => row.expires,
    expired: (row) => row.expires <= now(clock) || row.email !== row.user_email,
  },
  facts: ({ user_id }) => ({ id: user_id }),
});

/** Password hash of invited users, which no password matches. */
const noPasswordHash = '';

const insteadOfMail = 'Create the user with a password instead.';

// POST /octavo/v1/invitations: invites a user.

/**
 * Creates a user without a usable password, queues an email with a link for choosing one, and responds 201 with the invitation.
 *
 * Throws the errors of creating a user, ApiError 400 `rest_mail_not_configured`, 400 `rest_user_invalid_email` for an address to which no
 * email can be sent, and 429 `rest_too_many_emails`.
 */
function createInvitation({ users, email }: InvitationDeps): InvitationOperations['create-invitation'] {
  const { database, clock } = email;
  return {
    async run(call) {
      const roles = call.args.roles ?? [defaultRole];
      requireAssignableRoles(users.roles, call.actor, { id: 0 }, roles);
      await requireMail(email.outgoing.canSend, insteadOfMail);
      requireMailAddress(call.args.email);
      const args = await filterArgs(users.texts, call);
      await countAccountEmail(email.outgoing.limiter, 'invitation', call.args.email, call.actor.id);
      const row = await retryOnConflict(database, async (tx) => {
        await requireValidCredential(tx, call.actor, now(clock));
        const user = { ...(await composeUser(tx, args)), password_hash: noPasswordHash, registered: now(clock) };
        const id = await insertUser(tx, user, roles);
        const { url, ...columns } = createAccountLink(email, 'invitation');
        const times = { ...columns, sent: columns.created };
        await insertInvitation(tx, { user_id: id, inviter: call.actor.id, email: user.email, ...times });
        await queueInvitation(tx, email, { user, inviter: call.actor.id, url });
        const target = { kind: 'user', id, name: user.login } as const;
        await recordAuditEvent(tx, clock, call, {
          action: 'user-created',
          ...target,
          details: { roles, invited: true },
        });
        return requireInvitation(tx, id);
      });
      return { kind: 'record', row, status: 201, uncached: true };
    },
  };
}

// POST /octavo/v1/invitations/<id>/send: sends an invitation again.

/**
 * Queues the email again with a new link, to the current email address of the user, and responds with the invitation. Links in earlier
 * emails become invalid.
 *
 * Throws ApiError 400 `rest_mail_not_configured`, 400 `rest_user_invalid_email` for an address to which no email can be sent, and 429
 * `rest_too_many_emails`.
 */
function sendInvitation({ email }: InvitationDeps): InvitationOperations['send-invitation'] {
  const { database, clock } = email;
  return {
    async run(call, loaded) {
      await requireMail(email.outgoing.canSend, insteadOfMail);
      requireMailAddress(loaded.user_email);
      const seconds = secondsUntilNextEmail(clock, loaded.sent);
      if (seconds > 0) throw tooManyEmails(seconds);
      await countAccountEmail(email.outgoing.limiter, 'invitation', loaded.user_email, call.actor.id);
      const row = await database.transaction(async (tx) => {
        const before = await lockInvitation(tx, loaded.user_id);
        await requireValidCredential(tx, call.actor, now(clock));
        await call.requireMatch();
        requireMailAddress(before.user_email);
        const remainingSeconds = secondsUntilNextEmail(clock, before.sent);
        if (remainingSeconds > 0) throw tooManyEmails(remainingSeconds);
        const { url, created: sent, ...columns } = createAccountLink(email, 'invitation');
        const user = { login: before.login, email: before.user_email };
        const updated = { user_id: before.user_id, inviter: call.actor.id, email: user.email, sent, ...columns };
        await updateInvitation(tx, updated);
        await queueInvitation(tx, email, { user, inviter: call.actor.id, url });
        const target = { kind: 'user', id: before.user_id, name: before.login } as const;
        await recordAuditEvent(tx, clock, call, { action: 'invitation-sent', ...target });
        return requireInvitation(tx, before.user_id);
      });
      return { kind: 'record', row, uncached: true };
    },
  };
}

/**
 * Returns the current row of an invitation. Until the transaction ends, it can neither be accepted nor withdrawn by others. Throws the error
 * of `requireInvitation`.
 */
async function lockInvitation(tx: WriteHandle, user: number): Promise<InvitationRow> {
  await tx.lock('users');
  await lockLogins(tx, user);
  return requireInvitation(tx, user);
}

// DELETE /octavo/v1/invitations/<id>: withdraws an invitation.

/**
 * Deletes the account of the invited user, and responds with the previous values of the invitation.
 *
 * Throws ApiError 400 `rest_invitation_has_entries` if the user is the author of entries, and 403 `rest_user_cannot_delete` if no other
 * user would be an administrator.
 */
function deleteInvitation({ email }: InvitationDeps): InvitationOperations['delete-invitation'] {
  return {
    async run(call, loaded) {
      const previous = await email.database.transaction(async (tx) => {
        const invitation = await lockInvitation(tx, loaded.user_id);
        await call.requireMatch();
        const { user_id: id, login } = invitation;
        const roles = (await findRoles(tx, [id])).get(id) ?? [];
        if ((await findEntryCounts(tx, [id])).length > 0)
          throw new ApiError(
            'rest_invitation_has_entries',
            400,
            'This user is the author of entries; delete the user instead, and reassign them.',
          );
        if (await isLastAdministrator(tx, roles, id))
          throw new ApiError(userErrors.delete.code, 403, 'The last administrator cannot be deleted.');
        await deleteUserRow(tx, id);
        const target = { kind: 'user', id, name: login } as const;
        await recordAuditEvent(tx, email.clock, call, {
          action: 'user-deleted',
          ...target,
          details: { roles, invited: true },
        });
        return invitation;
      });
      return { kind: 'deleted', previous, context: 'view' };
    },
  };
}

/** Returns the module of invitations. */
export function invitationsEndpoints(deps: InvitationDeps): Module {
  const { read } = deps.email.database;
  return implement(invitationsModule, {
    permissions: definePermissions(deps),
    operations: {
      // GET /octavo/v1/invitations: lists invitations.
      /** Responds with a page of the invitations that were not accepted yet, whether they have expired or not. */
      'list-invitations': {
        async run({ args: { page, per_page: limit } }) {
          const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
          const rows = await listInvitationRows(read, { limit, offset });
          return {
            kind: 'list',
            rows,
            page: { total: await countInvitations(read), perPage: limit, page },
            uncached: true,
          };
        },
      },
      'create-invitation': createInvitation(deps),

      // GET /octavo/v1/invitations/<id>: returns an invitation.
      /** Responds with the invitation of the user with this ID. */
      'get-invitation': { run: async (_call, row) => ({ kind: 'record', row, uncached: true }) },
      'send-invitation': sendInvitation(deps),
      'delete-invitation': deleteInvitation(deps),
    },
    presenter: presenter(deps),
    checks: userChecks(deps.users),
  });
}
