// The rules that the routes of states name (protocol.md §16).

import {
  describedStatuses,
  inwardStatuses,
  type Status,
  type statusPermissions,
} from '../../../contract/cms-v2/statuses.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Actor } from '../../access/actor.ts';
import type { Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { mayEditSomeType } from '../types/rules.ts';

/** Whether somebody is told of a state: everyone of a public one, of the others who writes entries of some type. */
export const seesStatus = (actor: Actor, contract: Contract, status: Status): boolean =>
  status.public || mayEditSomeType(actor, contract);

const denials = {
  list: { code: 'rest_cannot_view', message: 'You may not see states as editors do.' },
  read: { code: 'rest_cannot_read_status', message: 'You may not see this state.' },
};

/** The rules by the names that declarations use. A public state is shown to anyone in every context. */
export const statusRules = (contract: Contract): Record<(typeof statusPermissions)[number], Permission> => ({
  'list-statuses': {
    permit: ({ args, actor }) =>
      args.context === 'edit' && !mayEditSomeType(actor, contract) ? denials.list : undefined,
  },
  'read-status': {
    load: async ({ path }) => requireStatus(path.status ?? ''),
    permit: ({ actor }, status: Status | 'inward') =>
      status !== 'inward' && seesStatus(actor, contract, status) ? undefined : denials.read,
  },
});

/** The state of a name, or that the service keeps it for itself. Throws Refusal 404 `rest_status_invalid`. */
function requireStatus(name: string): Status | 'inward' {
  if (inwardStatuses.includes(name)) return 'inward';
  const status = describedStatuses.find(({ slug }) => slug === name);
  if (!status) throw new Refusal('rest_status_invalid', 404, 'There is no state of this name.');
  return status;
}
