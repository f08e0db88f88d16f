// Collects the responses of a site and restores sites, for backup tests.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandLine } from '../server/audit/record-event.ts';
import { findSiteFingerprint } from '../server/backup/compatibility.ts';
import { makeBackup } from '../server/backup/make-backup.ts';
import { restoreBackup } from '../server/backup/restore-backup.ts';
import { chooseExtensions } from '../server/config/choose-extensions.ts';
import type { Database } from '../server/database/handle.ts';
import { migrateAll } from '../server/database/migrate.ts';
import type { Extension } from '../server/extensions/extension.ts';
import { migrationSetsOf } from '../server/extensions/migration-sets.ts';
import type { FileStore } from '../server/files/store.ts';
import { toText } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { makeService, type Service } from '../server/service.ts';
import { makeSite } from '../server/site.ts';

/** Creates a folder that is deleted after the tests. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-backup-'));
  // A copy of the repository has its own instance of this module, so hooks of tests would not run for it.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the extensions that create the most tables. */
export const loadTestExtensions = (): Promise<Extension[]> => chooseExtensions(['union']);

/** Creates a backup of a site and returns its path. */
export async function createTestBackup(database: Database, files: FileStore): Promise<string> {
  const to = path.join(await newFolder(), 'backup.tar');
  const site = (await findSiteFingerprint(database.read)) ?? '';
  const headerFields = {
    name: 'For a test',
    made: '2026-05-01T12:00:00.000Z',
    made_by: 'admin',
    site,
    home: 'http://site.test',
  };
  await makeBackup({ database, files, to, headerFields });
  return to;
}

/** Restores a backup into a database, which may be empty, and creates a service with it. */
export async function restoreInto(
  database: Database,
  files: FileStore,
  backup: string,
  foreign = false,
): Promise<Service> {
  const extensions = await loadTestExtensions();
  await migrateAll(database, migrationSetsOf(extensions));
  const restoreDeps = { database, files, extensions, clock: Date.now };
  await restoreBackup(restoreDeps, backup, { auditActor: commandLine, foreign });
  return makeService({ database, files, extensions, site: makeSite('http://site.test') });
}

/** A pattern that matches routes that depend on the machine or describe backups. */
const machineDependentRoutes =
  /^\/(bmgr-api|octavo|cms-site-health|cms\/v2\/(block-directory|pattern-directory|plugins))/;

/**
 * Returns the responses to GET requests for every route without parameters and for each record in its lists, as an administrator
 * and as an anonymous caller.
 */
export async function responsesOf(service: Service, authorization: string): Promise<Record<string, string>> {
  const responses: Record<string, string> = {};
  const send = async (requestPath: string, headers: Record<string, string>) => {
    const { status, body } = await service.dispatch(makeRequest('GET', requestPath, { headers }));
    const text = body === undefined ? '' : toText(body);
    // ZIP archives contain timestamps.
    if (text.startsWith('PK')) return undefined;
    responses[`${headers.authorization ? 'administrator' : 'anonymous'} ${requestPath}`] = `${status} ${text}`;
    return status === 200 ? (JSON.parse(text) as unknown) : undefined;
  };
  const routes = service.table.routes.filter(
    ({ declared, endpoints }) =>
      !declared.path.includes('<') &&
      !machineDependentRoutes.test(declared.path) &&
      endpoints.some((endpoint) => endpoint.declared.methods.includes('GET')),
  );
  for (const { declared } of routes) {
    const listed = await send(declared.path, { authorization });
    await send(declared.path, {});
    if (!Array.isArray(listed)) continue;
    for (const each of listed as { id?: unknown }[]) {
      if (typeof each.id !== 'number') continue;
      await send(`${declared.path}/${each.id}`, {});
      await send(`${declared.path}/${each.id}?context=edit`, { authorization });
    }
  }
  return responses;
}
