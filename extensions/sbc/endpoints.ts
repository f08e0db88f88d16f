// Implements the endpoints of consent.
import { implement, type Module, type Permissions } from 'octavo/extension';
import { type ConsentEndpoints, consentModule } from './contract.ts';
import { getConsent } from './get-consent.ts';
import { getSettings } from './get-settings.ts';
import { giveConsent } from './give-consent.ts';
import { listReceipts } from './list-receipts.ts';
import type { Services } from './settings.ts';
import { updateSettings } from './update-settings.ts';

const forbiddenError = { code: 'sbc_cannot_manage', message: 'You are not allowed to manage consent.' };

const permissions: Permissions<ConsentEndpoints> = {
  'manage-consent': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

export const consentEndpoints = (services: Services): Module =>
  implement(consentModule, {
    permissions,
    operations: {
      'get-consent': getConsent(services),
      'give-consent': giveConsent(services),
      'list-receipts': listReceipts(services),
      'get-settings': getSettings(services),
      'update-settings': updateSettings(services),
    },
  });
