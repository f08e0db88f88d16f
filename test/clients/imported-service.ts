// Starts a service with the content of a real site, for client tests.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../commands/in-process.ts';
import { type InProcessService, startInProcess } from '../service-in-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const real = path.resolve(root, '../shared/data/real-site.wxr.xml');
const small = path.join(root, 'test/fixtures/small-site.wxr.xml');

/** The export of a real site, or a small one if that is not available. */
export const importedFile = existsSync(real) ? real : small;

export interface ImportedService {
  readonly service: InProcessService;
  /** Number of public posts. */
  readonly published: number;
}

/** Imports `importedFile` into a new data folder, and starts the service. */
export async function startImportedService(): Promise<ImportedService> {
  const service = await startInProcess({ prepare: (data) => runCommand(['import', importedFile, '--data', data]) });
  const published = Number((await service.read('/cms/v2/posts?per_page=1')).headers.get('x-cms-total'));
  return { service, published };
}

/** Creates a user with a role and an application password. Returns an Authorization header with the password. */
export async function createUser(service: InProcessService, login: string, role: string): Promise<string> {
  const user = { username: login, email: `${login}@site.test`, password: 'correct horse', roles: [role] };
  const { id } = (await service.request('POST', '/cms/v2/users', user)).body;
  const { password } = (await service.request('POST', `/cms/v2/users/${id}/application-passwords`, { name: 'tests' }))
    .body;
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}
