// Declares the permission cases of imports and of uploads of backups, which only administrators may manage.
import { administrators, type Case, creating, type Fixture, type Row } from './cases.ts';

const imports = '/octavo/v1/imports';

/** Returns a row with another status for administrators. */
const withStatus = (status: number): Row =>
  administrators.map((each) => (each === 200 ? status : each)) as unknown as Row;

/** Deletes all imports, because the number of unfinished uploads is limited. */
const withoutImports: Fixture = async (site) => {
  const { body } = await site.request('administrator', 'GET', imports);
  for (const { id } of body) await site.request('administrator', 'DELETE', `${imports}/${id}`);
  return {};
};

const announced = { file_name: 'hushed.xml', size: 4 };

/** An upload of which nothing was received yet. */
const unfinished: Fixture = async (site, owner) => {
  await withoutImports(site, owner);
  const { id } = await site.create(imports, announced);
  return { id };
};

const about = { description: 'an unfinished upload', fixture: unfinished, code: 'rest_cannot_import' } as const;

const backupUploads = '/octavo/v1/backup-uploads';

const aboutBackup = {
  description: 'an unknown upload',
  fixture: async () => ({ id: 'unknown' }),
  code: 'rest_cannot_manage_backups',
} as const;

/** All cases of imports, of uploads of backups, and of emails. */
export const importCases: Case[] = [
  {
    ...{ route: 'GET /octavo/v1/emails', description: 'all', statuses: administrators },
    code: 'rest_cannot_list_emails',
  },
  {
    ...{ route: 'POST /octavo/v1/emails/retry', description: 'all', statuses: administrators },
    code: 'rest_cannot_retry_emails',
  },
  {
    ...{
      route: 'POST /octavo/v1/emails/<id>/retry',
      description: 'a missing one',
      fixture: async () => ({ id: '999999' }),
    },
    ...{ statuses: [401, 403, 403, 403, 403, 404], code: 'rest_cannot_retry_emails' },
  },
  { ...aboutBackup, route: `GET ${backupUploads}`, statuses: administrators },
  // The site has no backup folder.
  {
    ...{ ...aboutBackup, route: `POST ${backupUploads}`, json: { file_name: 'hushed.tar', size: 4 } },
    statuses: withStatus(409),
  },
  ...['GET', 'DELETE'].map((method) => ({
    ...{ ...aboutBackup, route: `${method} ${backupUploads}/<id>`, statuses: withStatus(404) },
  })),
  {
    ...{ ...aboutBackup, route: `POST ${backupUploads}/<id>/pieces`, query: 'offset=0' },
    ...{ file: 'a.txt', statuses: withStatus(409) },
  },
  { ...about, route: `GET ${imports}`, statuses: administrators },
  {
    ...{ route: `POST ${imports}`, description: 'a file', fixture: withoutImports, json: announced },
    ...{ statuses: creating(administrators), code: 'rest_cannot_import' },
  },
  { ...about, route: `GET ${imports}/<id>`, statuses: administrators },
  { ...about, route: `DELETE ${imports}/<id>`, statuses: administrators },
  // The file is no export.
  { ...about, route: `POST ${imports}/<id>/pieces`, query: 'offset=0', file: 'a.txt', statuses: withStatus(400) },
  { ...about, route: `POST ${imports}/<id>/run`, json: { dry_run: true }, statuses: withStatus(409) },
  { ...about, route: `POST ${imports}/<id>/stop`, statuses: withStatus(409) },
  { ...about, route: `GET ${imports}/<id>/report`, statuses: withStatus(404) },
];
