// For tests: a service with an administrator at a fixed moment, and the small export.

import { readFile } from 'node:fs/promises';
import { issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import type { FileStore } from '../files/store.ts';
import { firstStart } from '../first-start.ts';
import { textOf } from '../http/json-text.ts';
import { makeRequest } from '../http/request.ts';
import { makeService, type Service } from '../service.ts';
import { makeSite } from '../site.ts';

/** The moment at which tests take place. */
export const moment = Date.parse('2026-03-05T12:00:00Z');

export interface TestSite {
  readonly database: Database;
  readonly service: Service;
  /** The body of the answer to a request of the administrator's. */
  get(address: string): Promise<unknown>;
  /** The body of the answer to JSON that the administrator sends. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape; what they find is what they assert.
  post(address: string, json: object): Promise<any>;
  /** How many items a list of the administrator's has on all pages. */
  total(address: string): Promise<number>;
}

/** A new site in an open database that is empty or holds one already. */
export async function openTestSite(database: Database, config: SiteConfig = {}, files?: FileStore): Promise<TestSite> {
  await migrate(database, migrations);
  const faults: unknown[] = [];
  const service = await makeService({
    database,
    config,
    site: makeSite('https://site.example'),
    clock: () => moment,
    ...(files && { files }),
    onFault: (error) => faults.push(error),
  });
  await firstStart(service, database, 'a password for tests');
  let authorization: string | undefined;
  const ask = async (address: string, method = 'GET', json?: object) => {
    authorization ??= await authorizationOf(database, service);
    const answer = await service.dispatch(
      makeRequest(method, address, { headers: { authorization }, ...(json && { json }) }),
    );
    if (faults.length > 0) throw faults[0];
    return answer;
  };
  const get = async (address: string) => JSON.parse(textOf((await ask(address)).body ?? 'null'));
  const post = async (address: string, json: object) =>
    JSON.parse(textOf((await ask(address, 'POST', json)).body ?? 'null'));
  const total = async (address: string) => Number((await ask(address)).headers['X-CMS-Total']);
  return { database, service, get, post, total };
}

async function authorizationOf(database: Database, { key, clock }: Service): Promise<string> {
  const admin = await findUserByLogin(database.read, 'admin');
  const { password } = await issueApplicationPassword(database, key, admin?.id ?? 0, 'tests', clock);
  return `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
}

/** The text of the small export. */
export const smallExport = (): Promise<string> =>
  readFile(new URL('../../test/fixtures/small-site.wxr.xml', import.meta.url), 'utf8');

/** The text as a stream of small pieces. */
export async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 5000) yield bytes.subarray(at, at + 5000);
}
