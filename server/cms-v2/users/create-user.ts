// POST on the collection: a new user (users-and-comments.md §3.2, §3.5).
import { hashPassword } from '../../access/secrets.ts';
import { requireStanding } from '../../access/still-signed-in.ts';
import { noteDeed } from '../../audit/note.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { type Call, type Operation, sendsNumber } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { cutSlug, toSlug } from '../../rendering/slug.ts';
import { now } from '../../time/zone.ts';
import { changedMeta } from './meta.ts';
import type { UserParts } from './parts.ts';
import { requireUser } from './permissions.ts';
import { requireGivable, usualRole } from './roles-wish.ts';
import type { UserColumns } from './rows.ts';
import { seenTypes } from './rules.ts';
import { findUserByEmail, findUserByLogin, freeUserSlug, insertUser, longestSlug } from './store.ts';
import { filteredArgs, requireShort, storedTexts, type UserArgs } from './user-args.ts';
import { withoutRivals } from './without-rivals.ts';

/** Makes a user; answers 201 with it as those see it who may change it. */
export function createUser(parts: UserParts): Operation {
  return {
    async run(call: Call<UserArgs>) {
      if (sendsNumber(call)) throw new Refusal('rest_user_exists', 400, 'A new user cannot be given a number.');
      const roles = call.args.roles ?? [usualRole];
      requireGivable(parts.roles, call.actor, { id: 0 }, roles);
      const fixed = {
        password_hash: await hashPassword(call.args.password ?? '', `user ${call.actor.id}`),
        registered: now(parts.clock),
      };
      const args = await filteredArgs(parts.entries.texts, call);
      const id = await withoutRivals(parts.database, async (tx) => {
        await requireStanding(tx, call.actor, now(parts.clock));
        const user = { ...(await composed(tx, args)), ...fixed };
        const made = await insertUser(tx, user, roles);
        const deed = { action: 'user-created', kind: 'user', id: made, name: user.login, details: { roles } } as const;
        await noteDeed(tx, parts.clock, call, deed);
        return made;
      });
      const row = await requireUser(parts.database.read, call, id, seenTypes(parts.contract, call.actor));
      return { kind: 'record', row, status: 201, context: 'edit' };
    },
  };
}

/** Everything of a new user but its password, checked in the contract's order, nothing written yet. */
async function composed(tx: WriteHandle, args: UserArgs): Promise<Omit<UserColumns, 'password_hash' | 'registered'>> {
  const login = args.username ?? '';
  const email = args.email ?? '';
  requireShort('login', login);
  if (await findUserByLogin(tx, login)) throw new Refusal('existing_user_login', 400, 'This username is taken.');
  const wished = toSlug(args.slug ?? '');
  requireShort('slug', wished);
  requireShort('email', email);
  if (await findUserByEmail(tx, email)) throw new Refusal('existing_user_email', 400, 'This e-mail address is taken.');
  const texts = storedTexts(args, login);
  requireShort('url', texts.url);
  requireShort('name', texts.name);
  const slug = await freeUserSlug(tx, wished || cutSlug(toSlug(login), longestSlug));
  return { login, email, slug, ...texts, meta: changedMeta(args.meta, '') };
}
