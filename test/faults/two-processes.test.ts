// Tests two processes on one database, and two workers on one port: a write to one process is visible there immediately and in
// the other process within 100 ms, while other clients read from and write to both (docs/architecture.md, Caching).
import assert from 'node:assert/strict';
import type { Agent } from 'node:http';
import { describe, it } from 'node:test';
import { startLoad } from './load.ts';
import { describeOnPostgres } from './postgres-server.ts';
import {
  newFolder,
  newSite,
  oneConnection,
  type Service,
  type ServiceOptions,
  startService,
} from './service-process.ts';

/** Maximum time until a write is visible in other processes, in milliseconds. */
const maxDelayMs = 100;
/** Number of writes in each direction of a measurement, under load. */
const rounds = 12;
const list = '/cms/v2/categories?orderby=id&order=desc&per_page=1';

/** A client with a persistent connection to one of the processes. */
interface ProcessClient {
  readonly service: Service;
  readonly agent: Agent;
}

const newest = async ({ service, agent }: ProcessClient): Promise<string> =>
  (await service.read(list, agent)).body[0]?.name;

/**
 * Waits until a write is visible. Returns the time from its acknowledgement to the last request that still got a stale response, in
 * milliseconds.
 */
async function untilVisible(client: ProcessClient, name: string, acknowledgedAt: number): Promise<number> {
  let staleMs = 0;
  for (let requestedAt = acknowledgedAt; (await newest(client)) !== name; requestedAt = performance.now()) {
    staleMs = requestedAt - acknowledgedAt;
    assert.ok(staleMs < maxDelayMs, `the write is not visible in the other process after ${Math.round(staleMs)} ms`);
  }
  return staleMs;
}

/**
 * Writes to both processes, under load. Returns the longest time between a write and a request that still got a stale
 * response, in milliseconds. The load writes only to the first process, because a write invalidates the caches of its own
 * process without a notification.
 */
async function measureStaleness(clients: readonly [ProcessClient, ProcessClient]): Promise<number> {
  const [first, second] = clients;
  const loads = [
    startLoad(first.service, { writers: 1, readers: 2 }),
    startLoad(second.service, { writers: 0, readers: 2 }),
  ];
  let staleMs = 0;
  for (let n = 0; n < rounds; n += 1) {
    const [one, other] = n % 3 < 2 ? [first, second] : [second, first];
    for (let times = 0; times < 2; times += 1) await newest(other);
    const name = `Round ${n} ${Math.random()}`;
    const made = await one.service.request('POST', '/cms/v2/categories', { name }, one.agent);
    const acknowledgedAt = performance.now();
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const waitForOther = untilVisible(other, name, acknowledgedAt);
    assert.equal(await newest(one), name, 'the write is visible immediately in the process that wrote it');
    staleMs = Math.max(staleMs, await waitForOther);
  }
  for (const load of loads) {
    await load.stop();
    assert.deepEqual([load.rejected, load.failedReads, load.failedRequests], [[], [], []]);
    assert.ok(load.reads() > 0, 'the load is running');
  }
  assert.ok(loads[0]?.acknowledged.length, 'the load is running');
  return staleMs;
}

async function twoProcesses(options: ServiceOptions): Promise<number> {
  const one = await startService(options);
  const two = await startService(options);
  const clients = [one, two].map((service) => ({ service, agent: oneConnection() })) as [ProcessClient, ProcessClient];
  const staleMs = Math.max(await measureStaleness(clients), await measureStaleness([clients[1], clients[0]]));
  for (const { service, agent } of clients) {
    agent.destroy();
    assert.equal((await service.end('SIGTERM')).exit, 0);
  }
  return staleMs;
}

const describeStaleness = (staleMs: number) =>
  `the last stale response was requested ${staleMs.toFixed(1)} ms after the write`;

describe('a write to one process is visible in the other', () => {
  it('on one SQLite file', { timeout: 300_000 }, async (t) => {
    t.diagnostic(describeStaleness(await twoProcesses({ data: await newSite() })));
  });

  it('with --workers 2', { timeout: 300_000 }, async (t) => {
    const service = await startService({ data: await newSite(), options: ['--workers', '2'] });
    // New connections are distributed among the workers in turn.
    const clients: [ProcessClient, ProcessClient] = [
      { service, agent: oneConnection() },
      { service, agent: oneConnection() },
    ];
    for (const client of clients) await newest(client);
    t.diagnostic(describeStaleness(await measureStaleness(clients)));
    for (const { agent } of clients) agent.destroy();
    assert.equal((await service.end('SIGTERM')).exit, 0);
  });

  describeOnPostgres((database) => {
    it('on one database', { timeout: 300_000 }, async (t) => {
      t.diagnostic(describeStaleness(await twoProcesses({ data: await newFolder(), database: database.url })));
    });

    it('even if the notification connection is terminated repeatedly', { timeout: 300_000 }, async () => {
      const options = { data: await newFolder(), database: database.url };
      const [one, two] = [await startService(options), await startService(options)];
      const { openPostgres } = await import('./consistency.ts');
      const adminClient = await openPostgres(database.url);
      for (let n = 0; n < 10; n += 1) {
        const clients = [one, two].map((service) => ({ service, agent: oneConnection() })) as [
          ProcessClient,
          ProcessClient,
        ];
        await Promise.all(clients.map(newest));
        await adminClient.query(
          "select pg_terminate_backend(pid, 1000) from pg_stat_activity where application_name = 'octavo changes' and datname = current_database()",
        );
        const name = `Unheard ${n}`;
        const made = await one.request('POST', '/cms/v2/categories', { name });
        assert.equal(made.status, 201);
        const acknowledgedAt = performance.now();
        assert.equal(await newest(clients[0]), name);
        await untilVisible(clients[1], name, acknowledgedAt);
        for (const { agent } of clients) agent.destroy();
      }
      await adminClient.close();
      for (const service of [one, two]) assert.equal((await service.end('SIGTERM')).exit, 0);
    });
  });
});
