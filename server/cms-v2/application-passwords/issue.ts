// Making application passwords, for requests and for the command line alike (users-and-comments.md §4.1, §4.2).
import { randomUUID } from 'node:crypto';
import type { Limits } from '../../access/actor.ts';
import { isLimited, noLimits } from '../../access/limits.ts';
import { keyedHash, randomSecret } from '../../access/secrets.ts';
import { requireStanding } from '../../access/still-signed-in.ts';
import { commandLine, type Doer, noteDeed } from '../../audit/note.ts';
import { ForeignKeyViolation } from '../../database/errors.ts';
import type { Database } from '../../database/handle.ts';
import { Refusal } from '../../refusal.ts';
import { plainText } from '../../rendering/sanitise/names.ts';
import { type Clock, now } from '../../time/zone.ts';
import { type ApplicationPasswordRow, claimApplicationPasswords, insertApplicationPassword } from './store.ts';

/** How many letters and digits a secret has, and how many of them stand together when it is shown. */
const secretLength = 24;
const groupLength = 4;

/** An application password that has just been made. */
export interface IssuedApplicationPassword {
  readonly uuid: string;
  /** The secret as people read it: groups of four letters and digits. It is told here and never again. */
  readonly password: string;
  readonly row: ApplicationPasswordRow;
}

/**
 * Makes an application password for a user, limited or not; only a keyed hash of its secret is stored. Who makes it is noted in
 * the audit log.
 *
 * Throws Refusal 400 `application_password_empty_name` where nothing is left of the name but tags and blanks, 404
 * `rest_user_invalid_id` where there is no such user, 401 `rest_not_logged_in` where the doer's own session or application
 * password was revoked meanwhile.
 */
export async function issueApplicationPassword(
  database: Database,
  key: string,
  userId: number,
  name: string,
  clock: Clock,
  appId = '',
  { limits = noLimits, doer = commandLine }: { readonly limits?: Limits; readonly doer?: Doer } = {},
): Promise<IssuedApplicationPassword> {
  const called = applicationName(name);
  if (called === '') throw new Refusal('application_password_empty_name', 400, 'An application password needs a name.');
  const secret = randomSecret(secretLength);
  const password = grouped(secret);
  const made = {
    uuid: randomUUID(),
    user_id: userId,
    app_id: appId,
    name: called,
    created: now(clock),
    last_used: null,
    last_ip: null,
    expires: limits.expires,
    read_only: limits.readOnly ? 1 : 0,
    namespaces: JSON.stringify([...new Set(limits.namespaces)]),
  };
  await database
    .transaction(async (tx) => {
      await claimApplicationPasswords(tx, userId);
      await requireStanding(tx, doer.actor, now(clock));
      await insertApplicationPassword(tx, { ...made, hash: keyedHash(key, secret) });
      const deed = { action: 'application-password-created', kind: 'application-password' } as const;
      const details = { user: userId, ...(isLimited(limits) && { limits }) };
      await noteDeed(tx, clock, doer, { ...deed, id: made.uuid, name: called, details });
    })
    .catch(refuseWithoutUser);
  return { uuid: made.uuid, password, row: { ...made, secret: password } };
}

function refuseWithoutUser(error: unknown): never {
  if (error instanceof ForeignKeyViolation) {
    throw new Refusal('rest_user_invalid_id', 404, 'There is no user of this number.');
  }
  throw error;
}

/** What an application is called: one line of text, no tag in it, no sign that could begin one (users-and-comments.md §4.2). */
export const applicationName = (text: string): string => plainText(text).replaceAll('<', '&lt;');

const grouped = (secret: string): string => (secret.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join(' ');
