// Implements the endpoints of the spam filter.
import { implement, type Module, type Permissions } from 'octavo/extension';
import { requireKeyOrAdministrator } from './alert.ts';
import { type SpamfilterEndpoints, spamfilterModule } from './contract.ts';
import { countApproved } from './count-approved.ts';
import { deleteAlert } from './delete-alert.ts';
import { deleteKey } from './delete-key.ts';
import { getAlert } from './get-alert.ts';
import { getKey } from './get-key.ts';
import { getSettings } from './get-settings.ts';
import { getStats } from './get-stats.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { setAlert } from './set-alert.ts';
import { setKey } from './set-key.ts';
import type { Services } from './settings.ts';
import { updateSettings } from './update-settings.ts';

const forbiddenErrors = {
  manage: { code: 'spamfilter_cannot_manage', message: 'You are not allowed to manage the spam filter.' },
  see: { code: 'spamfilter_cannot_see', message: 'You are not allowed to view the statistics of the spam filter.' },
};

const makePermissions = (services: Services): Permissions<SpamfilterEndpoints> => ({
  'manage-spamfilter': {
    permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenErrors.manage),
  },
  'see-stats': { permit: ({ actor }) => (actor.can('moderate_comments') ? undefined : forbiddenErrors.see) },
  'manage-alert': { load: (call) => requireKeyOrAdministrator(services, call), permit: () => undefined },
});

export const spamfilterEndpoints = (services: Services): Module =>
  implement(spamfilterModule, {
    permissions: makePermissions(services),
    operations: {
      'get-key': getKey(services),
      'set-key': setKey(services),
      'delete-key': deleteKey(services),
      'get-settings': getSettings(services),
      'update-settings': updateSettings(services),
      'get-stats': getStats(services),
      'get-alert': getAlert(services),
      'set-alert': setAlert(services),
      'delete-alert': deleteAlert(services),
      'receive-webhook': receiveWebhook(services),
      'count-approved': countApproved(services),
    },
  });
