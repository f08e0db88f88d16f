// Starts a service with the content of a real site, for client tests.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { newFolder, type Service, startService } from '../faults/service-process.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const real = path.resolve(root, '../shared/data/real-site.wxr.xml');
const small = path.join(root, 'test/fixtures/small-site.wxr.xml');

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface ImportedService {
  readonly service: Service;
  /** Credentials of the administrator. */
  readonly user: Credentials;
  /** Number of public posts. */
  readonly published: number;
}

/** Imports the export of a real site, or a small one if that is not available, into a new data folder, and starts the service. */
export async function startImportedService(): Promise<ImportedService> {
  const data = await newFolder();
  const file = existsSync(real) ? real : small;
  await run(process.execPath, [path.join(root, 'server/main.js'), 'import', file, '--data', data]);
  const service = await startService({ data });
  const [username = '', password = ''] = Buffer.from(service.authorization.slice('Basic '.length), 'base64')
    .toString()
    .split(/:(.*)/s);
  const published = Number((await service.read('/cms/v2/posts?per_page=1')).headers['x-cms-total']);
  return { service, user: { username, password }, published };
}

/** Creates a user with a role and an application password. Returns an Authorization header with the password. */
export async function createUser(service: Service, login: string, role: string): Promise<string> {
  const user = { username: login, email: `${login}@site.test`, password: 'correct horse', roles: [role] };
  const { id } = (await service.request('POST', '/cms/v2/users', user)).body;
  const { password } = (await service.request('POST', `/cms/v2/users/${id}/application-passwords`, { name: 'tests' }))
    .body;
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}
