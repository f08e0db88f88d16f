// Declares the permission cases of imports, which only administrators may manage.
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

/** All cases of imports. */
export const importCases: Case[] = [
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
