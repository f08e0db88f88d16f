// Tests that extensions that throw, hang or fail halfway do not affect other work.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { declareEndpoints, type ModuleDeclaration } from '../contract/grammar/module.ts';
import { anonymous } from '../server/access/actor.ts';
import type { Submission } from '../server/cms-v2/comments/classifier.ts';
import { combineClassifiers } from '../server/cms-v2/comments/classifier.ts';
import { DatabaseUnusable } from '../server/database/errors.ts';
import { type Migration, migrate, migrateAll } from '../server/database/migrate.ts';
import { lastMigration } from '../server/database/migration-history.ts';
import { migrations } from '../server/database/migrations.ts';
import { type Builder, statement } from '../server/database/statement.ts';
import { deliverEvents, registerListeners } from '../server/events/deliver-events.ts';
import type { Extension, Job, OpenedExtension } from '../server/extensions/extension.ts';
import { ExtensionParts } from '../server/extensions/extension-parts.ts';
import { type ExtensionHost, openExtensions } from '../server/extensions/open-extensions.ts';
import { makeRunJobs } from '../server/extensions/run-jobs.ts';
import type { ExtensionServices } from '../server/extensions/services.ts';
import { implement } from '../server/http/implement.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite } from './site.ts';

const forever = () => new Promise<never>(() => {});
const thrower = (): never => {
  throw new Error('thrown at once');
};

const extension = (more: Partial<Extension> = {}): Extension => ({
  ...{ name: 'faulty', version: '1.0.0', title: 'Faulty', description: '', namespace: 'faulty/v1', resources: [] },
  open: () => ({ modules: [] }),
  ...more,
});

