// Opens a test site with users but without content, for user and credential tests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import { insertUser } from '../server/cms-v2/users/store.ts';
import type { Database } from '../server/database/handle.ts';
import { migrate } from '../server/database/migrate.ts';
import { migrations } from '../server/database/migrations.ts';
import { toText } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { makeService, type Service } from '../server/service.ts';
import { makeSite } from '../server/site.ts';

/** Callers of the tests. `nobody` is anonymous. */
export const callers = ['nobody', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
export type Caller = (typeof callers)[number];

/** A response with a parsed body. */
export interface UsersResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface UsersSite {
  readonly service: Service;
  readonly database: Database;
  /** User IDs by caller; 0 for `nobody`. */
  readonly ids: Readonly<Record<Caller, number>>;
  /** Sends a request as one of the callers, or with credentials in the form `username:secret`. */
  request(as: string, method: string, path: string, json?: unknown): Promise<UsersResponse>;
  /** Creates a user with these roles and returns the ID. */
  addUser(login: string, roles: readonly string[], name?: string): Promise<number>;
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

/** Creates the tables and one user per role in an empty database, and opens a service on it. */
export async function openUsersSite(database: Database): Promise<UsersSite> {
  await migrate(database, migrations);
  const service = await makeService({ database, site: makeSite('https://site.example') });
  const credentials = new Map<string, string>();
  const addUser: UsersSite['addUser'] = (login, roles, name = login) => {
    const names = { login, slug: login, nickname: login, name, email: `${login}@secret.example` };
    return database.transaction((tx) =>
      insertUser(tx, { ...columns, ...names, registered: '2026-01-02T03:04:05' }, roles),
    );
  };
  const ids: Record<string, number> = { nobody: 0 };
  for (const role of callers.slice(1)) {
    const id = await addUser(`the-${role}`, [role]);
    const { password } = await issueApplicationPassword(
      { database, key: service.key, clock: Date.now },
      { userId: id, name: 'tests' },
    );
    ids[role] = id;
    credentials.set(role, `the-${role}:${password}`);
  }
  const request: UsersSite['request'] = async (caller, method, path, json) => {
    const credential = caller.includes(':') ? caller : credentials.get(caller);
    const headers = credential ? { authorization: `Basic ${Buffer.from(credential).toString('base64')}` } : {};
    const {
      status,
      headers: responseHeaders,
      body,
    } = await service.dispatch(makeRequest(method, path, { headers, json }));
    return { status, headers: responseHeaders, body: JSON.parse(toText(body ?? 'null')) };
  };
  return { service, database, ids: ids as UsersSite['ids'], request, addUser };
}

/**
 * A row of a permission table: a request, and its expected outcomes in the order of `callers`. An outcome is the status of a
 * successful response, or an error code.
 */
export type CallerRow = readonly [
  what: string,
  method: string,
  address: (as: Caller) => string,
  body: object | undefined,
  ...outcomes: (number | string)[],
];

/**
 * Declares a test for each row. Errors must have status 401 for `nobody` and 403 for other callers, except for the codes in
 * `fixedStatuses`, which must have the status there for all callers.
 */
export function testRows(
  site: () => UsersSite,
  table: readonly CallerRow[],
  fixedStatuses: Readonly<Record<string, number>>,
): void {
  for (const [description, method, path, body, ...outcomes] of table) {
    test(description, async () => {
      const found = [];
      for (const as of callers) {
        const { status, body: responseBody } = await site().request(as, method, path(as), body);
        const code = String(responseBody.code);
        if (status >= 400) assert.equal(status, fixedStatuses[code] ?? (as === 'nobody' ? 401 : 403), `${as}: ${code}`);
        found.push([as, status < 400 ? status : code]);
      }
      assert.deepEqual(
        found,
        callers.map((as, at) => [as, outcomes[at]]),
      );
    });
  }
}
