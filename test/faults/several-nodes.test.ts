// Tests the state of several nodes on one PostgreSQL server (docs/decisions/0033-state-of-several-nodes.md): what a node answers after something
// has happened on another one, and after that one was killed in the middle of it.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { manyPosts } from '../import/many-posts.ts';
import { runToEnd, send, upload, waitForEnd } from '../import/upload-export.ts';
import { openPostgres } from './consistency.ts';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, type Service, type ServiceOptions, startService, waitUntil } from './service-process.ts';

const timeout = 300_000;
const home = 'http://site.test';

/** Maximum time until another node takes over, or reports the failure, in milliseconds: leases expire after 20 seconds. */
const maxTakeoverMs = 60_000;

/** Time in which a test of a limit must be over, in milliseconds, because the counts expire after a minute. */
const maxCountingMs = 45_000;

const apiOf = ({ origin, authorization }: Service) => ({ rest: `${origin}/rest`, authorization });

/** Requests a path, relative to the origin of a node, without credentials and as a client with an IP address. */
const requestFrom = (node: Service, address: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(node.origin + path, {
    redirect: 'manual',
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'X-Forwarded-For': address },
  });

describeOnPostgres((database) => {
  let options: ServiceOptions;
  let one: Service;
  let two: Service;
  let three: Service;
  before(async () => {
    options = {
      data: await newFolder(),
      database: database.url,
      options: [
        '--home',
        home,
        '--trust-proxy',
        '127.0.0.1',
        '--mail',
        'smtp://127.0.0.1:1',
        '--mail-from',
        'a@site.test',
      ],
    };
    one = await startService(options);
    two = await startService(options);
    three = await startService(options);
  });
  after(async () => {
    for (const node of [one, two, three]) await node?.end('SIGKILL');
  });

  /** Kills the first node, and starts it again after `check`. */
  async function whileDead(check: () => Promise<void>): Promise<void> {
    assert.equal((await one.end('SIGKILL')).exit, 'SIGKILL');
    await check();
    one = await startService(options);
  }

  /** Holds everything that uses a table in the middle while `work` runs. */
  async function whileHeld<T>(table: string, work: () => Promise<T>): Promise<T> {
    const client = await openPostgres(database.url);
    try {
      await client.query(`begin; lock table ${table} in access exclusive mode`);
      return await work();
    } finally {
      await client.close();
    }
  }

  const post = async (node: Service, path: string, json: object = {}) => {
    const response = await node.request('POST', path, json);
    assert.ok(response.status < 300, JSON.stringify(response.body));
    return response.body;
  };

  describe('what a node has stored is used by the others, also when it is dead', () => {
    /** The state: what happens on the first node, and what the others answer. */
    interface Case {
      readonly name: string;
      /** Returns what identifies the state. */
      readonly happen: (node: Service) => Promise<string>;
      readonly answer: (node: Service, id: string) => Promise<unknown>;
      readonly expected: unknown;
    }
    const statusOf = (response: { status: number }) => response.status;
    const cases: readonly Case[] = [
      {
        name: 'a preview link',
        happen: async (node) => {
          const draft = await post(node, '/cms/v2/posts', { title: 'Draft', status: 'draft' });
          const { api } = await post(node, '/octavo/v1/previews', { entry: draft.id });
          return api.replace(home, '');
        },
        answer: async (node, path) => statusOf(await fetch(node.origin + path)),
        expected: 200,
      },
      {
        name: 'an edit lock',
        happen: async (node) => {
          const draft = await post(node, '/cms/v2/posts', { title: 'Locked', status: 'draft' });
          await post(node, `/octavo/v1/locks/${draft.id}`);
          const editor = { username: `ed${draft.id}`, email: `ed${draft.id}@site.test`, password: 'correct horse' };
          const { id } = await post(node, '/cms/v2/users', { ...editor, roles: ['editor'] });
          const issued = await post(node, `/cms/v2/users/${id}/application-passwords`, { name: 'test' });
          return JSON.stringify([draft.id, `Basic ${btoa(`${editor.username}:${issued.password}`)}`]);
        },
        answer: async (node, id) => {
          const [entry, authorization] = JSON.parse(id);
          const url = `${node.origin}/rest/octavo/v1/locks/${entry}`;
          const response = await fetch(url, { method: 'POST', headers: { authorization } });
          return [response.status, ((await response.json()) as { code: string }).code];
        },
        expected: [409, 'rest_entry_locked'],
      },
      {
        name: 'a revoked application password',
        happen: async (node) => {
          const issued = await post(node, '/cms/v2/users/me/application-passwords', { name: 'revoked' });
          const authorization = `Basic ${btoa(`admin:${issued.password}`)}`;
          const me = await fetch(`${two.origin}/rest/cms/v2/users/me`, { headers: { authorization } });
          assert.equal(me.status, 200);
          const path = `/cms/v2/users/me/application-passwords/${issued.uuid}`;
          assert.equal((await node.request('DELETE', path)).status, 200);
          return authorization;
        },
        answer: async (node, authorization) =>
          statusOf(await fetch(`${node.origin}/rest/cms/v2/users/me`, { headers: { authorization } })),
        expected: 401,
      },
    ];
    const ids = new Map<string, string>();
    for (const { name, happen, answer, expected } of cases)
      it(name, { timeout }, async () => {
        const id = await happen(one);
        ids.set(name, id);
        for (const node of [two, three]) assert.deepEqual(await answer(node, id), expected);
      });
    it('after the node was killed', { timeout }, async () => {
      await whileDead(async () => {
        for (const { name, answer, expected } of cases)
          assert.deepEqual(await answer(two, ids.get(name) ?? ''), expected, name);
      });
      for (const { name, answer, expected } of cases)
        assert.deepEqual(await answer(one, ids.get(name) ?? ''), expected, `${name}, after a restart`);
    });
  });

  describe('limits are those of one node, also when a node is dead', () => {
    /** The limit: a call that counts, the number of calls that are allowed, and whether the next one is rejected on another node. */
    interface Limit {
      readonly name: string;
      readonly max: number;
      readonly call: (node: Service, address: string) => Promise<Response>;
    }
    let protectedEntry = 0;
    before(async () => {
      const entry = { title: 'Protected', status: 'publish', password: 'sesame' };
      protectedEntry = (await post(one, '/cms/v2/posts', entry)).id;
    });
    const limits: readonly Limit[] = [
      {
        name: 'wrong passwords of an entry',
        max: 10,
        call: (node, address) => requestFrom(node, address, `/rest/cms/v2/posts/${protectedEntry}?password=wrong`),
      },
      {
        name: 'wrong passwords of an entry in the form of its page',
        max: 10,
        call: (node, address) =>
          requestFrom(node, address, `/?p=${protectedEntry}`, {
            method: 'POST',
            body: new URLSearchParams({ form: 'password', password: 'wrong' }),
          }),
      },
      {
        name: 'calls of an operation of an extension',
        max: 20,
        call: (node, address) => requestFrom(node, address, '/rest/sbc/v1/consent', { method: 'POST' }),
      },
    ];
    let calls = 0;
    /** Repeats a test with another address if it has taken so long that the counts may have expired. */
    async function countInTime(test: (address: string) => Promise<void>): Promise<void> {
      for (let attempt = 1; ; attempt += 1) {
        calls += 1;
        const startedAt = Date.now();
        const result = await test(`198.51.100.${calls}`).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        if (Date.now() - startedAt < maxCountingMs) {
          if (result) throw result.error;
          return;
        }
        assert.ok(attempt < 3, 'the machine is too slow for a test of counts that expire after a minute');
      }
    }
    for (const { name, max, call } of limits) {
      it(name, { timeout }, () =>
        countInTime(async (address) => {
          for (let n = 0; n < max; n += 1)
            assert.notEqual((await call([one, two, three][n % 3] as Service, address)).status, 429, `call ${n}`);
          for (const node of [one, two, three]) {
            const rejected = await call(node, address);
            assert.equal(rejected.status, 429);
            assert.match(rejected.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
            assert.notEqual((await call(node, `203.0.113.${calls}`)).status, 429, 'another client');
          }
        }),
      );
      it(`${name}, after the node that has counted them was killed`, { timeout }, () =>
        countInTime(async (address) => {
          const statuses = await Promise.all(
            Array.from({ length: 2 * max }, async () => (await call(one, address)).status),
          );
          assert.equal(statuses.filter((status) => status !== 429).length, max);
          await whileDead(async () => {
            for (const node of [two, three]) assert.equal((await call(node, address)).status, 429);
          });
        }),
      );
    }
  });

  describe('work in the background', () => {
    // A failed test must not leave a frozen node to the next one.
    afterEach(() => void one.child.kill('SIGCONT'));
    // A job that does not run at the start, so that it runs only when it is requested.
    const jobName = 'prune-events';
    const jobOn = async (node: Service) =>
      (await node.request('GET', '/octavo/v1/jobs')).body.find((job: { name: string }) => job.name === jobName);
    const backupOn = async (node: Service, id: string) => (await node.request('GET', `/octavo/v1/backups/${id}`)).body;
    const startBackup = async (node: Service): Promise<string> => {
      for (;;) {
        const { status, body } = await node.request('POST', '/octavo/v1/backups', { name: 'test' });
        if (status === 202) return body.id;
        assert.equal(body.code, 'rest_backup_busy', JSON.stringify(body));
        await pause(200);
      }
    };
    const untilReady = (node: Service, id: string) =>
      waitUntil(async () => (await backupOn(node, id)).state === 'ready', maxTakeoverMs, 'the backup is ready');

    it('is visible on all nodes, and ends when its node is killed: a job', { timeout }, async () => {
      await whileHeld('events', async () => {
        assert.equal((await one.request('POST', `/octavo/v1/jobs/${jobName}/runs`)).status, 202);
        // Frozen, so that the job does not fail because its statement waits for too long.
        one.child.kill('SIGSTOP');
        assert.equal((await jobOn(two)).running, true);
        const again = await two.request('POST', `/octavo/v1/jobs/${jobName}/runs`);
        assert.deepEqual([again.status, again.body.code], [409, 'rest_job_running']);
      });
      await whileDead(async () => {
        await waitUntil(async () => !(await jobOn(two)).running, maxTakeoverMs, 'the job counts as ended');
        const before = (await jobOn(three)).finished;
        assert.equal((await two.request('POST', `/octavo/v1/jobs/${jobName}/runs`)).status, 202);
        await waitUntil(async () => (await jobOn(three)).finished !== before, maxTakeoverMs, 'the job has run');
        assert.equal((await jobOn(three)).error, '');
      });
    });

    it('is visible on all nodes, and ends when its node is killed: a backup', { timeout }, async () => {
      const id = await whileHeld('comments', async () => {
        const started = await startBackup(one);
        one.child.kill('SIGSTOP');
        assert.equal((await backupOn(two, started)).state, 'creating');
        const again = await two.request('POST', '/octavo/v1/backups');
        assert.deepEqual([again.status, again.body.code], [409, 'rest_backup_busy']);
        return started;
      });
      await whileDead(async () => {
        await waitUntil(
          async () => (await backupOn(two, id)).state === 'failed',
          maxTakeoverMs,
          'the backup has failed',
        );
        assert.equal((await backupOn(three, id)).error, 'Interrupted: the process has exited.');
        await untilReady(three, await startBackup(two));
      });
    });

    it('is not continued by a node that was paused for so long that another one has taken over', {
      timeout,
    }, async () => {
      const [first, second] = await whileHeld('comments', async () => {
        const started = await startBackup(one);
        one.child.kill('SIGSTOP');
        return [started, await startBackup(two)];
      });
      one.child.kill('SIGCONT');
      await untilReady(three, second);
      await waitUntil(async () => (await one.probe('healthz')) === 200, maxTakeoverMs, 'the node responds again');
      await waitUntil(
        async () => (await backupOn(one, first)).state === 'failed',
        maxTakeoverMs,
        'the first has failed',
      );
      await waitUntil(
        async () => (await backupOn(one, first)).error?.includes('paused'),
        maxTakeoverMs,
        'the paused node has ended its work',
      );
      await untilReady(one, await startBackup(one));
      assert.equal((await backupOn(two, second)).state, 'ready');
    });

    it('can be stopped from any node, and is continued by another one: an import', { timeout }, async () => {
      const count = 3000;
      const { id } = await upload(apiOf(one), manyPosts(count));
      const runOn = async (node: Service) => (await send(apiOf(node), 'GET', `/${id}`)).body.run;
      const importedPosts = async () => {
        const { headers } = await two.read('/cms/v2/posts?per_page=1&search=Harbour&_fields=id');
        return Number(headers['x-cms-total']);
      };
      assert.equal((await send(apiOf(one), 'POST', `/${id}/run`)).status, 202);
      await waitUntil(async () => (await runOn(two)).done > 0, maxTakeoverMs, 'the progress is visible');
      assert.equal((await send(apiOf(two), 'POST', `/${id}/stop`)).status, 200);
      const stopped = await waitForEnd(apiOf(three), id, 'run');
      assert.deepEqual([stopped.state, stopped.error], ['interrupted', 'Stopped by a user.']);
      const before = await importedPosts();
      assert.equal((await send(apiOf(one), 'POST', `/${id}/run`)).status, 202);
      await waitUntil(async () => (await importedPosts()) > before, maxTakeoverMs, 'posts are imported');
      await whileDead(async () => {
        const killed = await waitForEnd(apiOf(two), id, 'run');
        assert.deepEqual([killed.state, killed.error], ['interrupted', 'The service has ended during the import.']);
        assert.equal((await runToEnd(apiOf(three), id)).state, 'done');
        assert.equal(await importedPosts(), count);
      });
    });
  });
});
