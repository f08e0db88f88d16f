// POST /cmsforms/v1/setup-wizard/license/verify: verifies a license and stores it if it is valid.
import { ApiError } from 'octavo/extension';
import type { LicenseState } from './license.ts';
import type { FormOperations } from './operations.ts';
import { readSettings, type Services, settingsLock } from './settings.ts';
import { presentLicense, readSiteLicense } from './site-license.ts';
import { finishStep } from './wizard.ts';

const messages: Readonly<Record<Exclude<LicenseState, 'valid'>, string>> = {
  malformed: 'The license is malformed; check that it was copied completely.',
  'unknown-issuer': 'The license is not signed by the configured issuer.',
  expired: 'The license has expired.',
  'other-site': 'The license is not valid for this site.',
};

/**
 * Stores a valid license. The response is that of `license/key`. An invalid license does not replace the stored one.
 *
 * Throws ApiError 409 `cmsforms_license_no_issuer` if no public key is set, 400 `cmsforms_license_malformed`,
 * `cmsforms_license_unknown_issuer`, `cmsforms_license_expired`, `cmsforms_license_other_site`.
 */
export const verifyLicense = (services: Services): FormOperations['verify-license'] => ({
  async run(call) {
    const key = call.args.key.trim();
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      const settings = await readSettings(services, tx);
      if (settings.license_public_key === '')
        throw new ApiError(
          'cmsforms_license_no_issuer',
          409,
          'No issuer is configured. Set the public key of the issuer in the step “license” of the setup wizard first.',
        );
      const { state } = readSiteLicense(services, settings, key);
      if (state !== 'valid') throw new ApiError(`cmsforms_license_${state.replace('-', '_')}`, 400, messages[state]);
      await finishStep(services, tx, settings, 'license', { license_key: key });
      await services.recordSettingsChange(tx, call, ['license_key']);
    });
    return { kind: 'value', value: presentLicense(services, await readSettings(services)) };
  },
});
