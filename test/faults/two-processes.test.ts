// Two processes on one database, and two workers on one port: a write through one is seen by it at once and by the other
// within 100 ms, while both are read from and written to by others (check 59; architecture.md §5).
import assert from 'node:assert/strict';
import type { Agent } from 'node:http';
import { describe, it } from 'node:test';
import { startLoad } from './load.ts';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, oneConnection, type Service, type ServiceOptions, startService, until } from './service-process.ts';

/** How soon others see a write, in milliseconds. */
const soon = 100;
const rounds = 20;
const list = '/cms/v2/categories?orderby=id&order=desc&per_page=1';

/** A way to one process: through a connection that stays with it. */
interface Way {
  readonly service: Service;
  readonly agent: Agent;
}

const newest = async ({ service, agent }: Way): Promise<string> => (await service.read(list, agent)).body[0]?.name;

/**
 * Writes through each in turn, under load. Gives how long after a write the last stale answer was asked for, in
 * milliseconds. Others write through the first only: a write through the second would make it forget what it keeps
 * without having heard of anything.
 */
async function lastStale(ways: readonly [Way, Way]): Promise<number> {
  const [first, second] = ways;
  const loads = [
    startLoad(first.service, { writers: 1, readers: 2 }),
    startLoad(second.service, { writers: 0, readers: 2 }),
  ];
  let stale = 0;
  for (let n = 0; n < rounds; n += 1) {
    const [one, other] = n % 3 < 2 ? [first, second] : [second, first];
    for (let times = 0; times < 2; times += 1) await newest(other);
    const name = `Round ${n} ${Math.random()}`;
    const made = await one.service.ask('POST', '/cms/v2/categories', { name }, one.agent);
    const told = performance.now();
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const seenThere = (async () => {
      for (let asked = told; (await newest(other)) !== name; asked = performance.now()) {
        assert.ok(asked - told < soon, `not seen by the other when asked ${Math.round(asked - told)} ms later`);
        stale = Math.max(stale, asked - told);
      }
    })();
    assert.equal(await newest(one), name, 'seen at once by who was told');
    await seenThere;
  }
  for (const load of loads) {
    await load.stop();
    assert.deepEqual([load.refused, load.unread, load.unanswered], [[], [], []]);
    assert.ok(load.reads() > 0, 'the load was on');
  }
  assert.ok(loads[0]?.acknowledged.length, 'the load was on');
  return stale;
}

async function twoProcesses(options: ServiceOptions): Promise<number> {
  const one = await startService(options);
  const two = await startService(options);
  const ways = [one, two].map((service) => ({ service, agent: oneConnection() })) as [Way, Way];
  const stale = Math.max(await lastStale(ways), await lastStale([ways[1], ways[0]]));
  for (const { service, agent } of ways) {
    agent.destroy();
    assert.equal((await service.end('SIGTERM')).how, 0);
  }
  return stale;
}

const told = (stale: number) => `a stale answer was last asked for ${stale.toFixed(1)} ms after the write`;

describe('a write through one process is seen by the other', () => {
  it('on one SQLite file', { timeout: 60_000 }, async (t) => {
    t.diagnostic(told(await twoProcesses({ data: await newFolder() })));
  });

  it('with --workers 2', { timeout: 60_000 }, async (t) => {
    const service = await startService({ data: await newFolder(), options: ['--workers', '2'] });
    // New connections go to the workers in turn.
    const ways: [Way, Way] = [
      { service, agent: oneConnection() },
      { service, agent: oneConnection() },
    ];
    for (const way of ways) await newest(way);
    t.diagnostic(told(await lastStale(ways)));
    for (const { agent } of ways) agent.destroy();
    assert.equal((await service.end('SIGTERM')).how, 0);
  });

  describeOnPostgres((database) => {
    it('on one database', { timeout: 60_000 }, async (t) => {
      t.diagnostic(told(await twoProcesses({ data: await newFolder(), database: database.url })));
    });

    it('also when the line they hear each other on is cut again and again', { timeout: 60_000 }, async () => {
      const options = { data: await newFolder(), database: database.url };
      const [one, two] = [await startService(options), await startService(options)];
      const { postgres } = await import('./stored.ts');
      const beside = await postgres(database.url);
      for (let n = 0; n < 10; n += 1) {
        const ways = [one, two].map((service) => ({ service, agent: oneConnection() })) as [Way, Way];
        await Promise.all(ways.map(newest));
        await beside.query(
          "select pg_terminate_backend(pid, 1000) from pg_stat_activity where application_name = 'octavo news' and datname = current_database()",
        );
        const name = `Unheard ${n}`;
        const made = await one.ask('POST', '/cms/v2/categories', { name });
        assert.equal(made.status, 201);
        const began = performance.now();
        assert.equal(await newest(ways[0]), name);
        await until(async () => (await newest(ways[1])) === name, soon, 'the other sees it');
        assert.ok(performance.now() - began < soon * 5);
        for (const { agent } of ways) agent.destroy();
      }
      await beside.close();
      for (const service of [one, two]) assert.equal((await service.end('SIGTERM')).how, 0);
    });
  });
});
