// Tests that embedded services neither lose a password, nor share failures and metrics, nor depend on the umask of their program, and that
// they recognize requests to themselves (docs/embedding.md).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { createOctavo } from '../server/octavo.ts';
import { runOctavo } from './commands/in-process.ts';
import { freePort } from './free-port.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-isolation-'));
after(() => rmSync(folder, { recursive: true }));

const newData = () => path.join(mkdtempSync(path.join(folder, 'data-')), 'data');
const adminPassword = 'a long password';

/** Creates an application password of the administrator, and returns the header `Authorization` with it. */
async function createApplicationPassword(data: string): Promise<string> {
  const { status, stdout, stderr } = await runOctavo([
    'app-password',
    'create',
    'admin',
    '--name',
    'tests',
    '--data',
    data,
  ]);
  assert.equal(status, 0, stderr);
  return `Basic ${Buffer.from(`admin:${stdout.trim()}`).toString('base64')}`;
}

/** Runs a program in a process of its own, with a URL of the package as `octavo`, and returns what it prints. */
function runProgram(text: string) {
  const file = path.join(mkdtempSync(path.join(folder, 'program-')), 'program.mjs');
  const octavo = new URL('../server/octavo.ts', import.meta.url).href;
  writeFileSync(file, `import { createOctavo } from ${JSON.stringify(octavo)};\n${text}`);
  const result = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
  assert.equal(result.status, 0, result.stderr);
  return result;
}

describe('an embedded service', () => {
  it('prints nothing, and creates no administrator, if a later step fails', async () => {
    const data = newData();
    const port = await freePort();
    const used = createServer().listen(port, '127.0.0.1');
    await once(used, 'listening');
    const { stdout, stderr } = runProgram(`
      await createOctavo({ data: ${JSON.stringify(data)}, port: 0, metricsPort: ${port} }).then(
        () => { process.exitCode = 3; },
        (error) => { if (!/already in use/.test(error.message)) throw error; },
      );`);
    used.close();
    assert.deepEqual([stdout, stderr], ['', '']);
    assert.ok(existsSync(path.join(data, 'octavo.sqlite')), 'the database was created before');
    await using octavo = await createOctavo({ data, port: 0, logLevel: 'error' });
    assert.match(octavo.administrator?.password ?? '', /^\S{20}$/, 'the next attempt returns the password');
  });

  it('logs only its own failures', () => {
    const [one, two] = [newData(), newData()];
    const { stderr } = runProgram(`
      const open = (data, more) =>
        createOctavo({ data, port: 0, logLevel: 'warn', adminPassword: ${JSON.stringify(adminPassword)}, ...more });
      const services = [await open(${JSON.stringify(one)}), await open(${JSON.stringify(two)})];
      const { default: BetterSqlite } = await import(${JSON.stringify(import.meta.resolve('better-sqlite3'))});
      const file = new BetterSqlite(${JSON.stringify(path.join(one, 'octavo.sqlite'))}, { timeout: 0 });
      // A service in this process may be in the middle of a transaction, which waits for the event loop.
      for (let isLocked = true; isLocked; await new Promise((resolve) => setTimeout(resolve, 5))) {
        try {
          file.exec("update users set meta = '{'");
          isLocked = false;
        } catch (error) {
          if (error.code !== 'SQLITE_BUSY') throw error;
        }
      }
      file.close();
      for (const service of services) {
        const { url } = await service.listen();
        await (await fetch(url + '/rest/cms/v2/users/1')).text();
      }
      for (const service of services) await service.close();`);
    const damaged = stderr.split('\n').filter((line) => line.includes('stored value damaged'));
    assert.equal(damaged.length, 1, stderr);
  });

  it('has its own metrics', async () => {
    const ports = [await freePort(), await freePort()];
    const open = (metricsPort: number) =>
      createOctavo({ data: newData(), port: 0, logLevel: 'error', adminPassword, metricsPort });
    await using one = await open(ports[0] ?? 0);
    await using two = await open(ports[1] ?? 0);
    const { url } = await one.listen();
    await two.listen();
    for (let n = 0; n < 3; n += 1) await (await fetch(`${url}/rest/cms/v2/posts/999?n=${n}`)).text();
    const readCounts = () =>
      Promise.all(
        ports.map(async (port) => {
          const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
          return /_count\{method="GET",route="[^"]*posts[^"]*",status="404"\} (\d+)/.exec(text)?.[1];
        }),
      );
    let counts = await readCounts();
    // The last request may be counted after its response is received. The text is cached for a second.
    for (let attempts = 0; counts[0] !== '3' && attempts < 5; attempts += 1) {
      await pause(1100);
      counts = await readCounts();
    }
    assert.deepEqual(counts, ['3', undefined]);
  });

  it('has its own metrics in a worker process of the program, too', async () => {
    const { stdout } = runProgram(`
      import cluster from 'node:cluster';
      import { AggregatorRegistry, Counter } from ${JSON.stringify(import.meta.resolve('prom-client'))};
      if (cluster.isPrimary) {
        const registry = new AggregatorRegistry();
        const worker = cluster.fork();
        worker.on('message', async (status) => {
          if (typeof status !== 'number') return;
          console.log(status, /^program_total 1$/m.test(await registry.clusterMetrics()));
          worker.kill();
        });
      } else {
        new AggregatorRegistry();
        new Counter({ name: 'program_total', help: 'A counter of the program.' }).inc();
        const metricsPort = ${await freePort()};
        await createOctavo({ data: ${JSON.stringify(newData())}, port: 0, logLevel: 'error', metricsPort });
        const { status } = await fetch('http://127.0.0.1:' + metricsPort + '/metrics');
        process.send(status);
      }`);
    assert.equal(stdout, '200 true\n');
  });

  it('rejects URLs that lead to a server of the program', async (t) => {
    const data = newData();
    await using octavo = await createOctavo({
      ...{ data, logLevel: 'error', adminPassword, home: 'http://cms.test' },
      ...{ fetchHosts: ['127.0.0.1'], port: await freePort() },
    });
    const port = await freePort();
    const server = createServer(octavo.handler).listen(port, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => void server.close());
    const origin = `http://127.0.0.1:${port}`;
    const authorization = await createApplicationPassword(data);
    const create = async (url: string) => {
      const [body, headers] = [new URLSearchParams({ url }), { authorization }];
      const response = await fetch(`${origin}/rest/octavo/v1/webhooks`, { method: 'POST', headers, body });
      return { status: response.status, text: await response.text() };
    };
    const other = await create(`http://127.0.0.1:${await freePort()}/hook`);
    const own = await create(`${origin}/hook`);
    assert.deepEqual([other.status, own.status], [201, 400], `${other.text} ${own.text}`);
  });
});

