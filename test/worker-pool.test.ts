// Tests pools of worker processes: results, limits, fairness between clients, and signals (server/workers).
import assert from 'node:assert/strict';
import { type ChildProcess, execFile } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { JobTimedOut, JobTooExpensive, WorkerFailed, WorkersBusy } from '../server/workers/errors.ts';
import { type JobOptions, WorkerPool, type WorkerPoolOptions } from '../server/workers/worker-pool.ts';
import type { PoolJob } from './fixtures/pool-worker.ts';

const defaults: WorkerPoolOptions = {
  file: new URL('./fixtures/pool-worker.ts', import.meta.url),
  maxWorkers: 2,
  maxQueued: 10,
  maxQueuedPerClient: 5,
  idleMs: 10_000,
  cpuLimitMs: 5000,
  wallLimitMs: 20_000,
};

function openPool(t: TestContext, options: Partial<WorkerPoolOptions> = {}) {
  const pool = new WorkerPool({ ...defaults, ...options });
  t.after(() => pool.close());
  const run = (job: PoolJob, jobOptions: Partial<JobOptions> = {}) => pool.run(job, { client: 'a', ...jobOptions });
  return { pool, run };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let attempts = 0; !condition(); attempts += 1) {
    assert.ok(attempts < 6000, 'the condition is met in time');
    await pause(10);
  }
}

