// Issues and verifies the tokens of downloads. A browser downloads a file without the headers of a request to the API, so that the URL has to
// grant access by itself, for a short time.
import { findRolesOf } from '../../access/credentials.ts';
import { seal, unseal } from '../../access/sealed.ts';
import { keyedHash } from '../../access/secrets.ts';
import { findPasswordHash } from '../../access/sessions-store.ts';
import { type BackupsDeps, manageBackups } from './deps.ts';

/** Lifetime of a token, in milliseconds. A download that has begun continues after it; to resume it, a new token is needed. */
const lifetimeMs = 15 * 60_000;

/** The content of a token. */
interface DownloadGrant {
  /** The ID of the backup. */
  readonly backup: string;
  /** The ID of the user for whom it was issued. */
  readonly user: number;
  /** Identifies the password of the user, without revealing its hash. */
  readonly password: string;
}

type Deps = Pick<BackupsDeps, 'storage' | 'roles'>;

/** The key of the tokens. It differs from that of other signed values, so that they cannot be used as tokens. */
const keyOf = ({ storage }: Deps): string => keyedHash(storage.key, 'downloads of backups');

const fingerprintOf = (deps: Deps, hash: string): string => keyedHash(keyOf(deps), hash).slice(0, 32);

/**
 * Returns a token for the download of a backup, and its expiry in milliseconds since 1970. `hash` is the stored hash of the user's password.
 * The token is signed, so nothing is stored.
 */
export function issueDownloadToken(
  deps: Deps,
  { backup, user, hash }: { readonly backup: string; readonly user: number; readonly hash: string },
): { readonly token: string; readonly expires: number } {
  const expires = deps.storage.clock() + lifetimeMs;
  const grant: DownloadGrant = { backup, user, password: fingerprintOf(deps, hash) };
  return { token: seal(keyOf(deps), grant, expires), expires };
}

/**
 * Returns the ID of the user for whom a token was issued; undefined if the token is invalid, has expired or is for another backup, and if
 * the user's password has changed or the user may no longer manage backups.
 */
export async function findDownloadUser(deps: Deps, backup: string, token: string): Promise<number | undefined> {
  const { roles, storage } = deps;
  const grant = unseal(keyOf(deps), token, storage.clock()) as DownloadGrant | undefined;
  if (grant?.backup !== backup) return undefined;
  const hash = await findPasswordHash(storage.database.primary, grant.user);
  if (hash === undefined || fingerprintOf(deps, hash) !== grant.password) return undefined;
  const capabilities = roles.capabilitiesOf(await findRolesOf(storage.database.primary, grant.user));
  return capabilities.has(manageBackups) ? grant.user : undefined;
}
