// Binds the endpoints of entry statuses to their operations (protocol.md §16).

import type { Status, statusFields, statusOperations } from '../../../contract/cms-v2/statuses.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { FieldMaker, Module, Operation } from '../../http/module.ts';
import { getStatus } from './get-status.ts';
import { listStatuses } from './list-statuses.ts';
import { defineStatusPermissions } from './permissions.ts';

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

/** Binds the endpoints to their operations, permissions and presenter. */
export function statusesEndpoints(contract: Contract): Module {
  const operations: Record<(typeof statusOperations)[number], Operation> = {
    'list-statuses': listStatuses(contract),
    'get-status': getStatus(),
  };
  const presenter = {
    prepare: async () => undefined,
    fields: fields as Record<string, FieldMaker>,
    // Lists of entries without the parameter `status` contain published entries.
    facts: ({ slug }: Status) => ({ filter: slug === 'publish' ? '' : `?status=${slug}` }),
  };
  return { permissions: defineStatusPermissions(contract), operations, presenter };
}
