// POST, PUT, PATCH on an item or on oneself: what is sent changes, the rest stays (users-and-comments.md §3.2, §3.5).
import type { Actor } from '../../access/actor.ts';
import { hashPassword } from '../../access/secrets.ts';
import { requireStanding } from '../../access/still-signed-in.ts';
import { type Deed, noteDeed } from '../../audit/note.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { toSlug } from '../../rendering/slug.ts';
import { now } from '../../time/zone.ts';
import { changedMeta } from './meta.ts';
import type { UserParts } from './parts.ts';
import { requireUser } from './permissions.ts';
import { findRoles, writeRoles } from './roles-store.ts';
import { requireAdministratorLeft, requireGivable } from './roles-wish.ts';
import type { UserRow } from './rows.ts';
import { seenTypes } from './rules.ts';
import {
  type ChangedColumns,
  findIdsOfSlugs,
  findUserByEmail,
  freeUserSlug,
  writePasswordHash,
  writeUser,
} from './store.ts';
import { tellOfNewAddress, tellOfNewPassword } from './tell-of-change.ts';
import { filteredArgs, requireShort, storedTexts, type UserArgs } from './user-args.ts';
import { withoutRivals } from './without-rivals.ts';

/** Changes a user; answers with it as those see it who may change it. */
export function updateUser(parts: UserParts): Operation {
  const telling = { ...parts.entries, told: parts.told };
  return {
    async run(call: Call<UserArgs>, subject: UserRow) {
      const args = await filteredArgs(parts.entries.texts, call);
      const types = seenTypes(parts.contract, call.actor);
      const hash = args.password === undefined ? undefined : await hashPassword(args.password, `user ${call.actor.id}`);
      await withoutRivals(parts.database, async (tx) => {
        const before = await requireUser(tx, call, subject.id, types);
        await call.requireMatch();
        if (hash !== undefined) await requireStanding(tx, call.actor, now(parts.clock));
        await requireOwnWords(tx, args, before);
        const held = args.roles ? await requireRoles(tx, parts, call, before.id, args.roles) : [];
        const after = await composed(tx, args, before);
        await writeUser(tx, before.id, after);
        if (args.roles) await writeRoles(tx, before.id, args.roles);
        if (hash !== undefined) {
          await writePasswordHash(tx, before.id, hash, sessionOf(call.actor));
          await tellOfNewPassword(tx, telling, before);
        }
        if (after.email !== before.email) await tellOfNewAddress(tx, telling, before);
        for (const deed of deedsOf(args, held, after.email !== before.email))
          await noteDeed(tx, parts.clock, call, { ...deed, kind: 'user', id: before.id, name: before.login });
      });
      return { kind: 'record', row: await requireUser(parts.database.read, call, subject.id, types), context: 'edit' };
    },
  };
}

/** The session in which somebody changes a password stays; an application password leaves none. */
const sessionOf = ({ credential }: Actor): string | undefined =>
  credential.kind === 'session' ? credential.id : undefined;

/** What names a user must not be another's, and its username stays. */
async function requireOwnWords(read: ReadHandle, { email, username, slug }: UserArgs, before: UserRow): Promise<void> {
  const owner = email === undefined ? undefined : await findUserByEmail(read, email);
  if (owner && owner.id !== before.id)
    throw new Refusal('rest_user_invalid_email', 400, 'This e-mail address is taken.');
  if (username !== undefined && username !== before.login) {
    throw new Refusal('rest_user_invalid_argument', 400, 'The username of a user cannot be changed.');
  }
  const wished = toSlug(slug ?? '');
  const [holder] = wished === '' ? [] : await findIdsOfSlugs(read, [wished]);
  if (holder && holder.id !== before.id) throw new Refusal('rest_user_invalid_slug', 400, 'This slug is taken.');
}

/** What of a change is noted: that roles are others, from which to which; that address and password are, and not what they are. */
function deedsOf(args: UserArgs, held: readonly string[], hasNewEmail: boolean): Pick<Deed, 'action' | 'details'>[] {
  const roles = [...new Set(args.roles ?? held)];
  const deeds: Pick<Deed, 'action' | 'details'>[] = [];
  if (roles.join() !== held.join()) deeds.push({ action: 'user-roles-changed', details: { from: held, to: roles } });
  if (hasNewEmail) deeds.push({ action: 'user-email-changed' });
  if (args.password !== undefined) deeds.push({ action: 'user-password-changed' });
  return deeds;
}

/** The roles that the user has now. Throws Refusal where it cannot be given the wanted ones. */
async function requireRoles(
  read: ReadHandle,
  parts: UserParts,
  { actor }: Pick<Call, 'actor'>,
  id: number,
  wanted: readonly string[],
): Promise<readonly string[]> {
  requireGivable(parts.roles, actor, { id }, wanted);
  const held = (await findRoles(read, [id])).get(id) ?? [];
  await requireAdministratorLeft(read, held, wanted, id);
  return held;
}

/** The user that results, nothing written yet. An emptied slug is made anew from the username. */
async function composed(tx: WriteHandle, args: UserArgs, before: UserRow): Promise<ChangedColumns> {
  const texts = storedTexts(args, before.login, before);
  const email = args.email ?? before.email;
  const wished = args.slug === undefined ? before.slug : toSlug(args.slug);
  if (args.slug !== undefined) requireShort('slug', wished);
  if (args.email !== undefined) requireShort('email', email);
  if (args.url !== undefined) requireShort('url', texts.url);
  if (args.name !== undefined) requireShort('name', texts.name);
  const slug = wished || (await freeUserSlug(tx, toSlug(before.login), before.id));
  return { ...texts, email, slug, meta: changedMeta(args.meta, before.meta) };
}
