// Joins the rules and operations of the spam filter.
import { type Call, type ExtensionServices, everyone, type Room } from 'octavo/extension';
import { requireKeyOrRight } from './alert.ts';
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
import { updateSettings } from './update-settings.ts';

const denials = {
  manage: { code: 'spamfilter_cannot_manage', message: 'Only administrators may manage the spam filter.' },
  see: { code: 'spamfilter_cannot_see', message: 'Only moderators may see what the spam filter tells.' },
};

export const spamfilterRoom = (services: ExtensionServices): Room => ({
  permissions: {
    everyone,
    'manage-spamfilter': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : denials.manage) },
    'see-stats': { permit: ({ actor }) => (actor.can('moderate_comments') ? undefined : denials.see) },
    'manage-alert': { load: (call: Call) => requireKeyOrRight(services, call), permit: () => undefined },
  },
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
