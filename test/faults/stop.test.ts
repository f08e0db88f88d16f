// A stop under load: what was accepted is answered, what was acknowledged is there, the end comes soon (check 64). Signals in
// more ways are tested in signals.test.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from './load.ts';
import { openNewConnections } from './new-connections.ts';
import { canLookAtProcesses, descendants, hasGroup } from './process-groups.ts';
import { newFolder, oneConnection, type Service, startService, until } from './service-process.ts';
import { assertNothingLost, assertSound, embedded } from './stored.ts';

describe('SIGTERM under load', () => {
  for (const workers of [1, 2]) {
    it(`answers what was accepted, and ends soon (${workers} at work)`, { timeout: 60_000 }, async () => {
      const data = await newFolder();
      const service = await startService({ data, options: ['--workers', String(workers)] });
      const load = startLoad(service, { writers: 8, readers: 4 });
      await until(() => load.acknowledged.length > 30 && load.reads() > 30, 20_000, 'the load is on');
      const { how, took } = await service.end('SIGTERM');
      await load.stop();
      assert.equal(how, 0);
      assert.ok(took < 5000, `it took ${Math.round(took)} ms`);
      assert.deepEqual([load.refused, load.unread], [[], []], 'every answer was a good one');
      const file = embedded(data);
      await assertNothingLost(file.query, load.acknowledged);
      // A request that meets an idle connection just being closed is not accepted, and nothing of it may have been done.
      const [made] = await file.query("select count(*) as n from entries where title = 'Load'");
      assert.equal(made?.n, load.acknowledged.length, 'everything that was done was answered');
      await assertSound(file.query, 'sqlite');
      file.close();
    });
  }
});

describe('a stop while clients open new connections', () => {
  for (const workers of [1, 2]) {
    it(`resets none of those that were made (${workers} at work)`, { timeout: 60_000 }, async (t) => {
      const service = await startService({ data: await newFolder(), options: ['--workers', String(workers)] });
      const clients = openNewConnections(Number(new URL(service.origin).port), 60);
      await until(() => clients.outcomes.answered > 200, 30_000, 'requests are answered');
      clients.reset();
      const { how } = await service.end('SIGTERM');
      await clients.stop();
      const { answered, refused, reset } = clients.outcomes;
      t.diagnostic(`${answered} answered, ${refused} refused, ${reset} reset`);
      assert.equal(how, 0);
      // Between the last look at the queue and the close of the socket the system may complete one more.
      assert.ok(reset <= 1, `${reset} connections were reset, ${answered} answered`);
      assert.ok(refused > 0 && answered >= 50, 'there were connections to serve and to refuse');
    });
  }
});

describe('processes that end while others serve', {
  skip: canLookAtProcesses ? false : 'processes cannot be looked at',
}, () => {
  const startWorkers = async () => {
    const service = await startService({ data: await newFolder(), options: ['--workers', '2'], leadsGroup: true });
    const workers = descendants(service.child, 'main.js');
    assert.equal(workers.length, 2);
    return { service, workers };
  };
  /** Writes whose connections workers have accepted, not answered yet. */
  const writesInFlight = async (service: Service) => {
    const agents = Array.from({ length: 20 }, oneConnection);
    await Promise.all(agents.map((agent) => service.read('/cms/v2/posts?per_page=1', agent)));
    const writes = agents.map((agent, n) => service.ask('POST', '/cms/v2/posts', { title: `Write ${n}` }, agent));
    // Until the first is answered the others have reached the service.
    await Promise.race(writes);
    return writes;
  };

  it('a signal to a worker alone changes nothing', { timeout: 60_000 }, async () => {
    const { service, workers } = await startWorkers();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(workers[0] as number, signal);
    await pause(300);
    assert.deepEqual(descendants(service.child, 'main.js').sort(), workers.sort());
    assert.equal((await service.end('SIGHUP')).how, 0);
  });

  it('workers whose primary is killed answer what is in flight, then end', { timeout: 60_000 }, async () => {
    const { service } = await startWorkers();
    const writes = await writesInFlight(service);
    await service.end('SIGKILL');
    for (const { status } of await Promise.all(writes)) assert.equal(status, 201);
    await until(() => !hasGroup(service.child), 10_000, 'the workers have ended');
  });

  it('a worker that is killed when the stop begins does not hold it up', { timeout: 60_000 }, async () => {
    const { service, workers } = await startWorkers();
    const writes = await writesInFlight(service);
    process.kill(workers[0] as number, 'SIGKILL');
    const { how, took } = await service.end('SIGTERM');
    await Promise.allSettled(writes);
    assert.ok(took < 10_000, `it took ${Math.round(took)} ms`);
    assert.ok(how === 1 || how === 0, 'the primary ends by itself');
    await until(() => !hasGroup(service.child), 5000, 'no process is left');
  });
});
