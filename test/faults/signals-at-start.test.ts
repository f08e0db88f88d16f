// Sends signals while the service starts, at named points and after fractions of its startup time. The service must exit with
// 0, leave no process and no incomplete site behind, and complete the site at the next start, which prints a setup link.
// `OCTAVO_SIGNALS=all` tests more combinations.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { setupLinkIn } from '../set-up-site.ts';
import { assertConsistent, openPostgres, openSqlite, type Query } from './consistency.ts';
import { describeOnPostgres } from './postgres-server.ts';
import {
  descendants,
  describeSignal,
  handlesSignal,
  hasProcessInformation,
  isGroupAlive,
  type StopSignal,
  sendSignals,
} from './process-groups.ts';
import { killAfterTests, main, newFolder, waitUntil } from './service-process.ts';

const isFull = process.env.OCTAVO_SIGNALS === 'all';
/** Documented maximum duration of a stop, in milliseconds. */
const MAX_STOP_MS = 10_000;

/** A service that is starting. */
interface StartingService {
  readonly child: ChildProcess;
  readonly data: string;
  readonly port: number;
  /** Returns the standard output and standard error of the service. */
  output(): string;
}

interface StartOptions {
  readonly workers: 1 | 2;
  readonly database?: string;
}

/** Conditions that become true one after the other while the service starts. */
const startupConditions: Readonly<Record<string, (starting: StartingService) => boolean>> = {
  // SIGHUP is the last signal for which the service installs a handler.
  'it handles signals': ({ child }) => handlesSignal(child, 'SIGHUP') === true,
  'the configuration is read': ({ output }) => output().includes('reading configuration'),
  'the database is created': ({ data }) => existsSync(path.join(data, 'octavo.sqlite-wal')),
  'workers are started': ({ child }) => descendants(child, 'main.js').length > 0,
  'it listens': ({ output }) => output().includes('server listening'),
  'it serves': ({ output }) => output().includes('curl'),
};

async function start({ workers, database }: StartOptions): Promise<StartingService> {
  const [data, port] = [await newFolder(), await freePort()];
  // The file is JavaScript, because stripping types would make every start slower.
  const config = path.join(data, 'config.mjs');
  writeFileSync(config, "console.log('reading configuration');\nexport default {};\n");
  const locationOptions = [
    '--data',
    data,
    '--config',
    config,
    ...(database === undefined ? [] : ['--database', database]),
  ];
  const args = [main, 'serve', '--port', String(port), '--workers', String(workers), ...locationOptions];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  killAfterTests(child);
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  return { child, data, port, output: () => output };
}

/** Stops a starting service, and checks the processes and the database that remain. */
async function stopStarting(starting: StartingService, stopSignal: StopSignal, query?: Query): Promise<void> {
  const { child, data, output } = starting;
  const isHandled = handlesSignal(child, 'SIGHUP') === true;
  const began = performance.now();
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : [child.exitCode, null];
  await sendSignals(child, stopSignal);
  const [code, by] = await ended;
  const durationMs = performance.now() - began;
  // The signal kills a process that has not installed its signal handlers yet.
  if (isHandled || by === null) assert.deepEqual([code, by], [0, null], output());
  else assert.equal(by, stopSignal.signal);
  assert.ok(durationMs < MAX_STOP_MS, `it took ${Math.round(durationMs)} ms`);
  await waitUntil(() => !isGroupAlive(child), 20_000, 'no process is left');
  const file = query === undefined && existsSync(path.join(data, 'octavo.sqlite')) ? openSqlite(data) : undefined;
  await assertComplete(query ?? file?.query);
  file?.close();
}

/** Starts an interrupted service again, and checks the site that it has completed. */
async function assertNextStartCompletes(interrupted: Pick<StartingService, 'data' | 'port'>): Promise<void> {
  const args = [main, 'serve', '--port', String(interrupted.port), '--data', interrupted.data];
  const again = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  killAfterTests(again);
  let output = '';
  again.stdout.on('data', (text) => (output += text));
  await waitUntil(() => output.includes('curl'), 60_000, 'it serves');
  const file = openSqlite(interrupted.data);
  await assertComplete(file.query);
  assert.notEqual(setupLinkIn(output), '');
  await assertConsistent(file.query, 'sqlite');
  file.close();
  again.kill('SIGKILL');
}

