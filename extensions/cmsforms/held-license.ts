// The licence that the site holds.
import type { ExtensionServices } from 'octavo/extension';
import { type License, maskedKey, readLicense } from './license.ts';
import type { FormSettings } from './settings.ts';

/** How a licence stands with this site now. */
export const licenseHere = (
  { site, clock }: Pick<ExtensionServices, 'site' | 'clock'>,
  { license_public_key: publicKey }: Pick<FormSettings, 'license_public_key'>,
  key: string,
): License => readLicense(key, { publicKey, host: new URL(site.home).hostname, now: clock() });

/** The licence that is held, without what others could use of it. */
export function shownLicense(services: ExtensionServices, settings: FormSettings) {
  const { license_key: key } = settings;
  if (key === '') return { key: '', state: 'none', claims: null };
  const { state, claims = null } = licenseHere(services, settings, key);
  return { key: maskedKey(key), state, claims };
}
