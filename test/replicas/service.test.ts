// Tests a service whose replica is killed and started again under load, and what `octavo doctor` reports about replicas.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runOctavo } from '../commands/in-process.ts';
import { assertConsistent, assertNothingLost, openPostgres } from '../faults/consistency.ts';
import { startLoad } from '../faults/load.ts';
import { createTestDatabase, type PostgresServer, startPostgresServer } from '../faults/postgres-server.ts';
import { newFolder, type Service, startService, waitUntil } from '../faults/service-process.ts';
import { freePort } from '../free-port.ts';
import { type ReplicaServer, skipReason, startReplica } from './replica-server.ts';

describe('a service with a replica', { skip: skipReason, timeout: 300_000 }, () => {
  let server: PostgresServer;
  let replica: ReplicaServer;
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let service: Service;
  let data = '';
  let metricsPort = 0;
  before(async () => {
    server = await startPostgresServer();
    test = await createTestDatabase(server.url);
    replica = await startReplica(server.url);
    [data, metricsPort] = [await newFolder(), await freePort()];
    const options = ['--read-database', replica.urlOf(test.url), '--metrics-port', String(metricsPort)];
    service = await startService({ data, database: test.url, options: [...options, '--response-cache', '0'] });
  });
  after(async () => {
    await replica.remove();
    await server.remove();
  });

  /** Returns the value of a metric of the replica. */
  async function readMetric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(new RegExp(`^octavo_replica_${name}\\{replica="[^"]+"\\} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  const countLogged = (event: string) => service.log().split(`"${event}"`).length - 1;

  it('responds without errors, and logs each change of its use once', async () => {
    await waitUntil(() => countLogged('replica in use') === 1, 30_000, 'the replica is in use');
    const load = startLoad(service, { writers: 1, readers: 3 });
    for (let restarts = 1; restarts <= 2; restarts += 1) {
      const reads = await readMetric('reads_total');
      await waitUntil(async () => (await readMetric('reads_total')) > reads + 20, 60_000, 'the replica is used');
      await replica.kill();
      await waitUntil(() => countLogged('replica not in use') === restarts, 30_000, 'the replica is out of use');
      await waitUntil(async () => (await readMetric('in_use')) === 0, 30_000, 'the metrics are updated');
      const before = load.reads();
      await waitUntil(() => load.reads() > before + 20, 60_000, 'the primary is used');
      await replica.start();
      await waitUntil(() => countLogged('replica in use') === restarts + 1, 30_000, 'the replica is in use again');
    }
    await load.stop();
    assert.deepEqual([load.rejected, load.failedReads, load.failedRequests], [[], [], []]);
    const client = await openPostgres(test.url);
    await assertNothingLost(client.query, load.acknowledged);
    await assertConsistent(client.query, 'postgres');
    await client.close();
    assert.equal(countLogged('replica not in use'), 2);
  });

  it('is checked by octavo doctor', async () => {
    const location = ['--data', data, '--database', test.url];
    const unreachable = `postgres://octavo@127.0.0.1:${await freePort()}/site`;
    const replicas = [replica.urlOf(test.url), test.url, unreachable].join(',');
    const { stdout } = await runOctavo(['doctor', '--json', ...location, '--read-database', replicas], {});
    const { checks } = JSON.parse(stdout) as { checks: { check: string; result: string; message: string }[] };
    const found = checks.filter(({ check }) => check === 'replicas');
    assert.deepEqual(
      found.map(({ result }) => result),
      ['ok', 'warning', 'warning'],
    );
    for (const [at, pattern] of [/is a replica .* behind\./, /cannot be used: It is not/, /refused/].entries())
      assert.match(String(found[at]?.message), pattern);
  });

  it('stops although the replica does not respond', async () => {
    await replica.freeze(true);
    try {
      const { exit, durationMs } = await service.end('SIGTERM');
      assert.equal(exit, 0);
      assert.ok(durationMs < 10_000, `${durationMs} ms`);
    } finally {
      await replica.freeze(false);
    }
  });
});
