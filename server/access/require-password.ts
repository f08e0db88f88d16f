// Asks signed-in callers for the password of their account again, before operations that must not be possible with a stolen session.
import { ApiError } from '../api-error.ts';
import type { ReadHandle } from '../database/handle.ts';
import { type Account, findByPassword } from './account-password.ts';
import type { Actor } from './actor.ts';
import type { LoginThrottle } from './login-throttle.ts';

/** Dependencies of the verification. */
export interface RequirePasswordDeps {
  readonly read: ReadHandle;
  readonly loginThrottle: LoginThrottle;
}

/** The caller; `from` is the IP address of the client. A `Call` has these properties. */
export interface PasswordCaller {
  readonly actor: Pick<Actor, 'id' | 'login'>;
  readonly from: string;
}

/**
 * Returns the account of the caller if the password is that of the account. Attempts are throttled and recorded like those of signing in,
 * and count together with them.
 *
 * Throws ApiError 403 `rest_incorrect_password`, 429 `rest_too_many_failed_attempts`, and 503 `rest_too_busy` if too many passwords are
 * being checked.
 */
export async function requirePassword(
  { read, loginThrottle }: RequirePasswordDeps,
  { actor, from }: PasswordCaller,
  password: string,
): Promise<Account> {
  const attempt = { from, account: actor.login, secret: 'password' } as const;
  const account = await loginThrottle
    .guard(attempt, (rank) => findOwnAccount(read, actor, password, rank))
    .catch((error: unknown) => {
      throw error instanceof ApiError ? withoutCredentialHeader(error) : error;
    });
  if (account) return account;
  // Not 401: the credentials of the request are valid.
  throw new ApiError('rest_incorrect_password', 403, 'The password is incorrect.', { uncached: true });
}

async function findOwnAccount(
  read: ReadHandle,
  { id, login }: PasswordCaller['actor'],
  password: string,
  rank: number,
): Promise<Account | undefined> {
  const account = await findByPassword(read, login, password, rank);
  return account?.id === id ? account : undefined;
}

/** Returns the error without the header that reports rejected credentials, because those of the request were accepted. */
function withoutCredentialHeader({ code, status, message, options }: ApiError): ApiError {
  const { headers: _headers, ...rest } = options;
  return new ApiError(code, status, message, rest);
}
