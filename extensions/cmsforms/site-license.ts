// Reads and presents the license of the site.
import type { ExtensionServices } from 'octavo/extension';
import { type License, maskKey, readLicense } from './license.ts';
import type { FormSettings } from './settings.ts';

/** Verifies a license key for this site, and returns the license with its current state. */
export const readSiteLicense = (
  { site, clock }: Pick<ExtensionServices, 'site' | 'clock'>,
  { license_public_key: publicKey }: Pick<FormSettings, 'license_public_key'>,
  key: string,
): License => readLicense(key, { publicKey, host: new URL(site.home).hostname, now: clock() });

/** Returns the stored license for responses, with a masked key. */
export function presentLicense(services: ExtensionServices, settings: FormSettings) {
  const { license_key: key } = settings;
  if (key === '') return { key: '', state: 'none', claims: null };
  const { state, claims = null } = readSiteLicense(services, settings, key);
  return { key: maskKey(key), state, claims };
}
