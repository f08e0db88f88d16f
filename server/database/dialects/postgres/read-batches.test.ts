import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { FairLimiter } from '../../../workers/fair-limiter.ts';
import { DatabaseOverloaded } from '../../errors.ts';
import type { Pool } from './pools.ts';
import { type BatchGuard, BatchRejected, ConnectionRejected, ReadBatches } from './read-batches.ts';

const maxWaitMs = 50;

describe('batches of reads', () => {
  /** Resolves the queries of the connection. */
  let respond: () => void;
  let connections = 0;
  /** Whether each released connection was lost. */
  let released: boolean[] = [];
  let pool: Pool;
  const noop = async () => {};
  const accept: BatchGuard = { requireUsable: () => {}, checksOf: () => ({ before: noop, after: noop }) };

  beforeEach(() => {
    connections = 0;
    released = [];
    const response = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const client = {
      query: () => response.then(() => ({ rows: [] })),
      release: (isLost: boolean) => released.push(isLost),
    } as unknown as PoolClient;
    pool = {
      connections: {
        ending: false,
        async connect() {
          connections += 1;
          return client;
        },
      } as unknown as Pool['connections'],
      limiter: new FairLimiter({
        ...{ maxRunning: 1, maxRunningPerClient: 1, maxWaitMs },
        ...{ maxQueued: Number.POSITIVE_INFINITY, maxQueuedPerClient: Number.POSITIVE_INFINITY },
      }),
      ...{ maxWaitMs, isPooled: false, begin: 'begin' },
    };
  });

  /** Starts reads, and returns their errors. */
  const start = (batches: ReadBatches, count: number): Promise<unknown>[] =>
    Array.from({ length: count }, () =>
      batches.run({ text: 'select' }).then(
        () => undefined,
        (error) => error,
      ),
    );

  it('reject all reads that have waited for as long as those of the pool may', async () => {
    const batches = new ReadBatches(pool, accept);
    const running = start(batches, 1);
    await pause(5);
    const began = performance.now();
    const errors = await Promise.all(start(batches, 8));
    const elapsedMs = performance.now() - began;
    for (const error of errors) assert.ok(error instanceof DatabaseOverloaded);
    assert.ok(elapsedMs < 4 * maxWaitMs, `${elapsedMs} ms`);
    respond();
    assert.deepEqual(await Promise.all(running), [undefined]);
  });

  it('reject waiting reads on request, and others before they connect', async () => {
    let isUsable = true;
    const requireUsable = () => {
      if (!isUsable) throw new BatchRejected('not usable');
    };
    const batches = new ReadBatches(pool, { ...accept, requireUsable });
    const running = start(batches, 1);
    await pause(5);
    const waiting = start(batches, 3);
    const error = new BatchRejected('waiting');
    batches.rejectWaiting(error);
    assert.deepEqual(await Promise.all(waiting), [error, error, error]);
    isUsable = false;
    const later = start(batches, 2);
    respond();
    assert.deepEqual(await Promise.all(running), [undefined]);
    for (const each of await Promise.all(later)) assert.match(String(each), /not usable/);
    isUsable = true;
    assert.deepEqual(await Promise.all(start(batches, 1)), [undefined]);
    assert.equal(connections, 2);
  });

  it('close a connection only if a check requires it', async () => {
    respond();
    for (const Rejected of [BatchRejected, ConnectionRejected]) {
      const before = () => Promise.reject(new Rejected('rejected'));
      const batches = new ReadBatches(pool, { ...accept, checksOf: () => ({ before, after: noop }) });
      for (const error of await Promise.all(start(batches, 2))) assert.ok(error instanceof Rejected);
    }
    await pause(5);
    assert.deepEqual(released, [false, true]);
  });
});
