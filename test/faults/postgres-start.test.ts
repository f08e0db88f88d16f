// Tests the messages of `octavo serve` about an unusable PostgreSQL server: one line that names the server but not the password.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { openPostgres } from './consistency.ts';
import { type PostgresServer, startPostgresServer, testServerUrl } from './postgres-server.ts';
import { newFolder } from './service-process.ts';

const secret = 'pass-phrase';
const main = path.resolve(import.meta.dirname, '../../server/main.js');

/** Runs a command with an unusable database. Returns the printed message, without reports on a slow start, and the exit code. */
async function failedStart(database: string, command: readonly string[] = ['serve', '--port', '0']) {
  const args = [main, ...command, '--data', await newFolder()];
  const child = spawn(process.execPath, args, { env: { ...process.env, OCTAVO_DATABASE: database } });
  const [log, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const printed = log
    .split('\n')
    .filter((line) => !line.includes('"start delayed"'))
    .join('\n');
  return { printed, code };
}

async function assertFailsWith(
  database: string,
  serverName: string,
  reason: RegExp,
  command?: readonly string[],
): Promise<void> {
  const { printed, code } = await failedStart(database, command);
  assert.equal(code, 2, printed);
  assert.equal(printed.trim().split('\n').length, 1, printed);
  assert.ok(printed.startsWith(`PostgreSQL at ${serverName} (OCTAVO_DATABASE): `), printed);
  assert.match(printed, reason);
  assert.ok(!printed.includes(secret), printed);
}

describe('an unusable PostgreSQL server', {
  skip: testServerUrl ? false : 'OCTAVO_TEST_POSTGRES is not set',
}, () => {
  let server: PostgresServer;
  let serverName = '';
  /** Returns a database URL for a user. `octavo` and `stranger` need no password, and `banned` is always rejected. */
  const urlOf = (user: string, database: string, password = secret) => {
    const credentials = password === '' ? user : `${user}:${password}`;
    return `postgres://${credentials}@${serverName}/${database}`;
  };
  before(async () => {
    server = await startPostgresServer();
    serverName = new URL(server.url).host;
    const { query, close } = await openPostgres(server.url);
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

  const rows: readonly (readonly [
    description: string,
    user: string,
    database: string,
    reason: RegExp,
    password?: string,
  ])[] = [
    ['a database that does not exist', 'octavo', 'nowhere', /The database does not exist; .*"nowhere"/],
    ['a user that does not exist', 'stranger', 'site', /The server rejected this user\. \(.*"stranger".*\)/],
    ['a user whom the server rejects', 'banned', 'site', /The server rejected this user\. \(.*"banned".*\)/],
    [
      'a wrong password',
      'bob',
      'site',
      /The password is wrong, or the user does not exist\. \(.*"bob"\)/,
      `${secret}-not`,
    ],
    ['a user without a password', 'bob', 'site', /The server requires a password/, ''],
    ['a database that the user may not use', 'bob', 'closed', /The user lacks a permission\. \(.*"closed"\)/],
    ['a schema in which the user may create nothing', 'bob', 'site', /The user lacks a permission\. \(.*public\)/],
    ['no free connection', 'carol', 'site', /The database has no free connections/],
    ['another encoding', 'octavo', 'latin', /The encoding of the database is LATIN1; it must be UTF8/],
  ];
  for (const [description, user, database, reason, password] of rows)
    it(`is reported at the start: ${description}`, () =>
      assertFailsWith(urlOf(user, database, password), `${serverName}/${database}`, reason));

  it('is also reported by other commands', () =>
    assertFailsWith(urlOf('octavo', 'nowhere'), `${serverName}/nowhere`, /The database does not exist/, [
      'user',
      'list',
    ]));

  it('is reported when it does not respond, or is not a PostgreSQL server', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    const other = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await Promise.all([once(silent, 'listening'), once(other, 'listening')]);
    const [silentHost, otherHost] = [silent, other].map(
      (each) => `127.0.0.1:${(each.address() as AddressInfo).port}/site`,
    );
    await assertFailsWith(
      `postgres://bob:${secret}@${silentHost}`,
      silentHost ?? '',
      /is unreachable: connection timed out/,
    );
    await assertFailsWith(`postgres://bob:${secret}@${otherHost}`, otherHost ?? '', /is unreachable: /);
    silent.close();
    other.close();
  });
});

describe('an unreachable PostgreSQL server', () => {
  it('is reported at the start', async () => {
    const nothing = '127.0.0.1:1/site';
    await assertFailsWith(
      `postgres://bob:${secret}@${nothing}`,
      nothing,
      /unreachable: connection refused \(ECONNREFUSED\)/,
    );
    const unknown = 'no.invalid:5432/site';
    await assertFailsWith(
      `postgres://bob:${secret}@${unknown}`,
      unknown,
      /is unreachable: .+ \((?:ENOTFOUND|EAI_AGAIN)\)/,
    );
  });
});
