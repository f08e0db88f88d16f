// For tests of backups: what a site answers, and a site as it is after a restore.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { commandLine } from '../audit/note.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { chooseExtensions } from '../extensions/choose-extensions.ts';
import type { Extension } from '../extensions/extension.ts';
import { migrateExtensions } from '../extensions/open-extensions.ts';
import type { FileStore } from '../files/store.ts';
import { textOf } from '../http/json-text.ts';
import { makeRequest } from '../http/request.ts';
import { makeService, type Service } from '../service.ts';
import { makeSite } from '../site.ts';
import { siteIn } from './fit.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const folders: string[] = [];
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A new folder that is removed after the tests. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-backup-'));
  folders.push(folder);
  return folder;
}

/** The extensions that have most tables. */
export const served = (): Promise<Extension[]> => chooseExtensions(['union']);

/** Makes a backup of a site and gives where it is. */
export async function backUp(database: Database, files: FileStore): Promise<string> {
  const to = path.join(await newFolder(), 'backup.tar');
  const site = (await siteIn(database.read)) ?? '';
  const about = {
    name: 'For a test',
    made: '2026-05-01T12:00:00.000Z',
    made_by: 'admin',
    site,
    home: 'http://site.test',
  };
  await makeBackup({ database, files, to, about });
  return to;
}

/** Restores a backup into a database, which may be empty, and joins the service on it. */
export async function restoreInto(
  database: Database,
  files: FileStore,
  backup: string,
  foreign = false,
): Promise<Service> {
  const extensions = await served();
  await migrate(database, migrations);
  await migrateExtensions(database, extensions);
  const parts = { database, files, extensions, clock: Date.now, by: commandLine, foreign };
  await restoreBackup(parts, backup);
  return makeService({ database, files, extensions, site: makeSite('http://site.test') });
}

/** What depends on the machine, or tells of backups themselves. */
const ofTheMachine = /^\/(bmgr-api|octavo|cms-site-health|cms\/v2\/(block-directory|pattern-directory|plugins))/;

/**
 * What a service answers to every GET that needs no number, and to a GET of each thing in its lists, for somebody who signs in
 * so and for everybody.
 */
export async function answersOf(service: Service, authorization: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const ask = async (address: string, headers: Record<string, string>) => {
    const { status, body } = await service.dispatch(makeRequest('GET', address, { headers }));
    const text = body === undefined ? '' : textOf(body);
    // Not JSON: an archive, in which times stand.
    if (text.startsWith('PK')) return undefined;
    answers[`${headers.authorization ? 'administrator' : 'anonymous'} ${address}`] = `${status} ${text}`;
    return status === 200 ? (JSON.parse(text) as unknown) : undefined;
  };
  const routes = service.table.routes.filter(
    ({ declared, endpoints }) =>
      !declared.path.includes('<') &&
      !ofTheMachine.test(declared.path) &&
      endpoints.some((endpoint) => endpoint.declared.methods.includes('GET')),
  );
  for (const { declared } of routes) {
    const listed = await ask(declared.path, { authorization });
    await ask(declared.path, {});
    if (!Array.isArray(listed)) continue;
    for (const each of listed as { id?: unknown }[]) {
      if (typeof each.id !== 'number') continue;
      await ask(`${declared.path}/${each.id}`, {});
      await ask(`${declared.path}/${each.id}?context=edit`, { authorization });
    }
  }
  return answers;
}
