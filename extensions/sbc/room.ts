// Joins the rules and operations of consent.
import { type ExtensionServices, everyone, type Room } from 'octavo/extension';
import { getConsent } from './get-consent.ts';
import { getSettings } from './get-settings.ts';
import { giveConsent } from './give-consent.ts';
import { listReceipts } from './list-receipts.ts';
import { updateSettings } from './update-settings.ts';

const denied = { code: 'sbc_cannot_manage', message: 'Only administrators may manage consent.' };

export const consentRoom = (services: ExtensionServices): Room => ({
  permissions: {
    everyone,
    'manage-consent': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : denied) },
  },
  operations: {
    'get-consent': getConsent(services),
    'give-consent': giveConsent(services),
    'list-receipts': listReceipts(services),
    'get-settings': getSettings(services),
    'update-settings': updateSettings(services),
  },
});
