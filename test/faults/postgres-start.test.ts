// What `octavo serve` says of a PostgreSQL server that it cannot use: one sentence that names the server, and no password (check 58).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type OwnServer, startOwnServer, testServer } from './postgres-server.ts';
import { newFolder } from './service-process.ts';
import { postgres } from './stored.ts';

const secret = 'pass-phrase';
const main = path.resolve(import.meta.dirname, '../../server/main.js');

/** Starts the service on a database where it cannot start. */
async function failedStart(database: string, command: readonly string[] = ['serve', '--port', '0']) {
  const args = [main, ...command, '--data', await newFolder()];
  const child = spawn(process.execPath, args, { env: { ...process.env, OCTAVO_DATABASE: database } });
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { printed, code };
}

async function assertSays(database: string, place: string, reason: RegExp, command?: readonly string[]): Promise<void> {
  const { printed, code } = await failedStart(database, command);
  assert.equal(code, 1, printed);
  assert.equal(printed.trim().split('\n').length, 1, printed);
  assert.ok(printed.startsWith(`PostgreSQL at ${place}: `), printed);
  assert.match(printed, reason);
  assert.ok(!printed.includes(secret), printed);
}

describe('a PostgreSQL server that cannot be used', {
  skip: testServer ? false : 'OCTAVO_TEST_POSTGRES is not set',
}, () => {
  let server: OwnServer;
  let place = '';
  /** The address of a database for a user, who needs a password unless they are `octavo` or `stranger`. */
  const addressOf = (user: string, database: string, password = secret) => {
    const credentials = password === '' ? user : `${user}:${password}`;
    return `postgres://${credentials}@${place}/${database}`;
  };
  before(async () => {
    server = await startOwnServer();
    place = new URL(server.url).host;
    const { query, close } = await postgres(server.url);
    await query(`create role bob login password '${secret}'`);
    await query(`create role carol login password '${secret}' connection limit 0`);
    await query('create database site');
    await query('create database closed');
    await query('revoke connect on database closed from public');
    await query(`create database latin encoding 'LATIN1' locale 'C' template template0`);
    const rules = [
      ...['all octavo 127.0.0.1/32 trust', 'all stranger 127.0.0.1/32 trust', 'all banned 127.0.0.1/32 reject'],
      'all all 127.0.0.1/32 scram-sha-256',
    ];
    const [{ hba_file: file } = {}] = await query('show hba_file');
    const lines = rules.map((rule) => `('host ${rule}')`).join(', ');
    await query(`copy (select * from (values ${lines}) as rules) to '${file}'`);
    await query('select pg_reload_conf()');
    await close();
  });
  after(() => server.remove());

  const rows: readonly (readonly [what: string, user: string, database: string, reason: RegExp, password?: string])[] =
    [
      ['a database that does not exist', 'octavo', 'nowhere', /The database does not exist; .*"nowhere"/],
      ['a user that does not exist', 'stranger', 'site', /The server does not let this user in\. \(.*"stranger".*\)/],
      ['a user who is not let in', 'banned', 'site', /The server does not let this user in\. \(.*"banned".*\)/],
      [
        'a wrong password',
        'bob',
        'site',
        /The password is wrong, or there is no such user\. \(.*"bob"\)/,
        `${secret}-not`,
      ],
      ['a user without a password', 'bob', 'site', /The server asks for a password/, ''],
      ['a database that the user may not use', 'bob', 'closed', /The user lacks a permission\. \(.*"closed"\)/],
      ['a schema in which the user may create nothing', 'bob', 'site', /The user lacks a permission\. \(.*public\)/],
      ['no connection left', 'carol', 'site', /The database has no connection left for us/],
      ['another encoding', 'octavo', 'latin', /The database is encoded as LATIN1; it must be UTF8/],
    ];
  for (const [what, user, database, reason, password] of rows)
    it(`is told at the start: ${what}`, () =>
      assertSays(addressOf(user, database, password), `${place}/${database}`, reason));

  it('is told by other commands, too', () =>
    assertSays(addressOf('octavo', 'nowhere'), `${place}/nowhere`, /The database does not exist/, ['user', 'list']));

  it('is told where it does not speak, or is none', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    const other = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await Promise.all([once(silent, 'listening'), once(other, 'listening')]);
    const [quiet, wrong] = [silent, other].map((each) => `127.0.0.1:${(each.address() as AddressInfo).port}/site`);
    await assertSays(`postgres://bob:${secret}@${quiet}`, quiet ?? '', /cannot be reached: it does not answer in time/);
    await assertSays(`postgres://bob:${secret}@${wrong}`, wrong ?? '', /cannot be reached: /);
    silent.close();
    other.close();
  });
});

describe('a PostgreSQL server that is not there', () => {
  it('is told at the start', async () => {
    const nothing = '127.0.0.1:1/site';
    await assertSays(`postgres://bob:${secret}@${nothing}`, nothing, /reached: connection refused \(ECONNREFUSED\)/);
    const unknown = 'no.invalid:5432/site';
    await assertSays(
      `postgres://bob:${secret}@${unknown}`,
      unknown,
      /cannot be reached: .+ \((?:ENOTFOUND|EAI_AGAIN)\)/,
    );
  });
});
