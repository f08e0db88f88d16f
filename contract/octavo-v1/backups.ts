// Declares the backups of a site: create, download, compare with the site, restore and delete them. They are an addition to the
// specification, which declares only the route of the extension bmgr.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, everywhere, nullableTimestamp, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** The kinds of records that are counted in backups and on the site. */
const countedKinds = ['entries', 'terms', 'users', 'comments', 'files'] as const;
export type CountedKind = (typeof countedKinds)[number];

/** Reasons why a backup cannot be restored by this version on this site; `foreign`: only if the request allows that another site replaces it. */
const restoreObstacles = ['newer', 'foreign', 'extension', 'damaged'] as const;
export type RestoreObstacle = (typeof restoreObstacles)[number];

const countsSchema = (description: string, notes: object = {}) => ({
  type: 'object',
  description,
  properties: Object.fromEntries(countedKinds.map((kind) => [kind, { type: 'integer' }])),
  ...notes,
});

const readonlyField = { context: everywhere, readonly: true };

const progress = Type.Number({ description: 'The progress, from 0 to 1.', minimum: 0, maximum: 1 });

const obstacle = Type.Unsafe<{ reason: RestoreObstacle; message: string } | null>({
  type: ['object', 'null'],
  description:
    'Why the backup cannot be restored on this site, or only with the parameter `foreign`; null if nothing prevents it.',
  properties: {
    reason: enumOf(restoreObstacles, {
      description:
        'The reason. `newer`: a newer version has created it. `foreign`: it belongs to another site, and can be restored only with the parameter `foreign`. `extension`: it contains data of an extension that is not enabled. `damaged`: its header is damaged.',
    }),
    message: Type.String({ description: 'The reason, for administrators.' }),
  },
});

export const backupFields = {
  id: ReadOnly.String('The ID of the backup.', everywhere),
  name: ReadOnly.String('The name of the backup; may be empty.', everywhere),
  automatic: ReadOnly.Boolean('Whether a restore has created the backup, of the data that it replaced.', everywhere),
  state: enumOf(['creating', 'ready', 'failed'], { description: 'The state of the backup.', ...readonlyField }),
  created: ReadOnly.String(
    'The time at which the backup was started, in GMT. It contains all data that was stored before.',
    everywhere,
    { format: 'date-time' },
  ),
  finished: nullableTimestamp('The time at which the backup was finished, in GMT; null if unknown.', everywhere, {
    readonly: true,
  }),
  created_by: ReadOnly.String(
    'The username of the user who started the backup; empty for the command line.',
    everywhere,
  ),
  size: ReadOnly.Integer('The size of the archive, in bytes; 0 until the backup is ready.', everywhere),
  progress: Type.Number({ ...progress, ...readonlyField }),
  error: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Why the backup has failed; null if it has not.',
    ...readonlyField,
  }),
  contents: Type.Unsafe<Record<CountedKind | 'missing_files', number> | null>({
    ...countsSchema('The number of records of each kind in the backup; null until it is known.', readonlyField),
    type: ['object', 'null'],
    properties: {
      ...countsSchema('').properties,
      missing_files: {
        type: 'integer',
        description: 'The number of files that were deleted while the backup was being created.',
      },
    },
  }),
  obstacle: { ...obstacle, ...readonlyField },
  check: Type.Unsafe<object | null>({
    type: ['object', 'null'],
    description: 'The latest check that the archive is complete and undamaged; null if there was none.',
    properties: {
      state: enumOf(['checking', 'done', 'failed'], { description: 'The state of the check.' }),
      started: Type.String({ format: 'date-time', description: 'The time of the start, in GMT.' }),
      finished: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'The time of the end, in GMT; null while it is in progress.',
      },
      progress,
      error: { type: ['string', 'null'], description: 'What is wrong with the archive; null if nothing is known.' },
    },
    ...readonlyField,
  }),
  restore: Type.Unsafe<object | null>({
    type: ['object', 'null'],
    description: 'The latest restore of the backup; null if it was never restored.',
    properties: {
      state: enumOf(['restoring', 'done', 'failed'], { description: 'The state of the restore.' }),
      started: Type.String({ format: 'date-time', description: 'The time of the start, in GMT.' }),
      finished: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'The time of the end, in GMT; null while it is in progress.',
      },
      started_by: Type.String({ description: 'The username of the user who started it; empty for the command line.' }),
      progress,
      error: { type: ['string', 'null'], description: 'Why the restore has failed; null if it has not.' },
      copy: {
        type: ['string', 'null'],
        description: 'The ID of the backup of the data that was replaced; null if none was created.',
      },
    },
    ...readonlyField,
  }),
};

const password = Type.String({
  description: 'The account password of the caller. It is required again, also with an application password.',
  minLength: 1,
  maxLength: 4096,
});

