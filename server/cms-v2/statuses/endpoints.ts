// Implements the endpoints of entry statuses (protocol.md §16).
import {
  describedStatuses,
  internalStatuses,
  type Status,
  type StatusEndpoints,
  statusesModule,
  type statusFields,
} from '../../../contract/cms-v2/statuses.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { canEditSomeType } from '../types/conditions.ts';

/** The targets of the permissions. */
type StatusTargets = { 'read-status': Status | 'internal' };

/**
 * Whether the actor may view a status. Public statuses are visible to everyone, the others to users who may edit entries of any
 * type.
 */
const canSeeStatus = (actor: Actor, contract: Contract, status: Status): boolean =>
  status.public || canEditSomeType(actor, contract);

const forbiddenErrors = {
  list: { code: 'rest_cannot_view', message: 'You are not allowed to view statuses in the edit context.' },
  read: { code: 'rest_cannot_read_status', message: 'You are not allowed to view this status.' },
};

/** Returns the permissions of statuses, keyed by their names in the contract. Public statuses may be read in every context. */
const defineStatusPermissions = (contract: Contract): Permissions<StatusEndpoints, StatusTargets> => ({
  'list-statuses': {
    permit: ({ args, actor }) =>
      args.context === 'edit' && !canEditSomeType(actor, contract) ? forbiddenErrors.list : undefined,
  },
  'read-status': {
    load: async ({ path }) => requireStatus(path.status ?? ''),
    permit: ({ actor }, status) =>
      status !== 'internal' && canSeeStatus(actor, contract, status) ? undefined : forbiddenErrors.read,
  },
});

/**
 * Returns the status with this name, or `internal` if it is an internal status. Throws ApiError 404 `rest_status_invalid` if
 * there is none.
 */
function requireStatus(name: string): Status | 'internal' {
  if (internalStatuses.includes(name)) return 'internal';
  const status = describedStatuses.find(({ slug }) => slug === name);
  if (!status) throw new ApiError('rest_status_invalid', 404, 'No status with this name.');
  return status;
}

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
    operations: {
      // GET /cms/v2/statuses: lists the statuses (protocol.md §16).
      /** Responds with the statuses that the caller may view, keyed by name. */
      'list-statuses': {
        async run({ actor }) {
          const visible = describedStatuses.filter((status) => canSeeStatus(actor, contract, status));
          return { kind: 'keyed', rows: new Map(visible.map((status) => [status.slug, status])), alwaysLinked: true };
        },
      },

      // GET /cms/v2/statuses/<status>: returns a status (protocol.md §16).
      /**
       * Responds with the status that the permission has loaded. Links are included even if `_fields` does not request them.
       */
      'get-status': {
        async run({ actor }, row) {
          if (row === 'internal') throw permissionApiError(forbiddenErrors.read, actor);
          return { kind: 'record', row, alwaysLinked: true };
        },
      },
    },
    presenter,
  });
}
