// GET on the states (protocol.md §16).

import { describedStatuses } from '../../../contract/cms-v2/statuses.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Operation } from '../../http/room.ts';
import { seesStatus } from './permissions.ts';

/** Answers with the states that the caller is told of, by their names. */
export const listStatuses = (contract: Contract): Operation => ({
  async run({ actor }) {
    const shown = describedStatuses.filter((status) => seesStatus(actor, contract, status));
    return { kind: 'keyed', rows: new Map(shown.map((status) => [status.slug, status])), alwaysLinked: true };
  },
});
