// The link with which the first administrator of a new site is created. Only the hash of its secret is stored.
import { isEqualConstantTime } from '../access/nonces.ts';
import { keyedHash, randomSecret } from '../access/secrets.ts';
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { deleteInternalValue, findInternalValue, writeInternalValue } from '../settings/settings.ts';
import type { Clock } from '../time/zone.ts';
import { findAdministrator } from './administrator.ts';

/** Lifetime of a link, in milliseconds. */
const lifetimeMs = 3_600_000;

/** Length of the secret, in letters and digits. */
const secretLength = 43;

/** The name of the internal value that contains the current link. */
const valueName = 'setup_link';

/** The stored link. */
interface StoredLink {
  readonly hash: string;
  /** The time at which it expires, in milliseconds since 1970. */
  readonly expires: number;
}

/** The dependencies of links. */
export interface SetupLinkDeps {
  /** The secret key of the site. */
  readonly key: string;
  readonly clock: Clock;
}

const hashOf = (key: string, secret: string): string => keyedHash(key, `setup ${secret}`);

/** Replaces the link of a site, and returns the secret of the new one; undefined if the site has an administrator. */
export async function createSetupSecret(
  database: Database,
  { key, clock }: SetupLinkDeps,
): Promise<string | undefined> {
  // Without a transaction, so that a site with an administrator starts also while its database accepts no writes.
  if (await findAdministrator(database.read)) return undefined;
  return database.transaction(async (tx) => {
    await tx.lock('first start');
    if (await findAdministrator(tx)) return undefined;
    const secret = randomSecret(secretLength);
    const link: StoredLink = { hash: hashOf(key, secret), expires: clock() + lifetimeMs };
    await writeInternalValue(tx, valueName, JSON.stringify(link));
    return secret;
  });
}

/** Whether a secret is that of the current link, which has not expired. */
export async function isSetupSecret(read: ReadHandle, { key, clock }: SetupLinkDeps, secret: string): Promise<boolean> {
  const stored = await findInternalValue(read, valueName);
  if (stored === undefined) return false;
  const { hash, expires }: StoredLink = JSON.parse(stored);
  return clock() < expires && isEqualConstantTime(hashOf(key, secret), hash);
}

/** Deletes the link. */
export const deleteSetupLink = (tx: WriteHandle) => deleteInternalValue(tx, valueName);
