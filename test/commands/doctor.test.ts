// Tests `octavo doctor` and `octavo info`: their results, and that they change nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import { createTestDatabase, testServerUrl } from '../faults/postgres-server.ts';
import { keys, startS3ForTests } from '../s3.ts';
import { type InProcessService, startInProcess } from '../service-in-process.ts';
import { startSmtp } from '../smtp.ts';
import { runCommand, runOctavo } from './in-process.ts';
import { newFolder, runOctavo as runProcess } from './processes.ts';

interface Check {
  readonly check: string;
  readonly result: string;
  readonly message: string;
  readonly action: string;
}

/** Runs doctor and returns its results. */
async function runDoctor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = await runOctavo(['doctor', '--json', ...args], env);
  assert.equal(stderr, '');
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const resultsOf = (name: string) => checks.filter(({ check }) => check === name);
  return { status, checks, resultsOf, resultOf: (name: string) => resultsOf(name)[0] };
}

/** Returns the paths in a folder with their sizes, times and contents. */
function fingerprint(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return Object.fromEntries(
    names.sort().map((name) => {
      const file = path.join(folder, name);
      const { mtimeMs, mode, size } = statSync(file);
      const isFile = statSync(file).isFile();
      const hash = isFile ? createHash('sha256').update(readFileSync(file)).digest('hex') : '';
      return [name, `${isFile ? mtimeMs : ''} ${mode} ${isFile ? size : ''} ${hash}`];
    }),
  );
}

