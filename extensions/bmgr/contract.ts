// Declares the contract of bmgr-api/v1: one route for backups of the whole site (specification: Plugin namespaces). The specification
// declares only the parameter `id`; the operations read and validate the others.
import {
  declareEndpoints,
  type ModuleDeclaration,
  type Operations,
  optional,
  type Resource,
  Type,
} from 'octavo/extension';

const id = optional(
  Type.String({
    description: 'The ID of the backup. Without it, GET lists all backups and POST creates one.',
    maxLength: 80,
  }),
);

const common = { permission: 'manage-backups', parameters: { id }, refuses: [409] } as const;

const endpoints = declareEndpoints({
  'read-backups': {
    ...common,
    methods: ['GET'],
    description: 'Returns all backups, or the backup with the given ID.',
    statuses: [200],
  },
  'make-backup': {
    ...common,
    methods: ['POST'],
    description: 'Starts a backup of the whole site in the background.',
    statuses: [202],
  },
  'change-backup': {
    ...common,
    methods: ['PUT'],
    description: 'Renames a backup, or starts to restore the site from it, which requires the account password again.',
    statuses: [200, 202],
    refuses: [409, 429],
  },
  'delete-backup': { ...common, methods: ['DELETE'], description: 'Deletes a backup.', statuses: [200] },
});
export type BackupEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const backupsModule: ModuleDeclaration<BackupEndpoints> = { name: 'backups' };

export const router: Resource = {
  title: 'backup',
  namespace: 'bmgr-api/v1',
  module: backupsModule,
  fields: {},
  links: [],
  routes: [
    {
      path: '/bmgr-api/v1/router',
      parameters: {},
      endpoints: [
        endpoints['read-backups'],
        endpoints['make-backup'],
        // The index lists PUT and PATCH separately.
        endpoints['change-backup'],
        { ...endpoints['change-backup'], methods: ['PATCH'] },
        endpoints['delete-backup'],
      ],
    },
  ],
};

/** The operations, keyed by their names in the contract. */
export type BackupOperations = Operations<BackupEndpoints>;
