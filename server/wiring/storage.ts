// Opens what the service reads once from the storage: the settings of the site and its secret key.
import { randomSecret } from '../access/secrets.ts';
import { getOrCreateInternalValue, openSettings, type SiteStorage, secretKeyName } from '../settings/settings.ts';

/** Opens the storage on a database whose schema is up to date. Creates the secret key of a new site. */
export async function openStorage(opened: Pick<SiteStorage, 'database' | 'site' | 'clock'>): Promise<SiteStorage> {
  const { database, site, clock } = opened;
  const key = await getOrCreateInternalValue(database, secretKeyName, () => randomSecret(64));
  // Afterwards, so that the settings are those of the site with this key.
  const settings = await openSettings(database, key);
  return { database, site, clock, settings, key };
}
