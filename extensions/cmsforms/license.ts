// Stores the license key of the site, which the specified routes set and return. No feature requires a license, and no issuer signs
// licenses, so that keys are stored without verification.
import type { FormOperations } from './operations.ts';
import { readSettings, type Services, settingsLock } from './settings.ts';
import { invalid } from './submitted-values.ts';
import { finishStep, presentLicense } from './wizard.ts';

/** Maximum length of a license key, in characters. */
const maxKeyLength = 4000;

/** GET /cmsforms/v1/setup-wizard/license/key: responds with the masked license key and its state. */
export const getLicense = (services: Services): FormOperations['get-license'] => ({
  run: async () => ({ kind: 'value', value: presentLicense(await readSettings(services)) }),
});

/**
 * POST /cmsforms/v1/setup-wizard/license/verify: stores a license key and marks the step as completed. The response is that of
 * `license/key`. Throws ApiError 400 `rest_invalid_param` if the key is not a line of 8 to 4000 characters.
 */
export const verifyLicense = (services: Services): FormOperations['verify-license'] => ({
  async run(call) {
    const license_key = call.args.key.trim();
    if (!/^[^\p{Cc}\p{Cs}]{8,}$/u.test(license_key) || license_key.length > maxKeyLength)
      throw invalid({ key: `key must be a single line of 8 to ${maxKeyLength} characters.` });
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      await finishStep(services, tx, await readSettings(services, tx), 'license', { license_key });
      await services.recordSettingsChange(tx, call, ['license_key']);
    });
    return { kind: 'value', value: presentLicense({ license_key }) };
  },
});
