// GET /cms/v2/statuses: lists the statuses (protocol.md §16).

import { describedStatuses } from '../../../contract/cms-v2/statuses.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { StatusOperations } from './operations.ts';
import { canSeeStatus } from './permissions.ts';

/** Responds with the statuses that the caller may view, keyed by name. */
export const listStatuses = (contract: Contract): StatusOperations['list-statuses'] => ({
  async run({ actor }) {
    const visible = describedStatuses.filter((status) => canSeeStatus(actor, contract, status));
    return { kind: 'keyed', rows: new Map(visible.map((status) => [status.slug, status])), alwaysLinked: true };
  },
});