describe('the files of an embedded service', { skip: process.platform === 'win32' && 'Windows has no modes' }, () => {
  /** Returns a program that opens a site with a umask that removes no permissions, and runs statements while the service listens. */
  const program = (data: string, statements = '') => `
    process.umask(0o000);
    const octavo = await createOctavo({ data: ${JSON.stringify(data)}, port: 0, logLevel: 'warn' });
    const { url } = await octavo.listen();
    ${statements}
    await octavo.close();
    if (process.umask() !== 0) throw new Error('the umask was changed');`;

  it('are accessible only to the user of the process, whatever the umask of the program', async () => {
    const parent = mkdtempSync(path.join(folder, 'modes-'));
    chmodSync(parent, 0o755);
    const data = path.join(parent, 'new/data');
    assert.equal(runProgram(program(data)).stderr, '');
    const password = await createApplicationPassword(data);
    const image = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const headers = {
      authorization: password,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a.png"',
    };
    const upload = `
      const body = Buffer.from('${image.toString('base64')}', 'base64');
      const options = { method: 'POST', headers: ${JSON.stringify(headers)}, body };
      const response = await fetch(url + '/rest/cms/v2/media', options);
      if (response.status !== 201) throw new Error(await response.text());`;
    assert.equal(runProgram(program(data, upload)).stderr, '');
    const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
    assert.ok(names.filter((name) => name.endsWith('.png')).length > 1, names.join());
    for (const name of ['', ...names]) {
      const found = statSync(path.join(data, name));
      assert.equal(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, name);
    }
  });

  it('are named in a warning if other users can access them', () => {
    chmodSync(folder, 0o755);
    const parent = mkdtempSync(path.join(folder, 'modes-'));
    chmodSync(parent, 0o755);
    const data = path.join(parent, 'data');
    mkdirSync(data);
    chmodSync(data, 0o755);
    const { stderr } = runProgram(program(data));
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ msg, places }) => [msg, places]),
      [['data accessible to other accounts', [{ path: data, mode: '755' }]]],
    );
  });
});
