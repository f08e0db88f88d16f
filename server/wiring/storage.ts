// Opens what the service reads once from the storage: the settings of the site and its secret key.
import { randomSecret } from '../access/secrets.ts';
import type { Database } from '../database/handle.ts';
import { getOrCreateInternalValue, openSettings, type Settings } from '../settings/settings.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';

/** The storage of a site. */
export interface Storage {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Secret key of the site's HMACs. */
  readonly key: string;
}

/** Opens the storage on a database whose schema is up to date. Creates the secret key of a new site. */
export async function openStorage({ database, site, clock }: Omit<Storage, 'settings' | 'key'>): Promise<Storage> {
  const settings = await openSettings(database);
  const key = await getOrCreateInternalValue(database, 'secret_key', () => randomSecret(64));
  return { database, site, clock, settings, key };
}
