// Extensions that throw, hang or end halfway: what they fail at fails, and nothing else does.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Remark } from '../server/cms-v2/comments/judge.ts';
import { judgeAll } from '../server/cms-v2/comments/judge.ts';
import { DatabaseUnusable } from '../server/database/errors.ts';
import { lastMigration, type Migration, migrate } from '../server/database/migrate.ts';
import { migrations } from '../server/database/migrations/index.ts';
import { type Builder, statement } from '../server/database/statement.ts';
import { joinListeners, tellEvents } from '../server/events/tell-events.ts';
import type { Extension, Job, Opened } from '../server/extensions/extension.ts';
import { migrateExtensions, type Offered, openExtensions } from '../server/extensions/open-extensions.ts';
import { makeRunJobs } from '../server/extensions/run-jobs.ts';
import type { ExtensionServices } from '../server/extensions/services.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite } from './site.ts';

const forever = () => new Promise<never>(() => {});
const thrower = (): never => {
  throw new Error('thrown at once');
};

const extension = (more: Partial<Extension> = {}): Extension => ({
  ...{ name: 'faulty', version: '1.0.0', title: 'Faulty', description: '', namespace: 'faulty/v1', resources: [] },
  open: () => ({ rooms: {} }),
  ...more,
});

describeEachEngine('extensions that fail', (engine) => {
  it('at a migration leave nothing of it behind, and can be mended', async () => {
    const database = await engine.open();
    await migrate(database, migrations);
    const tables = async () =>
      (
        await database.read.all(
          statement((q: Builder) => q.dialect.contents.tables()),
          {},
        )
      )
        .map(({ name }) => name)
        .filter((name) => name.startsWith('faulty'));
    const first: Migration = { number: 1, name: 'first', up: (tx) => tx.execute('create table faulty_a (a integer)') };
    const halfway: Migration = {
      ...{ number: 2, name: 'second' },
      async up(tx) {
        await tx.execute('create table faulty_b (b integer); insert into faulty_a values (1);');
        throw new Error('halfway');
      },
    };
    const broken = migrateExtensions(database, [extension({ migrations: [first, halfway] })]);
    await assert.rejects(broken, /a migration of the extension faulty has failed, and nothing of it stays: .*halfway/);
    assert.deepEqual(await tables(), ['faulty_a']);
    assert.equal(await lastMigration(database.read, 'faulty'), 1);
    const mended = {
      ...halfway,
      up: (tx: Parameters<Migration['up']>[0]) => tx.execute('create table faulty_b (b integer)'),
    };
    await migrateExtensions(database, [extension({ migrations: [first, mended] })]);
    assert.deepEqual((await tables()).sort(), ['faulty_a', 'faulty_b']);
    const older = migrateExtensions(database, [extension({ migrations: [first] })]);
    await assert.rejects(older, DatabaseUnusable);
  });

  it('when they are opened, or would be taken for each other, stop the start with their name', async () => {
    const offered = { logOf: () => ({ info() {}, warn() {} }), key: 'key', clock: Date.now } as unknown as Offered;
    const opening = (open: Extension['open']) => openExtensions([extension({ open })], offered, 20);
    const made = (opened: Partial<Opened>) => opening(() => ({ rooms: {}, ...opened }));
    const job = (more: Partial<Job> = {}): Job => ({ name: 'a', every: 1, run: forever, ...more });
    const listener = { name: 'a', kinds: [], hear: forever };
    await assert.rejects(opening(thrower), /the extension faulty cannot be opened: .*thrown at once/);
    await assert.rejects(opening(forever), /the extension faulty cannot be opened: .*it has not ended/);
    await assert.rejects(made({ jobs: [job(), job()] }), /it has two jobs named a/);
    await assert.rejects(made({ listeners: [listener, listener] }), /it has two listeners named a/);
    for (const every of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      await assert.rejects(made({ jobs: [job({ every })] }), /its job a must come back/);
    const closed: string[] = [];
    const closing = (name: string, close: () => Promise<void>) =>
      extension({ name, open: () => ({ rooms: {}, close }) });
    const { close } = await openExtensions(
      [closing('one', thrower), closing('two', async () => void closed.push('two'))],
      offered,
    );
    await close();
    assert.deepEqual(closed, ['two'], 'one that cannot be closed does not keep the others open');
  });

  it('in a job let the others do theirs', async () => {
    const database = await engine.open();
    await migrate(database, migrations);
    const [ran, failures]: [string[], string[]] = [[], []];
    let hanging = 0;
    const job = (name: string, run: Job['run']): [string, Job] => [name, { name, every: 1, run }];
    const jobs = new Map([
      job('throws', thrower),
      job('rejects', async () => thrower()),
      job('hangs', () => {
        hanging += 1;
        return forever();
      }),
      job('works', async () => ran.push('works')),
    ]);
    let now = 1000;
    const runDue = makeRunJobs(database, jobs, () => now, 20);
    const run = () => runDue((error, name) => failures.push(`${name}: ${error}`));
    await run();
    assert.deepEqual(ran, ['works']);
    assert.deepEqual(
      failures.map((failure) => failure.split(':')[0]),
      ['throws', 'rejects', 'hangs'],
    );
    now += 1000;
    await run();
    assert.deepEqual(ran, ['works', 'works'], 'they come again');
    assert.equal(hanging, 1, 'but never beside themselves');
  });

  it('in a listener let the others hear, and hear the same again', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const { database } = site;
    const heard: string[] = [];
    let isMended = false;
    const hearing = (name: string, hear: () => unknown) => ({
      ...{ name, kinds: ['entry.created'] },
      hear: async () => {
        if (!isMended) await hear();
        heard.push(name);
      },
    });
    const listeners = [
      { ...hearing('throws', () => {}), hear: () => (isMended ? Promise.resolve(heard.push('throws')) : thrower()) },
      hearing('hangs', forever),
      hearing('works', () => {}),
    ];
    await joinListeners({ database, listeners });
    await site.make('/cms/v2/posts', { title: 'One' });
    const failed: string[] = [];
    let now = 1_000_000;
    const parts = { database, listeners, clock: () => now, patience: 20 };
    const tell = () => tellEvents({ ...parts, onFailure: (_error, name) => failed.push(name) });
    await tell();
    assert.deepEqual([heard, failed], [['works'], ['throws', 'hangs']]);
    [isMended, now] = [true, now + 60 * 60_000];
    await tell();
    assert.deepEqual(heard.sort(), ['hangs', 'throws', 'works']);
  });

  it('as judges say nothing', async () => {
    const faults: unknown[] = [];
    const judge = judgeAll(
      [thrower, forever, async () => thrower(), async () => 'spam'],
      (error) => faults.push(error),
      20,
    );
    assert.equal(await judge({} as Remark), 'spam');
    assert.equal(faults.length, 3);
  });

  it('in an operation answer 500 and keep nothing of its transaction', async () => {
    const path = '/faulty/v1/things';
    const endpoints = [{ methods: ['POST'] as const, operation: 'fail', permission: 'everyone', parameters: {} }];
    const resource = { title: 'thing', namespace: 'faulty/v1', room: 'things', fields: {}, links: [] };
    const site = await openTestSite({
      database: await engine.open(),
      extensions: [
        extension({
          resources: [{ ...resource, routes: [{ path, parameters: {}, endpoints }] }],
          settings: { word: { type: 'string', default: '' } as never },
          events: [{ kind: 'thing.made', description: '', needs: 'edit_posts' }],
          open: ({ database, settings, record }) => ({
            rooms: {
              things: {
                permissions: { everyone: { permit: () => undefined } },
                operations: {
                  fail: {
                    run: () =>
                      database.transaction(async (tx) => {
                        await settings.write(tx, { word: 'halfway' });
                        await record(tx, { kind: 'thing.made' });
                        return thrower();
                      }),
                  },
                },
              },
            },
          }),
        }),
      ],
    });
    const { status, body } = await site.ask('anonymous', 'POST', path, {});
    assert.deepEqual([status, JSON.stringify(body).includes('thrown at once')], [500, false]);
    assert.equal(site.faults.length, 1);
    const kept = statement((q: Builder) =>
      q
        .selectFrom('settings')
        .select('name')
        .where('name', 'like', 'extension:%' as never),
    );
    const happened = statement((q: Builder) =>
      q
        .selectFrom('events')
        .select('id')
        .where('kind', '=', 'thing.made' as never),
    );
    assert.deepEqual(await site.database.read.all(kept, {}), []);
    assert.deepEqual(await site.database.read.all(happened, {}), []);
  });

  it('are never told of to who lacks the right that their events need', async () => {
    const events = [{ kind: 'thing.made', description: '', needs: 'edit_others_pages' }];
    let recorded = {} as ExtensionServices;
    const open = (services: ExtensionServices) => {
      recorded = services;
      return { rooms: {} };
    };
    const site = await openTestSite({
      database: await engine.open(),
      extensions: [extension({ events, open })],
      config: { roles: { subscriber: ['read', 'manage_options'] } },
    });
    const hook = { url: 'https://receiver.test/' };
    const ask = (person: 'subscriber' | 'administrator', kinds: string[]) =>
      site.ask(person, 'POST', '/octavo/v1/webhooks', { ...hook, kinds });
    for (const kinds of [[], ['thing.made']]) {
      const { status, body } = await ask('subscriber', kinds);
      assert.deepEqual([status, body.code], [403, 'rest_cannot_hear_kind']);
    }
    const own = await ask('subscriber', ['entry.created']);
    assert.equal(own.status, 201);
    const theirs = await ask('administrator', ['thing.made']);
    const moved = await site.ask('subscriber', 'PATCH', `/octavo/v1/webhooks/${theirs.body.id}`, {
      url: 'https://other.test/',
    });
    assert.deepEqual([moved.status, moved.body.code], [403, 'rest_cannot_hear_kind']);
    const widened = await site.ask('subscriber', 'PATCH', `/octavo/v1/webhooks/${own.body.id}`, { kinds: [] });
    assert.equal(widened.status, 403);
    const { database, service } = site;
    await database.transaction((tx) => recorded.record(tx, { kind: 'thing.made', subject: 7 }));
    await site.make('/cms/v2/posts', { title: 'One' });
    const follow = async (person: 'subscriber' | 'administrator') => {
      const authorization = site.authorizationOf(person) ?? '';
      const answer = await service.dispatch(
        makeRequest('GET', '/octavo/v1/events?after=0', { headers: { authorization } }),
      );
      assert.equal(answer.status, 200);
      const ending = new AbortController();
      let told = '';
      for await (const text of answer.stream?.(ending.signal) ?? []) {
        told += text;
        if (told.includes('entry.created')) ending.abort();
      }
      return told;
    };
    assert.doesNotMatch(await follow('subscriber'), /thing\.made/);
    assert.match(await follow('administrator'), /event: thing\.made\n/);
  });
});
