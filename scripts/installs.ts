// Tests the commands of the README on clean clones: installed by npm 10.9 and 11 with `ci` and `install`, run on Node
// 20, 22 and the latest. `npm run installs` takes about four minutes on two cores and needs the npm registry, so `npm test`
// does not include it.
//
// Each npm version installs with both commands, each Node version installs at least once, and every installation runs on every
// Node version. The versions determine how the service starts. npm 11 adds the installed Node to the PATH. With npm 10,
// the system's Node replaces itself with the installed Node (22, latest) or starts it as a child process (20). Services that
// `npm ci` installed are stopped in each of the ways in `stops`, the others only by SIGTERM to npm.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  changedFiles,
  clone,
  kill,
  type NodeVersion,
  type NpmVersion,
  npm,
  type StartedService,
  start,
  Tools,
  untilStopped,
} from './clean-clone.ts';

const installations: readonly { npm: NpmVersion; command: 'ci' | 'install'; node: NodeVersion }[] = [
  { npm: '10.9', command: 'ci', node: '20' },
  { npm: '11', command: 'ci', node: 'latest' },
  { npm: '10.9', command: 'install', node: '22' },
  { npm: '11', command: 'install', node: '20' },
];

interface Stop {
  readonly name: string;
  readonly signal: NodeJS.Signals;
  /** Returns the ID of the process that receives the signal, or the negated ID of a process group. */
  readonly target: (service: StartedService) => number;
}

const termination: Stop = { name: 'SIGTERM to npm', signal: 'SIGTERM', target: (service) => service.npm.pid };

const stops: readonly Stop[] = [
  termination,
  { name: 'SIGINT to npm', signal: 'SIGINT', target: (service) => service.npm.pid },
  { name: 'Ctrl-C', signal: 'SIGINT', target: (service) => -service.npm.pid },
  { name: 'SIGKILL to npm', signal: 'SIGKILL', target: (service) => service.npm.pid },
  { name: 'SIGKILL to the process that npm started', signal: 'SIGKILL', target: (service) => service.child },
];

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-installs-'));
const running = new Set<StartedService>();
after(async () => {
  for (const service of running) kill(service);
  await rm(folder, { recursive: true, force: true });
});

let tools: Tools;
before(async () => {
  tools = await Tools.install(path.join(folder, 'tools'));
});

describe('a clean clone', { concurrency: 2 }, () => {
  for (const { npm: npmVersion, command, node: installer } of installations) {
    describe(`installed by npm ${npmVersion} ${command} on Node ${installer}`, { concurrency: 1 }, () => {
      const checkout = path.join(folder, `${npmVersion}-${command}`);
      before(async () => {
        await clone(checkout);
        await npm(checkout, tools.environment(npmVersion, installer), [command]);
      });
      after(() => rm(checkout, { recursive: true, force: true }));

      for (const node of ['20', '22', 'latest'] as const)
        describe(`and run on Node ${node}`, () =>
          runsOn(() => tools.environment(npmVersion, node), checkout, command === 'ci' ? stops : stops.slice(0, 1)));

      it('has no changed files after the installation', async () => {
        assert.equal(await changedFiles(checkout), '');
      });
    });
  }
});

/** Declares the tests of an installed clone. `environment` returns the environment of its processes. */
function runsOn(environment: () => NodeJS.ProcessEnv, checkout: string, stops: readonly Stop[]): void {
  const titles = ['Hello'];
  let data: string;
  let authorization: string;
  before(() => {
    data = mkdtempSync(path.join(folder, 'data-'));
  });

  /** Starts the service and checks that it has all posts that were created so far. */
  const startAgain = async () => {
    const service = await start(checkout, environment(), data);
    running.add(service);
    const posts = await (await fetch(`${service.rest}/cms/v2/posts?orderby=id&order=asc`)).json();
    assert.deepEqual(
      (posts as { title: { rendered: string } }[]).map(({ title }) => title.rendered),
      titles,
    );
    return service;
  };

  const stopNow = async (service: StartedService, { signal, target }: Stop) => {
    process.kill(target(service), signal);
    await untilStopped(service);
    running.delete(service);
    // The service deletes the write-ahead log when it closes its database. If it is killed, it cannot do so.
    const isKilledItself = signal === 'SIGKILL' && target(service) === service.processes.at(-1);
    assert.equal(existsSync(path.join(data, 'octavo.sqlite-wal')), isKilledItself, 'the log exists only after a kill');
  };

  it('passes a test and has an up-to-date route table', async () => {
    const tests = await npm(checkout, environment(), ['test', '--', 'test/lock-file.test.ts']);
    assert.match(tests, /^tests: [1-9]\d* passed, 0 failed$/m);
    await npm(checkout, environment(), ['run', 'routes', '--', '--check']);
  });

  for (const stop of stops)
    it(`serves and writes until it is stopped by ${stop.name}`, async () => {
      const service = await startAgain();
      authorization ??= await administrator(checkout, environment(), data);
      const body = new URLSearchParams({ title: stop.name, status: 'publish' });
      const created = await fetch(`${service.rest}/cms/v2/posts`, { method: 'POST', headers: { authorization }, body });
      assert.equal(created.status, 201);
      titles.push(stop.name);
      await stopNow(service, stop);
    });

  it('still has all created posts', async () => stopNow(await startAgain(), termination));
}

/** Creates an application password for the administrator and returns an Authorization header with it. */
async function administrator(checkout: string, env: NodeJS.ProcessEnv, data: string): Promise<string> {
  const args = ['app-password', 'create', 'admin', '--name', 'installs', '--data', data];
  const password = (await npm(checkout, env, ['run', '--silent', 'octavo', '--', ...args])).trim();
  return `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
}
