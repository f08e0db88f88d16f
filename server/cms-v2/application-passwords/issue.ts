// Issues application passwords for requests and for the command line (users-and-comments.md §4.1, §4.2).
import { randomUUID } from 'node:crypto';
import type { Limits } from '../../access/actor.ts';
import { isLimited, noLimits } from '../../access/limits.ts';
import { requireValidCredential } from '../../access/require-valid-credential.ts';
import { keyedHash, randomSecret } from '../../access/secrets.ts';
import { ApiError } from '../../api-error.ts';
import { type AuditActor, commandLine, recordAuditEvent } from '../../audit/record-event.ts';
import { ForeignKeyViolation } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { toSingleLineText } from '../../rendering/sanitise/names.ts';
import { type Clock, now } from '../../time/zone.ts';
import { type ApplicationPasswordRow, insertApplicationPassword, lockApplicationPasswords } from './store.ts';

/** Number of letters and digits in a secret. */
const secretLength = 24;
/** Number of characters in each group of a displayed secret. */
const groupLength = 4;

/** A newly created application password. */
export interface IssuedApplicationPassword {
  readonly uuid: string;
  /** The secret in groups of four letters and digits. It cannot be returned again, because only its hash is stored. */
  readonly password: string;
  readonly row: ApplicationPasswordRow;
}

/** A request for a new application password. */
export interface ApplicationPasswordRequest {
  readonly userId: number;
  /** Name of the application. */
  readonly name: string;
  /** Identifier that the application has chosen for itself; empty if absent. */
  readonly appId?: string | undefined;
  /** None if absent. */
  readonly limits?: Limits;
  /** The command line if absent. */
  readonly auditActor?: AuditActor;
}

/**
 * Creates an application password for a user and records an audit event. Only a keyed hash of the secret is stored.
 *
 * Throws ApiError 400 `application_password_empty_name` if the name is empty or contains only tags and white space, 404
 * `rest_user_invalid_id` if the user does not exist, and 401 `rest_not_logged_in` if the session or application password of the
 * actor was revoked after the request had been authenticated.
 */
export async function issueApplicationPassword(
  { database, key, clock }: { readonly database: Database; readonly key: string; readonly clock: Clock },
  { userId, name, appId = '', limits = noLimits, auditActor = commandLine }: ApplicationPasswordRequest,
): Promise<IssuedApplicationPassword> {
  const cleanName = cleanApplicationName(name);
  if (cleanName === '')
    throw new ApiError('application_password_empty_name', 400, 'An application password needs a name.');
  const secret = randomSecret(secretLength);
  const password = formatSecret(secret);
  const columns = {
    uuid: randomUUID(),
    user_id: userId,
    app_id: appId,
    name: cleanName,
    created: now(clock),
    last_used: null,
    last_ip: null,
    expires: limits.expires,
    read_only: limits.readOnly ? 1 : 0,
    namespaces: JSON.stringify([...new Set(limits.namespaces)]),
  };
  await database
    .transaction(async (tx) => {
      await lockApplicationPasswords(tx, userId);
      await requireValidCredential(tx, auditActor.actor, now(clock));
      await insertApplicationPassword(tx, { ...columns, hash: keyedHash(key, secret) });
      const auditEvent = { action: 'application-password-created', kind: 'application-password' } as const;
      const details = { user: userId, ...(isLimited(limits) && { limits }) };
      await recordAuditEvent(tx, clock, auditActor, { ...auditEvent, id: columns.uuid, name: cleanName, details });
    })
    .catch(mapMissingUser);
  return { uuid: columns.uuid, password, row: { ...columns, secret: password } };
}

function mapMissingUser(error: unknown): never {
  if (error instanceof ForeignKeyViolation) {
    throw new ApiError('rest_user_invalid_id', 404, 'No user with this ID.');
  }
  throw error;
}

/** Returns the stored form of an application's name: one line of text without tags and without `<` (users-and-comments.md §4.2). */
export const cleanApplicationName = (text: string): string => toSingleLineText(text).replaceAll('<', '&lt;');

const formatSecret = (secret: string): string => (secret.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join(' ');
