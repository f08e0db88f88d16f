// POST license/verify: verifies a licence and stores it if it is valid.
import { ApiError, type Call, type ExtensionServices, type Operation } from 'octavo/extension';
import type { LicenseState } from './license.ts';
import { readSettings, settingsLock } from './settings.ts';
import { presentLicense, readSiteLicense } from './site-license.ts';
import { finishStep } from './wizard.ts';

const messages: Readonly<Record<Exclude<LicenseState, 'valid'>, string>> = {
  malformed: 'Malformed licence; check that it was copied completely.',
  'unknown-issuer': 'The licence is not signed by the configured issuer.',
  expired: 'The licence has expired.',
  'other-site': 'The licence is not valid for this site.',
};

/**
 * Stores a valid licence and responds like `license/key`. An invalid one does not replace the stored licence.
 *
 * Throws ApiError 409 `cmsforms_license_no_issuer` if no public key is set, 400 `cmsforms_license_malformed`,
 * `cmsforms_license_unknown_issuer`, `cmsforms_license_expired`, `cmsforms_license_other_site`.
 */
export const verifyLicense = (services: ExtensionServices): Operation => ({
  async run(call: Call<{ key: string }>) {
    const key = call.args.key.trim();
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      const settings = await readSettings(services, tx);
      if (settings.license_public_key === '')
        throw new ApiError(
          'cmsforms_license_no_issuer',
          409,
          'No issuer is configured; set its public key in the step license first.',
        );
      const { state } = readSiteLicense(services, settings, key);
      if (state !== 'valid') throw new ApiError(`cmsforms_license_${state.replace('-', '_')}`, 400, messages[state]);
      await finishStep(services, tx, settings, 'license', { license_key: key });
      await services.recordSettingsChange(tx, call, ['license_key']);
    });
    return { kind: 'value', value: presentLicense(services, await readSettings(services)) };
  },
});
