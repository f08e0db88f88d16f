// POST license/verify: a licence is looked at, and held from then on if it is right.
import { type Call, type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { licenseHere, shownLicense } from './held-license.ts';
import type { LicenseState } from './license.ts';
import { readSettings, settingsLock } from './settings.ts';
import { finishStep } from './wizard.ts';

const sentences: Readonly<Record<Exclude<LicenseState, 'valid'>, string>> = {
  malformed: 'This is no licence; look whether all of it was copied.',
  'unknown-issuer': 'This licence is not signed by the issuer whose public key is set.',
  expired: 'This licence is over.',
  'other-site': 'This licence is for another site.',
};

/**
 * Holds a licence that is right, and answers as `license/key` does. One that was held before stays where this one is wrong.
 *
 * Throws Refusal 409 `cmsforms_license_no_issuer` where no public key is set, 400 `cmsforms_license_malformed`,
 * `cmsforms_license_unknown_issuer`, `cmsforms_license_expired`, `cmsforms_license_other_site`.
 */
export const verifyLicense = (services: ExtensionServices): Operation => ({
  async run(call: Call<{ key: string }>) {
    const key = call.args.key.trim();
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      const settings = await readSettings(services, tx);
      if (settings.license_public_key === '')
        throw new Refusal(
          'cmsforms_license_no_issuer',
          409,
          'Set the public key of the issuer first, in the step license.',
        );
      const { state } = licenseHere(services, settings, key);
      if (state !== 'valid') throw new Refusal(`cmsforms_license_${state.replace('-', '_')}`, 400, sentences[state]);
      await finishStep(services, tx, settings, 'license', { license_key: key });
      await services.noteSettings(tx, call, ['license_key']);
    });
    return { kind: 'value', value: shownLicense(services, await readSettings(services)) };
  },
});
