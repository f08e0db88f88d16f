// What bmgr-api/v1 promises: one route for backups of the whole site (specification: Plugin namespaces). The specification
// declares `id` alone; what else is sent is read by the operations.
import { optional, type Resource, Type } from 'octavo/extension';

const id = optional(Type.String({ description: 'The backup; without it all of them, or a new one.', maxLength: 80 }));

const methods = [
  ['GET', 'read-backups'],
  ['POST', 'make-backup'],
  ['PUT', 'change-backup'],
  ['PATCH', 'change-backup'],
  ['DELETE', 'delete-backup'],
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
      endpoints: methods.map(([method, operation]) => ({
        methods: [method],
        operation,
        permission: 'manage-backups',
        parameters: { id },
      })),
    },
  ],
};
