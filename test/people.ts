// A site with people and nothing else, for the tests of users and their credentials.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import { insertUser } from '../server/cms-v2/users/store.ts';
import type { Database } from '../server/database/handle.ts';
import { migrate } from '../server/database/migrate.ts';
import { migrations } from '../server/database/migrations/index.ts';
import { textOf } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { makeService, type Service } from '../server/service.ts';
import { makeSite } from '../server/site.ts';

/** The callers of tests; `nobody` does not sign in. */
export const callers = ['nobody', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
export type Caller = (typeof callers)[number];

/** An answer as tests look at it. */
export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface People {
  readonly service: Service;
  readonly database: Database;
  /** The number of each caller; 0 for nobody. */
  readonly ids: Readonly<Record<Caller, number>>;
  /** Asks as one of the callers, or with credentials `login:secret`. */
  ask(as: string, method: string, address: string, json?: unknown): Promise<Told>;
  /** Makes a user with these roles; gives its number. */
  add(login: string, roles: readonly string[], name?: string): Promise<number>;
}

const columns = {
  first_name: '',
  last_name: '',
  url: '',
  description: '',
  locale: '',
  meta: '{}',
  password_hash: 'none',
};

/** Fills an empty database and opens a service on it. */
export async function makePeople(database: Database): Promise<People> {
  await migrate(database, migrations);
  const service = await makeService({ database, site: makeSite('https://site.example') });
  const credentials = new Map<string, string>();
  const add: People['add'] = (login, roles, name = login) => {
    const names = { login, slug: login, nickname: login, name, email: `${login}@secret.example` };
    return database.transaction((tx) =>
      insertUser(tx, { ...columns, ...names, registered: '2026-01-02T03:04:05' }, roles),
    );
  };
  const ids: Record<string, number> = { nobody: 0 };
  for (const role of callers.slice(1)) {
    const id = await add(`the-${role}`, [role]);
    const { password } = await issueApplicationPassword(database, service.key, id, 'tests', Date.now);
    ids[role] = id;
    credentials.set(role, `the-${role}:${password}`);
  }
  const ask: People['ask'] = async (as, method, address, json) => {
    const credential = as.includes(':') ? as : credentials.get(as);
    const headers = credential ? { authorization: `Basic ${Buffer.from(credential).toString('base64')}` } : {};
    const { status, headers: answered, body } = await service.dispatch(makeRequest(method, address, { headers, json }));
    return { status, headers: answered, body: JSON.parse(textOf(body ?? 'null')) };
  };
  return { service, database, ids: ids as People['ids'], ask, add };
}

/**
 * One row of a table that tells who may: what is asked, and the outcomes in the order of `callers`. A number is the status of
 * what is done, a text the code of a refusal.
 */
export type CallerRow = readonly [
  what: string,
  method: string,
  address: (as: Caller) => string,
  body: object | undefined,
  ...outcomes: (number | string)[],
];

/**
 * Declares a test for each row. Refusals are 401 for nobody and 403 for the others, but for the codes in `fixed`, whose
 * status is the same for everyone.
 */
export function testRows(
  people: () => People,
  table: readonly CallerRow[],
  fixed: Readonly<Record<string, number>>,
): void {
  for (const [what, method, address, body, ...outcomes] of table) {
    test(what, async () => {
      const found = [];
      for (const as of callers) {
        const { status, body: answer } = await people().ask(as, method, address(as), body);
        const code = String(answer.code);
        if (status >= 400) assert.equal(status, fixed[code] ?? (as === 'nobody' ? 401 : 403), `${as}: ${code}`);
        found.push([as, status < 400 ? status : code]);
      }
      assert.deepEqual(
        found,
        callers.map((as, at) => [as, outcomes[at]]),
      );
    });
  }
}
