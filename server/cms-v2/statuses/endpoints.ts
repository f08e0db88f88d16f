// Binds the endpoints of entry statuses to their operations (protocol.md §16).

import { type Status, statusesModule, type statusFields } from '../../../contract/cms-v2/statuses.ts';
import type { Contract } from '../../../contract/contract.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { getStatus } from './get-status.ts';
import { listStatuses } from './list-statuses.ts';
import { defineStatusPermissions } from './permissions.ts';

const presenter: Presenter<typeof statusFields, Status, undefined> = {
  prepare: async () => undefined,
  fields: {
    name: (status) => status.name,
    private: (status) => status.private,
    protected: (status) => status.protected,
    public: (status) => status.public,
    queryable: (status) => status.public,
    show_in_list: (status) => status.show_in_list,
    slug: (status) => status.slug,
    date_floating: (status) => status.date_floating,
  },
  // Lists of entries without the parameter `status` contain published entries.
  facts: ({ slug }) => ({ filter: slug === 'publish' ? '' : `?status=${slug}` }),
};

/** Returns the module of statuses. */
export function statusesEndpoints(contract: Contract): Module {
  return implement(statusesModule, {
    permissions: defineStatusPermissions(contract),
    operations: { 'list-statuses': listStatuses(contract), 'get-status': getStatus() },
    presenter,
  });
}
