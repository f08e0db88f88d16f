// Tests shutdown under load: accepted requests get their responses, acknowledged writes are stored, and the service exits
// soon. signals.test.ts tests other signals and targets.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertConsistent, assertNothingLost, openSqlite } from './consistency.ts';
import { startLoad } from './load.ts';
import { openNewConnections } from './new-connections.ts';
import { descendants, hasProcessInformation, isGroupAlive } from './process-groups.ts';
import { newSite, oneConnection, type Service, startService, waitUntil } from './service-process.ts';

describe('SIGTERM under load', () => {
  for (const workers of [1, 2]) {
    it(`completes accepted requests and exits soon (${workers} workers)`, { timeout: 300_000 }, async () => {
      const data = await newSite();
      const service = await startService({ data, options: ['--workers', String(workers)] });
      const load = startLoad(service, { writers: 8, readers: 4 });
      await waitUntil(() => load.acknowledged.length > 30 && load.reads() > 30, 60_000, 'the load is running');
      const { exit, durationMs } = await service.end('SIGTERM');
      await load.stop();
      assert.equal(exit, 0);
      assert.ok(durationMs < 5000, `it took ${Math.round(durationMs)} ms`);
      assert.deepEqual([load.rejected, load.failedReads], [[], []], 'no request failed');
      const file = openSqlite(data);
      await assertNothingLost(file.query, load.acknowledged);
      // A request that arrives on an idle connection while the connection is being closed is not accepted, and must have
      // no effect.
      const [made] = await file.query("select count(*) as n from entries where title = 'Load'");
      assert.equal(made?.n, load.acknowledged.length, 'every stored write got its response');
      await assertConsistent(file.query, 'sqlite');
      file.close();
    });
  }
});

describe('shutdown while clients open new connections', () => {
  for (const workers of [1, 2]) {
    it(`resets no established connections (${workers} workers)`, { timeout: 300_000 }, async (t) => {
      const service = await startService({ data: await newSite(), options: ['--workers', String(workers)] });
      const clients = openNewConnections(Number(new URL(service.origin).port), 60);
      await waitUntil(() => clients.outcomes.answered > 200, 60_000, 'requests are served');
      clients.reset();
      const { exit } = await service.end('SIGTERM');
      await clients.stop();
      const { answered, refused: refusedCount, reset } = clients.outcomes;
      t.diagnostic(`${answered} answered, ${refusedCount} refused, ${reset} reset`);
      assert.equal(exit, 0);
      // The system may complete one more connection after the queue was checked for the last time and before the socket is closed.
      assert.ok(reset <= 1, `${reset} connections were reset, ${answered} served`);
      assert.ok(refusedCount > 0 && answered >= 50, 'some connections were served and some refused');
    });
  }
});

describe('the primary process of workers', {
  skip: hasProcessInformation ? false : 'this system does not provide process information',
}, () => {
  it('completes no more than a few connections that it does not accept', { timeout: 300_000 }, async (t) => {
    /** Stops the service and returns the number of connections that are completed afterwards. */
    const countConnections = async (handlingMs: number): Promise<number> => {
      const service = await startService({ data: await newSite(), options: ['--workers', '2'] });
      const workers = descendants(service.child, 'main.js');
      const primary = service.child.pid ?? 0;
      const signalAll = (signal: NodeJS.Signals, pids: readonly number[]) => {
        for (const pid of pids) process.kill(pid, signal);
      };
      // The workers do not run, so that the stop is not completed, and then the primary does not run either.
      signalAll('SIGSTOP', workers);
      const ended = service.end('SIGTERM');
      await pause(handlingMs);
      signalAll('SIGSTOP', [primary]);
      t.after(() => ended);
      let connected = 0;
      const sockets = Array.from({ length: 40 }, () =>
        connect(Number(new URL(service.origin).port), '127.0.0.1', () => (connected += 1)).on('error', () => {}),
      );
      await pause(300);
      signalAll('SIGCONT', [...workers, primary]);
      for (const socket of sockets) socket.destroy();
      assert.equal((await ended).exit, 0);
      return connected;
    };
    const counts: number[] = [];
    // On a busy machine, the primary may handle the signal later. All times are shorter than its limit for draining.
    for (const handlingMs of [200, 500, 1000, 1500]) {
      counts.push(await countConnections(handlingMs));
      if ((counts.at(-1) ?? 0) <= 2) return;
    }
    assert.fail(`${counts} connections were completed`);
  });
});

describe('the exit of worker processes and their primary', {
  skip: hasProcessInformation ? false : 'this system does not provide process information',
}, () => {
  const startWorkers = async () => {
    const service = await startService({ data: await newSite(), options: ['--workers', '2'], leadsGroup: true });
    const workers = descendants(service.child, 'main.js');
    assert.equal(workers.length, 2);
    return { service, workers };
  };
  /** Sends writes, and resolves when workers have accepted them but not completed all of them. */
  const writesInFlight = async (service: Service) => {
    const agents = Array.from({ length: 20 }, oneConnection);
    await Promise.all(agents.map((agent) => service.read('/cms/v2/posts?per_page=1', agent)));
    const writes = agents.map((agent, n) => service.request('POST', '/cms/v2/posts', { title: `Write ${n}` }, agent));
    // When the first write is complete, the others have reached the service.
    await Promise.race(writes);
    return writes;
  };

  it('a stop signal to a single worker has no effect', { timeout: 300_000 }, async () => {
    const { service, workers } = await startWorkers();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(workers[0] as number, signal);
    await pause(300);
    assert.deepEqual(descendants(service.child, 'main.js').sort(), workers.sort());
    assert.equal((await service.end('SIGHUP')).exit, 0);
  });

  it('workers whose primary is killed complete requests in flight, then exit', { timeout: 300_000 }, async () => {
    const { service } = await startWorkers();
    const writes = await writesInFlight(service);
    await service.end('SIGKILL');
    for (const { status } of await Promise.all(writes)) assert.equal(status, 201);
    await waitUntil(() => !isGroupAlive(service.child), 20_000, 'the workers have exited');
  });

  it('a worker that is killed when shutdown begins does not delay the shutdown', { timeout: 300_000 }, async () => {
    const { service, workers } = await startWorkers();
    const writes = await writesInFlight(service);
    process.kill(workers[0] as number, 'SIGKILL');
    const { exit, durationMs } = await service.end('SIGTERM');
    await Promise.allSettled(writes);
    assert.ok(durationMs < 10_000, `it took ${Math.round(durationMs)} ms`);
    assert.ok(exit === 1 || exit === 0, 'the primary exits by itself');
    await waitUntil(() => !isGroupAlive(service.child), 20_000, 'no process is left');
  });
});
