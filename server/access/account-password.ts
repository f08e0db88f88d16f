// Verifies account passwords, which screens accept and the API does not (users-and-comments.md §2.1).
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { fold } from '../rendering/fold.ts';
import type { Rank } from './login-throttle.ts';
import { normalizeUsername } from './normalize-username.ts';
import { verifyPassword } from './secrets.ts';

/** An account whose password was verified. */
export interface Account {
  readonly id: number;
  readonly login: string;
  /** Hash that the password matched. The verification is valid only while this hash is stored. */
  readonly hash: string;
}

const columns = ['id', 'login', 'email', 'password_hash'] as const;

const findByLoginStatement = statement((q, p: Slots<{ key: string }>) =>
  q.selectFrom('users').select(columns).where('login_key', '=', p.key),
);

const findByEmailStatement = statement((q, p: Slots<{ key: string }>) =>
  q.selectFrom('users').select(columns).where('email_key', '=', p.key),
);

/** Returns the account with a username or else with an email address, compared case-insensitively. */
export async function findAccount(read: ReadHandle, name: string) {
  const key = fold(normalizeUsername(name));
  return (
    (await read.first(findByLoginStatement, { key })) ??
    (name.includes('@') ? await read.first(findByEmailStatement, { key }) : undefined)
  );
}

const isHash = (text: string) => text.startsWith('$argon2id$');

/**
 * Returns the account with this username or email address and this password. Unknown names take as long as wrong passwords.
 *
 * Throws ApiError 503 `rest_too_busy` if too many attempts of the same or a lower rank are queued.
 */
export async function findByPassword(
  read: ReadHandle,
  name: string,
  password: string,
  rank: Rank,
): Promise<Account | undefined> {
  const account = await findAccount(read, name);
  const hash = account && isHash(account.password_hash) ? account.password_hash : undefined;
  const isCorrect = await verifyPassword(password, hash, rank);
  return account && hash !== undefined && isCorrect ? { id: account.id, login: account.login, hash } : undefined;
}