describe('a pool of worker processes', () => {
  it('runs jobs one after the other in the same process, and starts no process before the first job', async (t) => {
    const { pool, run } = openPool(t);
    assert.equal(pool.statistics.workers, 0);
    const first = await run({ kind: 'pid' });
    assert.equal(await run({ kind: 'pid' }), first);
    assert.deepEqual(await run({ kind: 'echo', value: { text: 'ä' } }), { text: 'ä' });
    assert.equal(pool.statistics.workers, 1);
  });

  it('ends an idle process', async (t) => {
    const { pool, run } = openPool(t, { idleMs: 20 });
    const pid = (await run({ kind: 'pid' })) as number;
    await waitUntil(() => pool.statistics.workers === 0);
    assert.equal(isAlive(pid), false);
    assert.notEqual(await run({ kind: 'pid' }), pid);
  });

  it('kills a job that exceeds its CPU time limit, and continues with the next one', async (t) => {
    // The start of a process may take more than 100 ms of CPU time on a slow machine.
    const { run } = openPool(t, { cpuLimitMs: 500 });
    await assert.rejects(run({ kind: 'spin', ms: 60_000 }), JobTooExpensive);
    assert.equal(await run({ kind: 'spin', ms: 10 }), 'spun');
  });

  it('does not count the time in which a job waits for the CPU', async (t) => {
    const { run } = openPool(t, { cpuLimitMs: 100 });
    assert.equal(await run({ kind: 'wait', ms: 400 }), 'waited');
    await assert.rejects(run({ kind: 'wait', ms: 60_000 }, { wallLimitMs: 300 }), (error) => {
      assert.ok(error instanceof JobTimedOut && error instanceof WorkersBusy);
      return error.cpuMs === undefined || error.cpuMs < 300;
    });
  });

  it('reports errors of a job through toError', async (t) => {
    const { run } = openPool(t, { toError: (error) => new RangeError(`job: ${error}`) });
    await assert.rejects(run({ kind: 'throw', message: 'no' }), { name: 'RangeError', message: 'job: no' });
    assert.equal(await run({ kind: 'echo', value: 1 }), 1);
  });

  it('rejects the job of a process that exits by itself', async (t) => {
    const { run } = openPool(t);
    await assert.rejects(run({ kind: 'exit' }), WorkerFailed);
    assert.equal(await run({ kind: 'echo', value: 1 }), 1);
  });

  it('kills the process of a job that its caller has aborted', async (t) => {
    const { run } = openPool(t);
    const pid = (await run({ kind: 'pid' })) as number;
    const caller = new AbortController();
    const job = run({ kind: 'spin', ms: 60_000 }, { signal: caller.signal });
    await pause(50);
    caller.abort(new Error('gone'));
    await assert.rejects(job, { message: 'gone' });
    await waitUntil(() => !isAlive(pid));
  });

  it('completes a short job that its caller has aborted, and counts it for its client until then', async (t) => {
    /** Returns whether the aborted job was counted, and whether its process ran the next job. */
    const abortShortJob = async (): Promise<readonly [boolean, boolean]> => {
      const { pool, run } = openPool(t);
      const pid = (await run({ kind: 'pid' })) as number;
      const caller = new AbortController();
      const job = run({ kind: 'wait', ms: 60 }, { signal: caller.signal });
      await pause(10);
      caller.abort(new Error('gone'));
      await assert.rejects(job, { message: 'gone' });
      const isCounted = pool.statistics.running === 1;
      const isSameProcess = (await run({ kind: 'pid' })) === pid && pool.statistics.started === 1;
      await pool.close();
      return [isCounted, isSameProcess];
    };
    // On a busy machine, the job may be complete before it is aborted, or not in time.
    for (let attempts = 1; ; attempts += 1) {
      const [isCounted, isSameProcess] = await abortShortJob();
      if (isCounted && isSameProcess) break;
      assert.ok(attempts < 20, `counted: ${isCounted}, completed: ${isSameProcess}`);
    }
  });

  it('does not kill a process that is still starting when its first caller aborts', async (t) => {
    const { pool, run } = openPool(t);
    const caller = new AbortController();
    const job = run({ kind: 'spin', ms: 60_000 }, { signal: caller.signal });
    caller.abort(new Error('gone'));
    await assert.rejects(job, { message: 'gone' });
    assert.equal(await run({ kind: 'echo', value: 1 }), 1);
    assert.equal(pool.statistics.started, 1);
  });

  it('rejects a job that has waited too long', async (t) => {
    const { pool, run } = openPool(t, { maxWorkers: 1, maxWaitMs: 50 });
    const running = run({ kind: 'wait', ms: 300 });
    await assert.rejects(run({ kind: 'pid' }), WorkersBusy);
    assert.deepEqual([pool.statistics.queued, pool.statistics.rejected], [0, 1]);
    await running;
  });

  it('passes bytes and bigints unchanged with the advanced serialization', async (t) => {
    const { run } = openPool(t, { serialization: 'advanced' });
    const value = { bytes: new Uint8Array([0, 255]), large: 2n ** 60n };
    assert.deepEqual(await run({ kind: 'echo', value }), value);
  });

  it('reports a process that cannot be started', async (t) => {
    const { run } = openPool(t, { env: { PATH: 'x'.repeat(200_000) } });
    await assert.rejects(run({ kind: 'pid' }));
  });

  it('removes a queued job that its caller has aborted', async (t) => {
    const { pool, run } = openPool(t, { maxWorkers: 1 });
    const running = run({ kind: 'wait', ms: 200 });
    const caller = new AbortController();
    const waiting = run({ kind: 'echo', value: 1 }, { signal: caller.signal });
    assert.equal(pool.statistics.queued, 1);
    caller.abort(new Error('gone'));
    await assert.rejects(waiting, { message: 'gone' });
    assert.equal(pool.statistics.queued, 0);
    await running;
  });

  it('alternates between clients', async (t) => {
    const { run } = openPool(t, { maxWorkers: 1 });
    const order: string[] = [];
    const as = (client: string) =>
      run({ kind: 'wait', ms: 5 }, { client }).then(() => {
        order.push(client);
      });
    await Promise.all([as('a'), as('a'), as('a'), as('a'), as('b'), as('c'), as('b')]);
    assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('reserves a process for other clients while one client has many jobs', async (t) => {
    const { pool, run } = openPool(t);
    let completed = 0;
    const many = [1, 2, 3].map(async () => {
      await run({ kind: 'wait', ms: 15_000 });
      completed += 1;
    });
    const settled = Promise.allSettled(many);
    await run({ kind: 'echo', value: 1 }, { client: 'b' });
    assert.equal(completed, 0);
    await pool.close();
    await settled;
  });

  it('rejects jobs that exceed the limits per client and in total', async (t) => {
    const { run } = openPool(t, { maxWorkers: 1, maxQueued: 3, maxQueuedPerClient: 2 });
    const accepted = [run({ kind: 'wait', ms: 100 }), run({ kind: 'pid' }), run({ kind: 'pid' })];
    await assert.rejects(run({ kind: 'pid' }), WorkersBusy);
    accepted.push(run({ kind: 'pid' }, { client: 'b' }));
    await assert.rejects(run({ kind: 'pid' }, { client: 'c' }), WorkersBusy);
    await Promise.all(accepted);
  });

  it('finishes its job when the process receives a stop signal', async (t) => {
    const { run } = openPool(t);
    const pid = (await run({ kind: 'pid' })) as number;
    const job = run({ kind: 'wait', ms: 200 });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal);
    assert.equal(await job, 'waited');
    assert.equal(await run({ kind: 'pid' }), pid);
  });

  it('runs a job again if a stop signal ended its process during the start, any number of times', async (t) => {
    const { run } = openPool(t);
    const job = run({ kind: 'pid' });
    const ended = new Set<number>();
    // The second signal kills the process that replaces the first one.
    while (ended.size < 2) {
      const pid = childPids().find((each) => !ended.has(each));
      if (pid !== undefined) ended.add(pid);
      if (pid !== undefined) process.kill(pid, 'SIGTERM');
      await pause(1);
    }
    assert.equal(ended.has((await job) as number), false);
  });

  it('allows its process to exit once the pool is closed, and not before', async () => {
    const program = `
      const { WorkerPool } = await import(${JSON.stringify(new URL('../server/workers/worker-pool.ts', import.meta.url))});
      const options = ${JSON.stringify({ ...defaults, file: undefined })};
      const pool = new WorkerPool({ ...options, file: new URL(${JSON.stringify(defaults.file)}) });
      await pool.run({ kind: 'pid' }, { client: 'a' });
      await pool.close();
      console.log('closed');`;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
    assert.equal(stdout, 'closed\n');
  });

  it('rejects queued jobs and ends running ones when it is closed', async (t) => {
    const { pool, run } = openPool(t, { maxWorkers: 1 });
    const pid = (await run({ kind: 'pid' })) as number;
    const jobs = [run({ kind: 'spin', ms: 60_000 }), run({ kind: 'pid' })];
    const results = Promise.allSettled(jobs);
    await pool.close();
    assert.equal(isAlive(pid), false);
    assert.deepEqual(
      (await results).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await assert.rejects(run({ kind: 'pid' }), WorkersBusy);
  });
});

/** Returns the IDs of the running child processes of this process. */
function childPids(): number[] {
  const handles = (process as unknown as { _getActiveHandles(): Partial<ChildProcess>[] })._getActiveHandles();
  return handles.flatMap(({ pid, exitCode, signalCode }) =>
    pid !== undefined && exitCode === null && signalCode === null ? [pid] : [],
  );
}
