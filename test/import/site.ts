// Opens sites with an administrator and a fixed time, and reads a small export, for tests.

import { readFile } from 'node:fs/promises';
import { issueApplicationPassword } from '../../server/cms-v2/application-passwords/issue.ts';
import { findUserByLogin } from '../../server/cms-v2/users/store.ts';
import type { SiteConfig } from '../../server/config/site-config.ts';
import type { Database } from '../../server/database/handle.ts';
import { migrate } from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations.ts';
import type { FileStore } from '../../server/files/store.ts';
import { toText } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { initializeSite } from '../../server/initialize-site.ts';
import { makeService, type Service } from '../../server/service.ts';
import { makeSite } from '../../server/site.ts';

/** The fixed time of the tests. */
export const testTime = Date.parse('2026-03-05T12:00:00Z');

export interface TestSite {
  readonly database: Database;
  readonly service: Service;
  /** Returns the response body of a GET request by the administrator. */
  get(path: string): Promise<unknown>;
  /** Returns the response body of a POST request by the administrator with a JSON body. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert properties of response bodies of any shape.
  post(path: string, json: object): Promise<any>;
  /** Returns the total number of items in a list, across all pages. */
  total(path: string): Promise<number>;
}

/** Opens a site in a database that is empty or already contains one. */
export async function openTestSite(database: Database, config: SiteConfig = {}, files?: FileStore): Promise<TestSite> {
  await migrate(database, migrations);
  const errors: unknown[] = [];
  const service = await makeService(
    { database, config, site: makeSite('https://site.example'), ...(files && { files }) },
    { time: { clock: () => testTime }, observers: { onError: (error) => errors.push(error) } },
  );
  await initializeSite(service, database, 'a password for tests');
  let authorization: string | undefined;
  const send = async (path: string, method = 'GET', json?: object) => {
    authorization ??= await authorizationOf(database, service);
    const response = await service.dispatch(
      makeRequest(method, path, { headers: { authorization }, ...(json && { json }) }),
    );
    if (errors.length > 0) throw errors[0];
    return response;
  };
  const get = async (path: string) => JSON.parse(toText((await send(path)).body ?? 'null'));
  const post = async (path: string, json: object) =>
    JSON.parse(toText((await send(path, 'POST', json)).body ?? 'null'));
  const total = async (path: string) => Number((await send(path)).headers['X-CMS-Total']);
  return { database, service, get, post, total };
}

async function authorizationOf(database: Database, { key, clock }: Service): Promise<string> {
  const admin = await findUserByLogin(database.read, 'admin');
  const { password } = await issueApplicationPassword(
    { database, key, clock },
    { userId: admin?.id ?? 0, name: 'tests' },
  );
  return `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
}

/** Returns the export file of a small site as a string. */
export const smallExport = (): Promise<string> =>
  readFile(new URL('../fixtures/small-site.wxr.xml', import.meta.url), 'utf8');

/** Yields the text in chunks of 5,000 bytes. */
export async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 5000) yield bytes.subarray(at, at + 5000);
}
