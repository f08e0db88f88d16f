// What bmgr-api/v1 promises: one route for backups of the whole site (specification: Plugin namespaces). The specification
// declares `id` alone; what else is sent is read by the operations.
import { optional, type Resource, Type } from 'octavo/extension';

const id = optional(Type.String({ description: 'The backup; without it all of them, or a new one.', maxLength: 80 }));

const methods = [
  ['GET', 'read-backups', 'Returns all backups, or one.', [200]],
  ['POST', 'make-backup', 'Begins a backup of the whole site, which goes on in the background.', [202]],
  ['PUT', 'change-backup', 'Gives a backup another name, or begins to restore the site from it.', [200, 202]],
  ['PATCH', 'change-backup', 'Gives a backup another name, or begins to restore the site from it.', [200, 202]],
  ['DELETE', 'delete-backup', 'Deletes a backup.', [200]],
] as const;

export const router: Resource = {
  title: 'backup',
  namespace: 'bmgr-api/v1',
  room: 'backups',
  fields: {},
  links: [],
  routes: [
    {
      path: '/bmgr-api/v1/router',
      parameters: {},
      endpoints: methods.map(([method, operation, description, statuses]) => ({
        methods: [method],
        operation,
        description,
        statuses,
        refuses: [409],
        permission: 'manage-backups',
        parameters: { id },
      })),
    },
  ],
};