describe('octavo doctor', () => {
  let data = '';
  before(async () => {
    data = path.join(newFolder(), 'data');
    await runCommand(['user', 'create', 'ann', 'ann@example.org', '--data', data]);
    mkdirSync(path.join(data, 'uploads'), { mode: 0o700 });
    await runCommand(['backup', 'create', '--data', data]);
  });

  it('finds no problem in a new site, and changes nothing', async () => {
    const existing = fingerprint(data);
    const { status, checks, resultOf } = await runDoctor(['--data', data, '--port', '0']);
    assert.deepEqual(
      checks.filter(({ result }) => result === 'problem'),
      [],
    );
    assert.equal(status, 0);
    for (const name of ['configuration', 'data-folder', 'database', 'database-integrity', 'clock', 'files', 'backups'])
      assert.equal(resultOf(name)?.result, 'ok', name);
    assert.equal(resultOf('mail')?.result, 'warning');
    assert.match(resultOf('public-url')?.message ?? '', /reachable only from this machine/);
    for (const { result, action } of checks) assert.equal(action !== '', result !== 'ok');
    assert.deepEqual(fingerprint(data), existing);
    await runCommand(['info', '--data', data]);
    assert.deepEqual(fingerprint(data), existing);
  });

  it('does not change a database that the service has left behind in a crash', async () => {
    const crashed = newFolder();
    await runCommand(['user', 'create', 'ann', 'ann@example.org', '--data', crashed]);
    const script = `
      const database = new (require('better-sqlite3'))(process.argv[1]);
      database.pragma('wal_autocheckpoint = 0');
      database.exec("update users set email = 'new@example.org'");
      process.kill(process.pid, 'SIGKILL');`;
    spawnSync(process.execPath, ['-e', script, path.join(crashed, 'octavo.sqlite')]);
    const existing = fingerprint(crashed);
    assert.ok(Object.keys(existing).includes('octavo.sqlite-wal'));
    const { resultOf } = await runDoctor(['--data', crashed, '--port', '0']);
    assert.equal(resultOf('database')?.result, 'ok');
    assert.equal(fingerprint(crashed)['octavo.sqlite'], existing['octavo.sqlite']);
    assert.equal(fingerprint(crashed)['octavo.sqlite-wal'], existing['octavo.sqlite-wal']);
  });

  it('prints a line for each check, and what to do', async () => {
    const { status, stdout } = await runOctavo(['doctor', '--data', data, '--port', '0']);
    assert.equal(status, 0);
    assert.match(stdout, /^ok {7}configuration {6}The configuration is valid\.$/m);
    assert.match(stdout, /^warning {2}mail .*\n {28}What to do: Configure a mail server\.$/m);
    assert.match(stdout, /^\d+ ok, \d+ warnings?, 0 problems\.$/m);
  });

  it('reports an invalid configuration, and says what to do', async () => {
    const { status, checks } = await runDoctor(['--data', data, '--home', 'nowhere', '--log-level', 'loud']);
    assert.equal(status, 1);
    const problems = checks.filter(({ result }) => result === 'problem');
    assert.deepEqual(
      problems.map(({ check, message }) => `${check} ${message.split(' must')[0]}`),
      ['configuration The option --home', 'configuration The option --log-level'],
    );
    const folder = newFolder();
    writeFileSync(path.join(folder, 'octavo.config.ts'), 'export default { tipes: [] };');
    const invalidFile = await runDoctor(['--data', folder, '--port', '0']);
    assert.match(invalidFile.resultOf('configuration')?.message ?? '', /unknown key tipes/);
  });

  it('finds a missing data folder, a missing and a damaged database, and pending migrations', async () => {
    const missing = path.join(newFolder(), 'mistyped');
    const none = await runDoctor(['--data', missing, '--port', '0']);
    assert.equal(none.status, 1);
    assert.match(none.resultOf('data-folder')?.message ?? '', /mistyped \(--data\) does not exist/);
    assert.equal(none.resultOf('database'), undefined);
    const empty = await runDoctor(['--port', '0'], { OCTAVO_DATA: newFolder() });
    assert.match(empty.resultOf('database')?.message ?? '', /\(OCTAVO_DATA\): There is no file/);

    const damaged = newFolder();
    await runCommand(['user', 'create', 'ann', 'ann@example.org', '--data', damaged]);
    const file = path.join(damaged, 'octavo.sqlite');
    const bytes = readFileSync(file);
    bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 8192);
    writeFileSync(file, bytes);
    const found = await runDoctor(['--data', damaged, '--port', '0']);
    assert.equal(found.status, 1);
    assert.equal(found.resultOf('database-integrity')?.result, 'problem');

    const older = newFolder();
    await runCommand(['user', 'create', 'ann', 'ann@example.org', '--data', older]);
    const database = new BetterSqlite(path.join(older, 'octavo.sqlite'));
    database.exec('delete from migrations where number = (select max(number) from migrations)');
    database.close();
    const pending = (await runDoctor(['--data', older, '--port', '0'])).resultOf('database');
    assert.equal(pending?.result, 'warning');
    assert.match(pending?.message ?? '', /1 migration is pending/);
  });

  it('finds exposed data, old backups, passwords in options and variables without effect', async () => {
    const parent = newFolder();
    chmodSync(parent, 0o755);
    const exposed = path.join(parent, 'data');
    await runCommand(['user', 'create', 'ann', 'ann@example.org', '--data', exposed]);
    chmodSync(exposed, 0o755);
    const mail = ['--mail', 'smtp://me:secret@127.0.0.1:1?tls=none'];
    const { resultOf, resultsOf } = await runDoctor(['--data', exposed, '--port', '0', ...mail], {
      OCTAVO_ADMIN_PASSWORD: 'correct horse',
      OCTAVO_SERVICE_HOST: '10.0.0.1',
    });
    assert.match(resultOf('file-permissions')?.action ?? '', /^Run: chmod -R go= .*data$/);
    assert.match(resultOf('backups')?.message ?? '', /^There is no backup in /);
    assert.match(resultOf('environment')?.message ?? '', /OCTAVO_SERVICE_HOST/);
    assert.equal(resultsOf('secrets').length, 2);
    assert.doesNotMatch(JSON.stringify(resultsOf('secrets')), /secret@|horse/);
    assert.equal(resultOf('mail')?.result, 'problem');
    assert.equal(resultOf('files')?.result, 'warning');

    const old = newFolder();
    await runCommand(['user', 'create', 'ann', 'ann@example.org', '--data', old]);
    await runCommand(['backup', 'create', '--data', old]);
    const folder = path.join(old, 'backups');
    const [record = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const text = readFileSync(path.join(folder, record), 'utf8');
    writeFileSync(path.join(folder, record), text.replace(/"made": "\d{4}/, '"made": "2001'));
    const outdated = (await runDoctor(['--data', old, '--port', '0'])).resultOf('backups');
    assert.match(outdated?.message ?? '', /is \d{4} days old\.$/);
    assert.equal(outdated?.result, 'warning');
  });

  it('finds a file .env in the current folder that other users can read', {
    skip: process.platform === 'win32' && 'permissions work differently on Windows',
  }, () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    const file = path.join(folder, '.env');
    writeFileSync(file, 'OCTAVO_DATABASE=postgres://me:secret@127.0.0.1:1/site\n');
    const findPermissions = (mode: number) => {
      chmodSync(file, mode);
      const { stdout } = runProcess(['doctor', '--json', '--port', '0', '--data', data], {}, folder);
      const { checks }: { checks: Check[] } = JSON.parse(stdout);
      return checks.filter(({ check, message }) => check === 'file-permissions' && message.includes(file));
    };
    for (const mode of [0o644, 0o604, 0o640]) {
      const [found] = findPermissions(mode);
      assert.equal(found?.result, 'warning');
      assert.match(found?.message ?? '', new RegExp(`\\(mode ${mode.toString(8)}\\)\\.$`));
      assert.equal(found?.action, `Run: chmod -R go= ${file}`);
    }
    assert.deepEqual(findPermissions(0o600), []);
  });

  it('tests the mail server without sending email, and the bucket without leaving an object in it', async () => {
    const [smtp, s3] = [await startSmtp(), await startS3ForTests()];
    const args = ['--data', data, '--port', '0', '--files', `s3://site?endpoint=${s3.endpoint}`];
    const mail = ['--mail', `smtp://127.0.0.1:${smtp.port}`];
    const credentials = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
    const { status, resultOf } = await runDoctor([...args, ...mail], credentials);
    assert.equal(status, 0);
    assert.deepEqual([resultOf('mail')?.result, resultOf('files')?.result], ['ok', 'ok']);
    assert.deepEqual([smtp.connections(), smtp.received.length, s3.objects.size], [1, 0, 0]);
    const wrongKey = await runDoctor(args, { ...credentials, AWS_SECRET_ACCESS_KEY: 'wrong' });
    assert.equal(wrongKey.resultOf('files')?.result, 'problem');
    const noKey = await runDoctor(args, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' });
    assert.match(noKey.resultOf('files')?.message ?? '', /AWS_SECRET_ACCESS_KEY/);
    await smtp.close();
    s3.close();
  });

  it('finds a port that another program uses', async () => {
    const other = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { status, resultOf } = await runDoctor(['--data', data, '--port', String(port)]);
    other.close();
    assert.equal(status, 1);
    assert.match(resultOf('port')?.message ?? '', /is not available, and no service of this site/);
  });
});

describe('octavo doctor, with a public URL', () => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')?.address;

  it('checks its host, its response, its clock and the trusted proxies', {
    skip: address === undefined && 'this machine has no address in a network',
  }, async () => {
    let home = '';
    let behindMs = 0;
    // A service that responds at all addresses, as one behind a proxy does.
    const service = createHttpServer((_request, response) => {
      response.setHeader('Date', new Date(Date.now() - behindMs).toUTCString());
      response.end(JSON.stringify({ url: home }));
    }).listen(0, '0.0.0.0');
    await once(service, 'listening');
    const { port } = service.address() as AddressInfo;
    const data = newFolder();
    const run = async (publicUrl: string, args: readonly string[] = []) => {
      home = publicUrl;
      return runDoctor(['--data', data, '--host', '0.0.0.0', '--port', String(port), '--home', home, ...args]);
    };
    const direct = await run(`http://${address}:${port}`);
    const names = ['port', 'public-url', 'public-url-clock', 'https', 'proxies'];
    assert.deepEqual(
      names.map((name) => direct.resultOf(name)?.result),
      ['ok', 'ok', 'ok', 'warning', 'ok'],
    );
    behindMs = 60_000;
    const clockMessage = async () =>
      (await run(`http://${address}:${port}`)).resultOf('public-url-clock')?.message ?? '';
    let message = await clockMessage();
    // A busy machine may delay the response.
    for (let n = 0; n < 5 && !/are (59|60) seconds apart\.$/.test(message); n += 1) message = await clockMessage();
    assert.match(message, /are (59|60) seconds apart\.$/);
    const unreachable = await run(`http://${address}:1`);
    assert.match(unreachable.resultOf('public-url')?.message ?? '', /failed to connect\.$/);
    assert.match(unreachable.resultOf('proxies')?.action ?? '', /^Set --trust-proxy to the address of the proxy/);
    const trusted = await run(`http://${address}:1`, ['--trust-proxy', '10.0.0.1']);
    assert.equal(trusted.resultOf('proxies')?.message, 'Trusted proxies: 10.0.0.1.');
    const unknown = await run('https://octavo.invalid');
    assert.match(unknown.resultOf('public-url')?.message ?? '', /octavo\.invalid of the public URL cannot be resolved/);
    service.close();
  });
});

describe('octavo doctor, with PostgreSQL', { skip: !testServerUrl && 'OCTAVO_TEST_POSTGRES is not set' }, () => {
  it('checks the server and the schema, and creates nothing', async () => {
    const database = await createTestDatabase();
    const data = newFolder();
    const args = ['--data', data, '--port', '0'];
    const env = { OCTAVO_DATABASE: database.url };
    const empty = await runDoctor(args, env);
    assert.match(empty.resultOf('database')?.message ?? '', /^PostgreSQL \d+.* has no data of Octavo yet\.$|pg_trgm/);
    assert.equal(empty.status, 1);
    await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--data', data], env);
    const created = await runDoctor(args, env);
    assert.deepEqual(
      created.resultsOf('database').map(({ result }) => result),
      ['ok'],
    );
    assert.equal(created.resultOf('clock')?.result, 'ok');
    const { stdout } = await runOctavo(['info', '--json', '--data', data], env);
    const info = JSON.parse(stdout) as { database: { engine: string; counts: { users: number } } };
    assert.deepEqual([info.database.engine, info.database.counts.users], ['postgres', 1]);
    await database.drop();
  });
});

describe('octavo doctor, while the service is running', () => {
  let service: InProcessService;
  before(async () => {
    service = await startInProcess();
  });
  after(() => service.close());

  const port = () => new URL(service.origin).port;

  it('recognizes the service, and requests the public URL', async () => {
    const { status, resultOf } = await runDoctor(['--data', service.data, '--port', port()]);
    assert.equal(resultOf('port')?.result, 'ok');
    assert.match(resultOf('port')?.message ?? '', /^The service is running on /);
    assert.equal(status, 0);
    const home = `http://localhost.localdomain:${port()}`;
    const other = await runDoctor(['--data', service.data, '--port', port(), '--home', home]);
    assert.equal(other.resultOf('port')?.result, 'problem', 'the service has another public URL');
  });

  it('is not started twice with the same data folder and port', async () => {
    const { status, stderr } = await runOctavo(['serve', '--data', service.data, '--port', port()]);
    assert.deepEqual(
      [status, stderr],
      [2, `Port ${port()} on 127.0.0.1 is already in use; choose another with --port.\n`],
    );
  });

  it('prints versions, settings with their sources, and counts, but no secrets', async () => {
    const { status, stdout } = await runOctavo(
      ['info', '--json', '--data', service.data, '--mail', 'smtp://me:se%40cret@mail.example'],
      {
        OCTAVO_PORT: port(),
        OCTAVO_FILES: 's3://bucket?endpoint=http%3A%2F%2Fkey%3Ahidden%40127.0.0.1:1&secret=hidden',
      },
    );
    assert.equal(status, 0);
    assert.doesNotMatch(stdout, /se%40cret|hidden/);
    const info = JSON.parse(stdout) as {
      settings: { setting: string; value: string | null; source: string }[];
      database: { counts: Record<string, number>; error: null };
    };
    const settingOf = (name: string) => info.settings.find(({ setting }) => setting === name);
    assert.deepEqual(
      ['--port', '--mail', '--host', '--config'].map((name) => [settingOf(name)?.value, settingOf(name)?.source]),
      [
        [port(), 'environment'],
        ['smtp://***@mail.example', 'option'],
        ['127.0.0.1', 'default'],
        [null, 'default'],
      ],
    );
    assert.equal(info.database.error, null);
    assert.ok((info.database.counts.users ?? 0) > 0);
    const text = await runCommand(['info', '--data', service.data]);
    assert.match(text, /^ {2}--data +\S+ \(option\)$/m);
  });
});
