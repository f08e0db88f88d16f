// The room of the states of entries as they are described (protocol.md §16).

import type { Status, statusFields, statusOperations } from '../../../contract/cms-v2/statuses.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { FieldMaker, Operation, Room } from '../../http/room.ts';
import { getStatus } from './get-status.ts';
import { listStatuses } from './list-statuses.ts';
import { statusRules } from './permissions.ts';

const fields: Record<keyof typeof statusFields, (status: Status) => unknown> = {
  name: (status) => status.name,
  private: (status) => status.private,
  protected: (status) => status.protected,
  public: (status) => status.public,
  queryable: (status) => status.public,
  show_in_list: (status) => status.show_in_list,
  slug: (status) => status.slug,
  date_floating: (status) => status.date_floating,
};

/** Joins the room's rules, operations and presenter. */
export function statusesRoom(contract: Contract): Room {
  const operations: Record<(typeof statusOperations)[number], Operation> = {
    'list-statuses': listStatuses(contract),
    'get-status': getStatus(),
  };
  const presenter = {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    // A list without a state is the list of what is published.
    facts: ({ slug }: Status) => ({ filter: slug === 'publish' ? '' : `?status=${slug}` }),
  };
  return { permissions: statusRules(contract), operations, presenter };
}
