// Binds the endpoints of consent to permissions and operations.
import { type ExtensionServices, type Module, publicAccess } from 'octavo/extension';
import { getConsent } from './get-consent.ts';
import { getSettings } from './get-settings.ts';
import { giveConsent } from './give-consent.ts';
import { listReceipts } from './list-receipts.ts';
import { updateSettings } from './update-settings.ts';

const forbiddenError = { code: 'sbc_cannot_manage', message: 'You are not allowed to manage consent.' };

export const consentEndpoints = (services: ExtensionServices): Module => ({
  permissions: {
    everyone: publicAccess,
    'manage-consent': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
  },
  operations: {
    'get-consent': getConsent(services),
    'give-consent': giveConsent(services),
    'list-receipts': listReceipts(services),
    'get-settings': getSettings(services),
    'update-settings': updateSettings(services),
  },
});