const comparison = Type.Object({
  backup: Type.Unsafe<object>({
    type: 'object',
    description: 'The backup, from the header of its archive.',
    properties: {
      id: Type.String({ description: 'The ID of the backup.' }),
      name: Type.String({ description: 'The name of the backup; may be empty.' }),
      created: Type.String({ format: 'date-time', description: 'The time at which it was started, in GMT.' }),
      created_by: Type.String({ description: 'The username of its creator; empty for the command line.' }),
      version: Type.String({ description: 'The version of Octavo that created it.' }),
      home: Type.String({ description: 'The URL of the site at this time.' }),
      contents: {
        ...countsSchema('The number of records of each kind; null if it is unknown until the restore.'),
        type: ['object', 'null'],
      },
    },
  }),
  site: Type.Unsafe<object>({
    type: 'object',
    description: 'The current site.',
    properties: {
      version: Type.String({ description: 'The version of Octavo that serves it.' }),
      home: Type.String({ description: 'The URL of the site.' }),
      contents: countsSchema('The number of records of each kind.'),
    },
  }),
  newer: Type.Unsafe<object>({
    type: 'object',
    description: 'The number of records that are newer than the backup, and that a restore replaces.',
    properties: {
      entries: Type.Integer({ description: 'Entries, including media, that were created or changed since.' }),
      comments: Type.Integer({ description: 'Comments that were written since.' }),
      users: Type.Integer({ description: 'Users who were registered since.' }),
    },
  }),
  obstacle,
  command: Type.String({ description: 'The command that restores the backup on the command line.' }),
});

const refuses = [404, 409] as const;

const endpoints = declareEndpoints({
  'list-backups': { permission: 'manage-backups', parameters: {} },
  'create-backup': {
    description: 'Starts a backup of the whole site in the background. Its record contains the progress.',
    permission: 'manage-backups',
    statuses: [202],
    refuses: [409],
    parameters: {
      name: Type.String({ description: 'A name for the backup.', maxLength: 150, default: '' }),
    },
  },
  'get-backup': { permission: 'manage-backups', parameters: {}, refuses: [404] },
  'delete-backup': {
    description: 'Deletes a backup permanently.',
    permission: 'manage-backups',
    refuses,
    parameters: {},
  },
  'compare-backup': {
    methods: ['GET'],
    description: 'Compares a backup with the current site, to show what a restore would replace.',
    permission: 'manage-backups',
    refuses,
    answers: 'object',
    response: comparison,
    parameters: {},
  },
  'check-backup': {
    methods: ['POST'],
    description:
      'Starts to read the archive of a backup completely in the background, to find out whether it is damaged.',
    permission: 'manage-backups',
    statuses: [202],
    refuses,
    parameters: {},
  },
  'create-download': {
    description:
      'Returns a token with which anyone can download the archive of the backup. The archive contains all secrets of the site.',
    permission: 'use-backup-secrets',
    refuses: [404, 409, 429],
    answers: 'object',
    response: Type.Object({
      token: Type.String({ description: 'The value of the parameter `token` of the download.' }),
      expires: Type.String({
        format: 'date-time',
        description: 'The time after which no download can be started or resumed with the token, in GMT.',
      }),
    }),
    parameters: { password },
  },
  'download-backup': {
    methods: ['GET'],
    description: 'Returns the archive of the backup. A download can be resumed with a range of bytes.',
    permission: 'download-backup',
    statuses: [200, 206],
    refuses: [404, 409, 416],
    file: 'application/x-tar',
    parameters: {
      token: Type.String({ description: 'The token of the download.', maxLength: 1000 }),
    },
  },
  'restore-backup': {
    methods: ['POST'],
    description:
      'Starts to restore a backup in the background: creates a backup of the current site, and then replaces all data. Until it has finished, changes of other callers fail with 503. All sessions end.',
    permission: 'use-backup-secrets',
    statuses: [202],
    refuses: [404, 409, 429],
    parameters: {
      password,
      name: Type.String({
        description: 'The name of the backup, or its ID if it has no name, to confirm the restore.',
        maxLength: 200,
      }),
      foreign: Type.Boolean({
        description:
          'Whether a backup of another site may replace this site, including its users. Afterwards, the service restarts with the keys of that site.',
        default: false,
      }),
    },
  },
});
export type BackupEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const backupsModule: ModuleDeclaration<BackupEndpoints, typeof backupFields> = { name: 'backups' };

const id = {
  id: optional(
    Type.String({ description: 'The ID of the backup.', maxLength: 80, segment: '[A-Za-z0-9][A-Za-z0-9_-]*' }),
  ),
};

export const backups: Resource<typeof backupFields> = {
  title: 'site-backup',
  namespace: octavoNamespace,
  module: backupsModule,
  fields: backupFields,
  links: [],
  routes: [
    {
      path: '/octavo/v1/backups',
      parameters: {},
      endpoints: [endpoints['list-backups'], endpoints['create-backup']],
    },
    {
      path: '/octavo/v1/backups/<id>',
      parameters: id,
      endpoints: [endpoints['get-backup'], endpoints['delete-backup']],
    },
    { path: '/octavo/v1/backups/<id>/comparison', parameters: id, endpoints: [endpoints['compare-backup']] },
    { path: '/octavo/v1/backups/<id>/checks', parameters: id, endpoints: [endpoints['check-backup']] },
    { path: '/octavo/v1/backups/<id>/downloads', parameters: id, endpoints: [endpoints['create-download']] },
    { path: '/octavo/v1/backups/<id>/archive', parameters: id, endpoints: [endpoints['download-backup']] },
    { path: '/octavo/v1/backups/<id>/restores', parameters: id, endpoints: [endpoints['restore-backup']] },
  ],
};