describeEachEngine('failing extensions', (engine) => {
  it('whose migration fails are rolled back, and work after the migration was fixed', async () => {
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
    const broken = migrateAll(database, [{ extension: 'faulty', migrations: [first, halfway] }]);
    await assert.rejects(broken, /A migration of the extension faulty failed and was rolled back: .*halfway/);
    assert.deepEqual(await tables(), [], 'the migration before it is rolled back, too');
    assert.equal(await lastMigration(database.read, 'faulty'), 0);
    const fixed = {
      ...halfway,
      up: (tx: Parameters<Migration['up']>[0]) => tx.execute('create table faulty_b (b integer)'),
    };
    await migrateAll(database, [{ extension: 'faulty', migrations: [first, fixed] }]);
    assert.deepEqual((await tables()).sort(), ['faulty_a', 'faulty_b']);
    const older = migrateAll(database, [{ extension: 'faulty', migrations: [first] }]);
    await assert.rejects(older, DatabaseUnusable);
  });

  it('that cannot be opened, or have duplicate names, prevent the start with a message that names them', async () => {
    const services = {
      storage: { key: 'key', clock: Date.now },
      content: { entries: { database: {} } },
      api: { actorOf: () => anonymous },
      shared: {},
      logOf: () => ({ info() {}, warn() {} }),
    } as unknown as ExtensionHost;
    const newParts = () => new ExtensionParts({ info() {}, warn() {} });
    const opening = (open: Extension['open']) => openExtensions([extension({ open })], services, newParts(), 20);
    const made = (opened: Partial<OpenedExtension>) => opening(() => ({ modules: [], ...opened }));
    const job = (more: Partial<Job> = {}): Job => ({ name: 'a', every: 1, run: forever, ...more });
    const listener = { name: 'a', kinds: [], onEvent: forever };
    await assert.rejects(opening(thrower), /the extension faulty cannot be opened: .*thrown at once/);
    await assert.rejects(opening(forever), /the extension faulty cannot be opened: .*open\(\) timed out/);
    await assert.rejects(made({ jobs: [job(), job()] }), /it has two jobs named a/);
    await assert.rejects(made({ listeners: [listener, listener] }), /it has two listeners named a/);
    for (const every of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      await assert.rejects(made({ jobs: [job({ every })] }), /the interval of its job a must be at least 1 second/);
    const closed: string[] = [];
    const closing = (name: string, close: () => Promise<void>) =>
      extension({ name, open: () => ({ modules: [], close }) });
    const close = await openExtensions(
      [closing('one', thrower), closing('two', async () => void closed.push('two'))],
      services,
      newParts(),
    );
    await close();
    assert.deepEqual(closed, ['two'], 'other extensions are closed even if one cannot be closed');
  });

  it('whose job fails do not affect other jobs', async () => {
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
    assert.deepEqual(ran, ['works', 'works'], 'the other jobs run again');
    assert.equal(hanging, 1, 'a job does not run again while it is running');
  });

  it('whose listener fails do not affect other listeners, and receive the event again', async () => {
    const site = await openTestSite({ database: await engine.open() });
    const { database } = site;
    const received: string[] = [];
    let isFixed = false;
    const createListener = (name: string, onEvent: () => unknown) => ({
      ...{ name, kinds: ['entry.created'] },
      onEvent: async () => {
        if (!isFixed) await onEvent();
        received.push(name);
      },
    });
    const listeners = [
      {
        ...createListener('throws', () => {}),
        onEvent: () => (isFixed ? Promise.resolve(received.push('throws')) : thrower()),
      },
      createListener('hangs', forever),
      createListener('works', () => {}),
    ];
    await registerListeners({ database, listeners });
    await site.create('/cms/v2/posts', { title: 'One' });
    const failed: string[] = [];
    let now = 1_000_000;
    const deps = { database, listeners, clock: () => now, listenerTimeoutMs: 20 };
    const deliver = () => deliverEvents({ ...deps, onFailure: (_error, name) => failed.push(name) });
    await deliver();
    assert.deepEqual([received, failed], [['works'], ['throws', 'hangs']]);
    [isFixed, now] = [true, now + 60 * 60_000];
    await deliver();
    assert.deepEqual(received.sort(), ['hangs', 'throws', 'works']);
  });

  it('whose spam classifier fails are ignored', async () => {
    const errors: unknown[] = [];
    const classify = combineClassifiers(
      [thrower, forever, async () => thrower(), async () => 'spam'],
      (error) => errors.push(error),
      20,
    );
    assert.equal(await classify({} as Submission), 'spam');
    assert.equal(errors.length, 3);
  });

  it('whose operation fails return 500 and roll back their transaction', async () => {
    const path = '/faulty/v1/things';
    const endpoints = declareEndpoints({ fail: { methods: ['POST'], permission: 'everyone', parameters: {} } });
    const module: ModuleDeclaration<typeof endpoints> = { name: 'things' };
    const resource = { title: 'thing', namespace: 'faulty/v1', module, fields: {}, links: [] };
    const site = await openTestSite({
      database: await engine.open(),
      extensions: [
        extension({
          resources: [{ ...resource, routes: [{ path, parameters: {}, endpoints: [endpoints.fail] }] }],
          settings: { word: { type: 'string', default: '' } as never },
          events: [{ kind: 'thing.made', description: '', needs: 'edit_posts' }],
          open: ({ database, settings, record }) => ({
            modules: [
              implement(module, {
                permissions: {},
                operations: {
                  fail: {
                    run: () =>
                      database.transaction(async (tx) => {
                        await settings.write(tx, { word: 'halfway' });
                        await record.event(tx, { kind: 'thing.made' });
                        return thrower();
                      }),
                  },
                },
              }),
            ],
          }),
        }),
      ],
    });
    const { status, body } = await site.request('anonymous', 'POST', path, {});
    assert.deepEqual([status, JSON.stringify(body).includes('thrown at once')], [500, false]);
    assert.equal(site.errors.length, 1);
    const storedSettings = statement((q: Builder) =>
      q
        .selectFrom('settings')
        .select('name')
        .where('name', 'like', 'extension:%' as never),
    );
    const recordedEvents = statement((q: Builder) =>
      q
        .selectFrom('events')
        .select('id')
        .where('kind', '=', 'thing.made' as never),
    );
    assert.deepEqual(await site.database.read.all(storedSettings, {}), []);
    assert.deepEqual(await site.database.read.all(recordedEvents, {}), []);
  });

  it('have their events delivered only to users with the required capability', async () => {
    const events = [{ kind: 'thing.made', description: '', needs: 'edit_others_pages' }];
    let recorded = {} as ExtensionServices;
    const open = (services: ExtensionServices) => {
      recorded = services;
      return { modules: [] };
    };
    const site = await openTestSite({
      database: await engine.open(),
      extensions: [extension({ events, open })],
      config: { roles: { subscriber: ['read', 'manage_options'] } },
    });
    const hook = { url: 'https://receiver.test/' };
    const createWebhook = (caller: 'subscriber' | 'administrator', kinds: string[]) =>
      site.request(caller, 'POST', '/octavo/v1/webhooks', { ...hook, kinds });
    for (const kinds of [[], ['thing.made']]) {
      const { status, body } = await createWebhook('subscriber', kinds);
      assert.deepEqual([status, body.code], [403, 'rest_cannot_hear_kind']);
    }
    const ownWebhook = await createWebhook('subscriber', ['entry.created']);
    assert.equal(ownWebhook.status, 201);
    const othersWebhook = await createWebhook('administrator', ['thing.made']);
    const moved = await site.request('subscriber', 'PATCH', `/octavo/v1/webhooks/${othersWebhook.body.id}`, {
      url: 'https://other.test/',
    });
    assert.deepEqual([moved.status, moved.body.code], [403, 'rest_cannot_hear_kind']);
    const widened = await site.request('subscriber', 'PATCH', `/octavo/v1/webhooks/${ownWebhook.body.id}`, {
      kinds: [],
    });
    assert.equal(widened.status, 403);
    const { database, service } = site;
    await database.transaction((tx) => recorded.record.event(tx, { kind: 'thing.made', subject: 7 }));
    await site.create('/cms/v2/posts', { title: 'One' });
    const follow = async (caller: 'subscriber' | 'administrator') => {
      const authorization = site.authorizationOf(caller) ?? '';
      const response = await service.dispatch(
        makeRequest('GET', '/octavo/v1/events?after=0', { headers: { authorization } }),
      );
      assert.equal(response.status, 200);
      const ending = new AbortController();
      let received = '';
      for await (const text of response.stream?.(ending.signal) ?? []) {
        received += text;
        if (received.includes('entry.created')) ending.abort();
      }
      return received;
    };
    assert.doesNotMatch(await follow('subscriber'), /thing\.made/);
    assert.match(await follow('administrator'), /event: thing\.made\n/);
  });
});
