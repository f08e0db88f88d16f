// Signing in with the password of an account, which pages take and the API never does (users-and-comments.md §2.1).
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { fold } from '../rendering/fold.ts';
import { accountName } from './account-name.ts';
import type { Rank } from './guessing.ts';
import { verifyPassword } from './secrets.ts';

/** Whose account it is. */
export interface Account {
  readonly id: number;
  readonly login: string;
  /** The hash that the password was found to fit: what follows from it holds as long as this one is stored. */
  readonly hash: string;
}

const columns = ['id', 'login', 'email', 'password_hash'] as const;

const byLogin = statement((q, p: Slots<{ key: string }>) =>
  q.selectFrom('users').select(columns).where('login_key', '=', p.key),
);

const byEmail = statement((q, p: Slots<{ key: string }>) =>
  q.selectFrom('users').select(columns).where('email_key', '=', p.key),
);

/** The account of a login name or, where there is none, of an e-mail address; upper and lower case aside. */
export async function findAccount(read: ReadHandle, name: string) {
  const key = fold(accountName(name));
  return (await read.first(byLogin, { key })) ?? (name.includes('@') ? await read.first(byEmail, { key }) : undefined);
}

const isHash = (text: string) => text.startsWith('$argon2id$');

/**
 * The account that has this name and this password. For a name that nobody has it takes as long to say so.
 *
 * Throws Refusal 503 `rest_too_busy` where too many tries of this rank or a lower one wait.
 */
export async function findByPassword(
  read: ReadHandle,
  name: string,
  password: string,
  rank: Rank,
): Promise<Account | undefined> {
  const account = await findAccount(read, name);
  const hash = account && isHash(account.password_hash) ? account.password_hash : undefined;
  const fits = await verifyPassword(password, hash, rank);
  return account && hash !== undefined && fits ? { id: account.id, login: account.login, hash } : undefined;
}
