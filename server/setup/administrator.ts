// Creates the first administrator of a site.
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import { moveAuthorship } from '../cms-v2/entries/authorship-store.ts';
import { findFreeUserSlug, insertUser } from '../cms-v2/users/store.ts';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { findFirstUserWithRole, type Owner } from '../import/users-store.ts';
import { toSlug } from '../rendering/slug.ts';
import { writeSetting } from '../settings/settings.ts';
import { type Clock, now } from '../time/zone.ts';

/** The author of the content of a site that has no administrator yet. */
const noAuthor = 0;

/** Returns the administrator with the lowest ID; undefined if the site has none. */
export const findAdministrator = (read: ReadHandle): Promise<Owner | undefined> =>
  findFirstUserWithRole(read, 'administrator');

/** The first administrator to create. The names and the email address are not taken. */
interface NewAdministrator {
  readonly login: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Creates the first administrator of a site, who becomes the author of the content that has none and whose email address becomes that of
 * the site. The caller has locked `users` and has checked that there is no administrator.
 */
export async function createAdministrator(
  tx: WriteHandle,
  clock: Clock,
  { login, email, passwordHash }: NewAdministrator,
  auditActor: AuditActor,
): Promise<Owner> {
  const user = {
    login,
    email,
    name: login,
    first_name: '',
    last_name: '',
    nickname: login,
    slug: await findFreeUserSlug(tx, toSlug(login)),
    password_hash: passwordHash,
    registered: now(clock),
    meta: '{}',
  };
  await writeSetting(tx, 'email', email);
  const id = await insertUser(tx, user, ['administrator']);
  await moveAuthorship(tx, noAuthor, id);
  await recordAuditEvent(tx, clock, auditActor, {
    ...{ action: 'user-created', kind: 'user', id, name: login, details: { roles: ['administrator'] } },
  });
  return { id, login };
}