/** Asserts that the initial content is either complete or does not exist. */
async function assertComplete(query: Query | undefined): Promise<void> {
  if (query === undefined || !(await hasTable(query, 'entries')) || (await count(query, 'entries')) === 0) return;
  assert.equal(await count(query, "entries where type = 'post'"), 1);
  assert.equal(await count(query, "settings where name = 'default_category'"), 1);
}

const count = async (query: Query, table: string): Promise<number> =>
  Number((await query(`select count(*) as n from ${table}`))[0]?.n);

const hasTable = (query: Query, table: string): Promise<boolean> =>
  query(`select 1 from ${table} limit 1`).then(
    () => true,
    () => false,
  );

const signals: readonly StopSignal[] = [
  { signal: 'SIGTERM', to: 'group', times: 3 },
  { signal: 'SIGINT', to: 'group', times: 1 },
  { signal: 'SIGTERM', to: 'process', times: 1 },
  { signal: 'SIGINT', to: 'process', times: 3 },
];

describe('a signal while the service starts', {
  skip: hasProcessInformation ? false : 'this system does not provide the required process information',
}, () => {
  let next = 0;
  for (const workers of [1, 2] as const) {
    let startMs = 0;
    for (const [name, isReached] of Object.entries(startupConditions)) {
      if (name === 'workers are started' && workers === 1) continue;
      // Unless OCTAVO_SIGNALS is `all`, each point is tested with only one signal; the signals take turns.
      const chosen = isFull ? signals : [signals[next++ % signals.length] as StopSignal];
      for (const stopSignal of chosen) {
        it(`when ${name}, ${workers} workers: ${describeSignal(stopSignal)}`, { timeout: 300_000 }, async () => {
          const starting = await start({ workers });
          const elapsedMs = await waitUntil(() => isReached(starting), 60_000, name);
          if (name === 'it serves') startMs = elapsedMs;
          await stopStarting(starting, stopSignal);
          if (name === 'the database is created' && workers === 1) await assertNextStartCompletes(starting);
        });
      }
    }

    it(`after any part of the startup time, ${workers} workers`, { timeout: isFull ? 600_000 : 300_000 }, async () => {
      assert.ok(startMs > 0, 'a previous test has measured the startup time');
      const steps = isFull ? 30 : 4;
      for (let n = 0; n < steps; n += 1) {
        const starting = await start({ workers });
        await pause((startMs * n) / steps);
        await stopStarting(starting, signals[n % signals.length] as StopSignal);
      }
    });
  }

  describeOnPostgres((database) => {
    it('when the configuration is read, 2 workers', { timeout: 300_000 }, async () => {
      const starting = await start({ workers: 2, database: database.url });
      await waitUntil(
        () => startupConditions['the configuration is read']?.(starting) === true,
        60_000,
        'it reads the file',
      );
      const client = await openPostgres(database.url);
      await stopStarting(starting, { signal: 'SIGINT', to: 'group', times: 3 }, client.query);
      await client.close();
    });
  });
});

describe('a service that fails to start after the site was created', () => {
  it('keeps the site, which the next start serves', { timeout: 300_000 }, async () => {
    /** Returns the exit code and the output of a service whose port is taken when it has created the site; undefined if it was faster. */
    const startWithoutPort = async (workers: number) => {
      const [data, port] = [await newFolder(), await freePort()];
      const args = ['serve', '--port', String(port), '--workers', String(workers), '--data', data];
      const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
      killAfterTests(child);
      let output = '';
      child.stdout.on('data', (text) => (output += text));
      const closed = once(child, 'close');
      // A port that is in use from the beginning would be reported before the site is created.
      while (!existsSync(path.join(data, 'octavo.sqlite'))) await pause(1);
      const occupied = createServer().listen(port, '127.0.0.1');
      const isOccupied = await once(occupied, 'listening').then(
        () => true,
        () => false,
      );
      if (!isOccupied) child.kill('SIGKILL');
      const [code] = await closed;
      occupied.close();
      return isOccupied ? { code, output, data, port } : undefined;
    };
    for (const workers of [1, 2]) {
      let outcome = await startWithoutPort(workers);
      for (let attempts = 1; !outcome; attempts += 1) {
        assert.ok(attempts < 10, 'the port is taken before the service listens');
        outcome = await startWithoutPort(workers);
      }
      assert.equal(outcome.code, 2);
      assert.equal(outcome.output, '');
      await assertNextStartCompletes(outcome);
    }
  });
});
