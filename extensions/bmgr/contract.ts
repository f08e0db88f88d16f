// Declares the contract of bmgr-api/v1: one route for backups of the whole site (specification: Plugin namespaces). The specification
// declares only the parameter `id`; the operations read and validate the others.
import { optional, type Resource, Type } from 'octavo/extension';

const id = optional(
  Type.String({
    description: 'The ID of the backup. Without it, GET lists all backups and POST creates one.',
    maxLength: 80,
  }),
);

const methods = [
  ['GET', 'read-backups', 'Returns all backups, or the backup with the given ID.', [200]],
  ['POST', 'make-backup', 'Starts a backup of the whole site in the background.', [202]],
  ['PUT', 'change-backup', 'Renames a backup, or starts to restore the site from it.', [200, 202]],
  ['PATCH', 'change-backup', 'Renames a backup, or starts to restore the site from it.', [200, 202]],
  ['DELETE', 'delete-backup', 'Deletes a backup.', [200]],
] as const;

export const router: Resource = {
  title: 'backup',
  namespace: 'bmgr-api/v1',
  module: 'backups',
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
