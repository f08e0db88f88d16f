// Tests the recurring jobs: the last and the next run, failures, running a job at once, and who may do this.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { pino } from 'pino';
import { startMaintenance } from '../server/command-line/maintenance.ts';
import type { Database } from '../server/database/handle.ts';
import type { Extension } from '../server/extensions/extension.ts';
import { makeRunJobs } from '../server/extensions/run-jobs.ts';
import { ServiceJobs, storedName } from '../server/jobs/service-jobs.ts';
import { findRuns } from '../server/jobs/store.ts';
import { describeEachEngine } from './engines.ts';
import { sharedFixture } from './fixture-hooks.ts';
import { type Caller, openTestSite, roles } from './site.ts';

const path = '/octavo/v1/jobs';
const hourMs = 3600_000;

describeEachEngine('recurring jobs', (engine) => {
  const time = { now: Date.parse('2026-05-01T12:00:00Z') };
  const extensionRuns: string[] = [];
  let extensionError: Error | undefined;
  const timer: Extension = {
    ...{ name: 'timer', version: '1.0.0', title: 'Timer', description: '', namespace: 'timer/v1', resources: [] },
    open: () => ({
      modules: [],
      jobs: [
        {
          name: 'tick',
          every: 600,
          run: async () => {
            extensionRuns.push(new Date(time.now).toISOString());
            if (extensionError) throw extensionError;
          },
        },
      ],
    }),
  };
  const site = sharedFixture(async () =>
    openTestSite({ database: await engine.open(), extensions: [timer], clock: () => time.now }),
  );
  after(() => assert.deepEqual(site.errors, []));

  const list = async () => {
    const { status, body } = await site.request('administrator', 'GET', path);
    assert.equal(status, 200);
    return body;
  };
  const jobOf = async (name: string) => (await list()).find((job: { name: string }) => job.name === name);
  const runNow = (name: string, caller: Caller = 'administrator') =>
    site.request(caller, 'POST', `${path}/${name}/runs`);

  it('of the service have their last run and outcome, regardless of the process', async () => {
    let error: Error | undefined;
    const run = site.service.jobs.add({
      ...{ name: 'prune', description: 'Deletes old rows.', intervalMs: hourMs },
      run: async () => {
        time.now += 2000;
        if (error) throw error;
      },
    });
    assert.deepEqual(await jobOf('prune'), {
      ...{ name: 'prune', description: 'Deletes old rows.', extension: '', interval: 3600 },
      ...{ runnable: true, running: false, started: null, finished: null, error: '', next_run: null },
    });
    await run();
    const { started, finished, next_run: next, error: none } = await jobOf('prune');
    assert.deepEqual(
      [started, finished, next, none],
      ['2026-05-01T12:00:00', '2026-05-01T12:00:02', '2026-05-01T13:00:02', ''],
    );
    error = new Error('POST https://me:secret@api.test/?key=secret failed');
    await assert.rejects(run(), error);
    const failed = await jobOf('prune');
    assert.equal(failed.started, '2026-05-01T12:00:02');
    assert.match(failed.error, /^Error, POST https:\/\/api\.test\/… failed, at jobs\.test\.ts:\d+/);
    error = undefined;
    await run();
    assert.equal((await jobOf('prune')).error, '');
    // Another process knows the run only from the database.
    const other = new ServiceJobs(site.database, () => time.now);
    other.add({ name: 'prune', description: 'Deletes old rows.', intervalMs: hourMs, run: async () => {} });
    assert.equal(other.list()[0]?.lastRun, undefined);
    assert.equal((await findRuns(site.database.read, [storedName('prune')])).get(storedName('prune'))?.error, '');
  });

  it('that run every second are not stored and cannot be run at once', async () => {
    const run = site.service.jobs.add({
      ...{ name: 'poll', description: 'Polls.', intervalMs: 1000, run: async () => {} },
    });
    await run();
    assert.equal((await findRuns(site.database.read, [storedName('poll')])).size, 0);
    const { runnable, interval, finished } = await jobOf('poll');
    assert.deepEqual([runnable, interval, typeof finished], [false, 1, 'string']);
    const { status, body } = await runNow('poll');
    assert.deepEqual([status, body.code], [400, 'rest_job_not_runnable']);
  });

  it('can be run at once, but not twice at the same time', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    site.service.jobs.add({
      ...{ name: 'slow', description: 'Waits.', intervalMs: hourMs },
      run: async () => {
        runs += 1;
        await gate.promise;
      },
    });
    const { status, body } = await runNow('slow');
    assert.deepEqual([status, body.name, body.running], [202, 'slow', true]);
    assert.deepEqual([(await runNow('slow')).status, (await runNow('slow')).body.code], [409, 'rest_job_running']);
    gate.resolve();
    while ((await jobOf('slow')).running || (await jobOf('slow')).finished === null) await new Promise(setImmediate);
    assert.equal(runs, 1);
    assert.equal((await runNow('unknown')).body.code, 'rest_job_invalid_name');
    assert.equal((await runNow('unknown')).status, 404);
  });

  it('of the service run in one process at a time, and are listed as running by all', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const shared = {
      ...{ name: 'shared', description: 'Waits.', intervalMs: hourMs },
      run: async () => {
        runs += 1;
        await gate.promise;
      },
    };
    const other = new ServiceJobs(site.database, () => time.now);
    const runInOther = other.add(shared);
    const runHere = site.service.jobs.add(shared);
    const running = runInOther();
    while (runs === 0) await new Promise(setImmediate);
    assert.equal((await jobOf('shared')).running, true);
    assert.deepEqual([(await runNow('shared')).status, (await runNow('shared')).body.code], [409, 'rest_job_running']);
    await runHere();
    assert.equal(runs, 1, 'a run that is due is skipped');
    gate.resolve();
    await running;
    assert.equal((await jobOf('shared')).running, false);
    await runHere();
    assert.equal(runs, 2);
  });

  it('of the service run again when the lease of a process that has died has expired', async () => {
    const dying = new ServiceJobs(site.database, () => time.now);
    let runs = 0;
    const job = { name: 'dying', description: 'Waits.', intervalMs: hourMs };
    const count = async () => {
      runs += 1;
    };
    const hanging = { ...job, run: () => count().then(() => new Promise<void>(() => {})) };
    void dying.add(hanging)();
    while (runs === 0) await new Promise(setImmediate);
    site.service.jobs.add({ ...job, run: count });
    assert.equal((await runNow('dying')).status, 409);
    time.now += 20_000;
    assert.equal((await jobOf('dying')).running, false);
    assert.equal((await runNow('dying')).status, 202);
    while ((await jobOf('dying')).finished === null) await new Promise(setImmediate);
    assert.equal(runs, 2);
  });

  it('that were started at once are awaited when the service stops, and cannot be started any more', async () => {
    const gate = Promise.withResolvers<void>();
    const jobs = new ServiceJobs(site.database, () => time.now);
    jobs.add({ name: 'last', description: 'Waits.', intervalMs: hourMs, run: () => gate.promise });
    assert.equal(await jobs.start('last'), true);
    let hasStopped = false;
    const stopped = jobs.stop().then(() => {
      hasStopped = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(hasStopped, false);
    gate.resolve();
    await stopped;
    assert.equal((await findRuns(site.database.read, [storedName('last')])).get(storedName('last'))?.error, '');
    assert.equal(await jobs.start('last'), false);
  });

  it('that were started at once are completed when the recurring tasks stop', async (test) => {
    const own = await openTestSite({ database: await engine.open(), clock: () => time.now });
    const { service, database } = own;
    const tasks = startMaintenance({ service, database, logger: pino({ enabled: false }), auditDays: 30 });
    const gate = Promise.withResolvers<void>();
    test.after(() => gate.resolve());
    let hasEnded = false;
    const run = async () => {
      await gate.promise;
      hasEnded = true;
    };
    service.jobs.add({ name: 'last', description: 'Waits.', intervalMs: hourMs, run });
    assert.equal(await service.jobs.start('last'), true);
    const stopped = tasks.stop();
    setTimeout(() => gate.resolve(), 50);
    await stopped;
    assert.equal(hasEnded, true);
  });

  it('that fail in the background are not reported as failed requests', async () => {
    site.service.jobs.add({
      ...{ name: 'broken', description: 'Fails.', intervalMs: hourMs },
      run: async () => {
        throw new Error('It is broken.');
      },
    });
    assert.equal((await runNow('broken')).status, 202);
    while ((await jobOf('broken')).error === '') await new Promise(setImmediate);
    assert.match((await jobOf('broken')).error, /^Error, It is broken, at jobs\.test\.ts:\d+/);
  });

  it('of extensions run once per site when they are due or were requested', async () => {
    const failures: string[] = [];
    const poll = () => site.service.tasks.runJobs((_error, job) => failures.push(job));
    const never = await jobOf('timer:tick');
    assert.deepEqual(
      [never.extension, never.interval, never.runnable, never.started, never.next_run],
      ['timer', 600, true, null, null],
    );
    await poll();
    await poll();
    assert.equal(extensionRuns.length, 1);
    const first = await jobOf('timer:tick');
    assert.equal(Date.parse(`${first.next_run}Z`) - Date.parse(`${first.started}Z`), 600_000);
    extensionError = new Error('no connection');
    const requested = await runNow('timer:tick');
    assert.equal(requested.status, 202);
    await poll();
    assert.equal(extensionRuns.length, 2);
    assert.match((await jobOf('timer:tick')).error, /^Error, no connection, at jobs\.test\.ts:\d+/);
    assert.deepEqual(failures, ['timer:tick']);
    extensionError = undefined;
    await runNow('timer:tick');
    await poll();
    assert.equal((await jobOf('timer:tick')).error, '');
  });

  it('of extensions run in one process at a time, also if they are made due meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const run = async () => {
      runs += 1;
      await gate.promise;
    };
    const job = { name: 'tick', every: 1, run };
    const startProcess = () => makeRunJobs(site.database, new Map([['timer:tick', job]]), () => time.now);
    const [here, there] = [startProcess(), startProcess()];
    time.now += hourMs;
    const running = here((error) => assert.fail(String(error)));
    while (runs === 0) await new Promise(setImmediate);
    assert.equal((await jobOf('timer:tick')).running, true);
    const { status, body } = await runNow('timer:tick');
    assert.deepEqual([status, body.code], [409, 'rest_job_running']);
    time.now += 2000;
    await there((error) => assert.fail(String(error)));
    assert.equal(runs, 1, 'the job is due, but still running');
    gate.resolve();
    await running;
    assert.equal((await jobOf('timer:tick')).running, false);
    assert.equal((await runNow('timer:tick')).status, 202);
    await there((error) => assert.fail(String(error)));
    assert.equal(runs, 2);
  });

  it('of extensions that ran too long count as running until they have ended', async () => {
    const gate = Promise.withResolvers<void>();
    const job = { name: 'tick', every: 1, run: () => gate.promise };
    time.now += hourMs;
    const failures: string[] = [];
    await makeRunJobs(
      site.database,
      new Map([['timer:tick', job]]),
      () => time.now,
      20,
    )((error) => failures.push(String(error)));
    assert.deepEqual(failures, ['Error: the job timed out; other jobs continue']);
    const timedOut = await jobOf('timer:tick');
    assert.equal(timedOut.running, true);
    assert.match(timedOut.error, /^Error, the job timed out; other jobs continue, at /);
    gate.resolve();
    while ((await jobOf('timer:tick')).running) await new Promise(setImmediate);
    assert.equal((await runNow('timer:tick')).status, 202);
  });

  it('of extensions whose outcome cannot be stored do not prevent the others', async () => {
    const ran: string[] = [];
    const jobs = new Map(
      ['a:first', 'a:second'].map((name) => [name, { name, every: 60, run: async () => ran.push(name) }]),
    );
    let isFull = false;
    const database: Database = {
      ...site.database,
      transaction: (work) => {
        if (ran.length !== 1 || isFull) return site.database.transaction(work);
        isFull = true;
        return Promise.reject(new Error('the disk is full'));
      },
    };
    const failures: string[] = [];
    await makeRunJobs(database, jobs, () => time.now)((error, name) => failures.push(`${name}: ${error}`));
    assert.deepEqual(ran, ['a:first', 'a:second']);
    assert.deepEqual(failures, ['a:first: Error: the disk is full']);
  });

  it('are visible only to administrators', async () => {
    const callers: Caller[] = ['anonymous', ...roles];
    for (const caller of callers) {
      const expected = { administrator: 200, anonymous: 401 }[caller as string] ?? 403;
      const listed = await site.request(caller, 'GET', path);
      assert.equal(listed.status, expected, caller);
      const started = await runNow('timer:tick', caller);
      assert.equal(started.status, expected === 200 ? 202 : expected, caller);
      if (expected !== 200) {
        assert.equal(started.body.code, 'rest_cannot_manage_jobs');
        assert.doesNotMatch(JSON.stringify(listed.body), /timer/);
      }
    }
  });
});
