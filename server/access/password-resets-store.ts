// The SQL of letters that let somebody choose a new password.
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { PasswordResetsTable } from '../database/tables/sessions.ts';

const ofUser = statement((q, p: Slots<{ user: number }>) =>
  q.selectFrom('password_resets').select(['created', 'expires']).where('user_id', '=', p.user),
);

/** When the present letter of a user was written and until when it holds. */
export const findReset = (
  read: ReadHandle,
  user: number,
): Promise<Pick<PasswordResetsTable, 'created' | 'expires'> | undefined> => read.first(ofUser, { user });

const byToken = statement((q, p: Slots<{ hash: string; now: string }>) =>
  q
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id', 'u.login', 'u.email'])
    .where('r.token_hash', '=', p.hash)
    .where('r.expires', '>', p.now)
    .whereRef('r.email', '=', 'u.email'),
);

/** Whose letter the secret stood in; nobody's where the letter holds no more, or went where the user no longer is. */
export const findUserOfReset = (
  read: ReadHandle,
  hash: string,
  now: string,
): Promise<{ id: number; login: string; email: string } | undefined> => read.first(byToken, { hash, now });

const writing = statement((q, p: Slots<PasswordResetsTable>) =>
  q
    .insertInto('password_resets')
    .values({
      user_id: p.user_id,
      token_hash: p.token_hash,
      email: p.email,
      created: p.created,
      expires: p.expires,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        token_hash: p.token_hash,
        email: p.email,
        created: p.created,
        expires: p.expires,
      }),
    ),
);

/** Stores a new letter; the one before it holds no more. */
export const writeReset = (tx: WriteHandle, reset: PasswordResetsTable) => tx.run(writing, reset);

const removal = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('password_resets').where('user_id', '=', p.user),
);

/** Makes the letter of a user hold no more. */
export const removeReset = (tx: WriteHandle, user: number) => tx.run(removal, { user });
