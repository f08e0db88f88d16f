// Tests the streams of the live channel: limits, SQL statements, slow clients, and the end of sessions.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { live } from '../contract/octavo-v1/live.ts';
import { mayEditSomeEntries } from '../server/cms-v2/entries/editable-entries.ts';
import { openDatabase } from '../server/database/open.ts';
import { type Slots, statement } from '../server/database/statement.ts';
import { recordEvent } from '../server/events/record.ts';
import { followEntries } from '../server/live-channel/follow-entries.ts';
import { WorkScope } from '../server/workers/work-scope.ts';
import { parseEvents, type StreamEvent } from './event-stream.ts';
import { openTestSite, type TestSite } from './site.ts';

/** Statement that deletes all events after a position, as the restoration of a backup does. */
const deleteAfterStatement = statement((q, p: Slots<{ position: number }>) =>
  q.deleteFrom('events').where('position', '>', p.position),
);

/** Statements that change an entry without an event, as changes of auto-drafts do. */
const autoDraftStatement = statement((q, p: Slots<{ id: number; slug: string }>) =>
  q.updateTable('entries').set({ status: 'auto-draft', slug: p.slug }).where('id', '=', p.id),
);
const deleteEntryStatement = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('entries').where('id', '=', p.id));

/** Statement that makes the renderings of an entry those of an older version. */
const outdateStatement = statement((q, p: Slots<{ id: number }>) =>
  q.updateTable('entries').set({ renderer: 0 }).where('id', '=', p.id),
);

/** Returns the work of a request that has ended. The states of entries must not depend on it, because streams share them. */
const endedWork = () => new WorkScope({ client: 'test', signal: AbortSignal.abort(), cpuMs: 0 });

interface Limits {
  readonly maxFollowers?: number;
  readonly maxPerUser?: number;
  readonly maxDurationMs?: number;
  readonly maxSilenceMs?: number;
}

interface Stream {
  readonly chunks: AsyncIterator<string>;
  /** Reads chunks until one has events, and returns them; undefined at the end of the stream. */
  next(): Promise<readonly StreamEvent[] | undefined>;
  end(): Promise<void>;
}

describe('a stream of the live channel', () => {
  let site: TestSite;
  let statements: string[] = [];
  let statementCount = 0;
  /** Whether computing states fails. */
  let failing = false;
  /** ID of a user who may edit only own entries. */
  const readerId = 1_000_000;
  /** Actors that lose their session. */
  const ended = new Set<number>();
  let time = Date.now();
  const open: Stream[] = [];
  before(async () => {
    const database = await openDatabase(
      { kind: 'memory' },
      {
        onStatement: (sql) => {
          statements.push(sql);
          statementCount += 1;
        },
      },
    );
    site = await openTestSite({ database, clock: () => time });
  });
  beforeEach(async () => {
    for (const each of open.splice(0)) await each.end();
  });
  after(async () => {
    for (const each of open.splice(0)) await each.end();
    assert.deepEqual(site.errors, []);
    await site.database.close();
  });

  const write = (title: string): Promise<{ id: number }> => site.create('/cms/v2/posts', { title, content: 'x' });
  const change = (id: number, title: string) => site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { title });

  /** Returns a function that opens a stream as the endpoint does. Renewing the actor takes no statements. */
  const createOpener = (limits: Limits = {}) => {
    const { contract, native, settings } = site.service;
    const { spelling, rest } = native;
    const findStates: typeof native.findStates = async (...args) => {
      if (failing) throw new Error('the database has failed');
      return native.findStates(...args);
    };
    const refreshSettings = () => settings.refresh();
    const deps = { contract, database: site.database, clock: () => time, findStates, refreshSettings };
    const operation = followEntries(deps, limits);
    return async (entries: readonly number[], user = 1): Promise<Stream> => {
      const can = (capability: string) => user !== readerId || capability === 'edit_posts';
      const actor = { id: user, login: '', roles: [], credential: { kind: 'internal' }, can } as const;
      assert.ok(mayEditSomeEntries(actor, contract));
      const renew = async () => (ended.has(user) ? undefined : actor);
      const outcome = await operation.run(
        {
          ...{ args: { entries: [...entries] }, actor, spelling, rest, resource: live, method: 'GET', renew },
          ...{ nulls: new Set<string>(), path: {}, query: {}, from: '', userAgent: '', raw: new Uint8Array() },
          ...{ work: endedWork(), version: 0, header: () => undefined, submitted: () => undefined },
          requireMatch: async () => {},
        },
        undefined,
      );
      assert.ok(outcome.kind === 'stream');
      const ending = new AbortController();
      const chunks = outcome.open(ending.signal)[Symbol.asyncIterator]();
      const stream: Stream = {
        chunks,
        next: async () => {
          for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) {
            const events = parseEvents(chunk.value);
            if (events.length > 0) return events;
          }
          return undefined;
        },
        end: async () => {
          ending.abort();
          while (!(await chunks.next()).done);
        },
      };
      open.push(stream);
      return stream;
    };
  };

  /** Returns the statements that run until `work` is done. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    statements = [];
    await work();
    return [...statements];
  };

  /** Waits until two polls have found no more changes, however long they take. */
  const untilIdle = async (): Promise<void> => {
    for (let [total, checks, before] = [0, 0, -1]; checks < 18; before = statementCount) {
      assert.ok(total++ < 1200, 'the statements end');
      checks = statementCount === before ? checks + 1 : 0;
      await pause(50);
    }
  };

  it('begins with the delay for reconnecting, is kept alive, and ends after a maximum time', async () => {
    const { id } = await write('One');
    const endless = await createOpener({ maxSilenceMs: 40 })([id]);
    assert.match((await endless.chunks.next()).value, /^retry: 2000\n\nevent: entry\n/);
    for (let n = 0; n < 2; n += 1) assert.equal((await endless.chunks.next()).value, ': keep-alive\n\n');
    const { chunks } = await createOpener({ maxSilenceMs: 40, maxDurationMs: 300 })([id]);
    assert.match((await chunks.next()).value, /^retry: 2000\n\nevent: entry\n/);
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      assert.equal(next.value, ': keep-alive\n\n');
  });

  it('ends when the session has ended, even if nothing changes', async () => {
    const { id } = await write('One');
    const stream = await createOpener({ maxSilenceMs: 100 })([id], 7);
    await stream.next();
    ended.add(7);
    assert.equal(await stream.next(), undefined);
    ended.delete(7);
  });

  it('counts towards a maximum number of streams and of those per user, even if requests are concurrent', async () => {
    const { id } = await write('One');
    const opener = createOpener({ maxFollowers: 3, maxPerUser: 2 });
    const streams = await Promise.all([opener([id], 1), opener([id], 1), opener([id], 1), opener([id], 2)]);
    const first = await Promise.all(streams.map(({ chunks }) => chunks.next()));
    assert.deepEqual(
      first.map(({ value }) => /^retry: \d+/.exec(value)?.[0]),
      ['retry: 2000', 'retry: 2000', 'retry: 10000', 'retry: 2000'],
    );
    for (const user of [1, 2, 3])
      await assert.rejects(opener([id], user), { code: 'rest_too_many_followers', status: 429 });
    await streams[3]?.end();
    await assert.rejects(opener([id], 1), { status: 429 });
    await (await opener([id], 2)).next();
  });

  it('takes no statements while nothing changes, however many streams are open', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async (_, at) => (await write(`Entry ${at}`)).id));
    const opener = createOpener({ maxPerUser: 100 });
    const streams: Stream[] = [];
    for (const id of ids) {
      const stream = await opener([id]);
      await stream.next();
      streams.push(stream);
    }
    await untilIdle();
    assert.deepEqual(await statementsOf(() => pause(1300)), []);
  });

  it('takes the same number of statements for a change, however many streams are open and entries are watched', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, async (_, at) => (await write(`Entry ${at}`)).id));
    const [id = 0] = ids;
    const countOf = async (streamCount: number) => {
      const opener = createOpener({ maxPerUser: 100 });
      const streams: Stream[] = [];
      for (let at = 0; at < streamCount; at += 1) {
        const stream = await opener(streamCount === 1 ? [id] : ids);
        await stream.next();
        streams.push(stream);
      }
      // The polls after a change that this process has made itself find no more changes.
      await untilIdle();
      await change(id, `Title ${Math.random()}`);
      const after = await statementsOf(async () => {
        const received = await Promise.all(streams.map((stream) => stream.next()));
        assert.ok(received.every((events) => events?.length === 1 && events[0]?.data.id === id));
        await untilIdle();
      });
      for (const each of streams) await each.end();
      return after;
    };
    let [one, many] = [await countOf(1), await countOf(25)];
    // A poll may have run before the change returned, and its statements were not counted.
    for (let n = 0; n < 5 && many.length !== one.length; n += 1) [one, many] = [await countOf(1), await countOf(25)];
    assert.ok(one.length > 0 && one.length <= 16, `${one.length} statements: ${one.join('\n')}`);
    assert.deepEqual(many.toSorted(), one.toSorted());
  });

  it('loads no texts of entries that its user may not edit', async () => {
    const { id } = await write('Of the administrator');
    const opener = createOpener();
    const textStatements = async (user: number) => {
      const stream = await opener([id], user);
      const all = await statementsOf(async () => {
        const events = (await stream.next()) ?? [];
        const expected = user === readerId ? ['ready'] : ['entry', 'unlock', 'ready'];
        assert.deepEqual(
          events.map(({ event }) => event),
          expected,
        );
      });
      return all.filter((sql) => sql.includes('"content"')).length;
    };
    assert.equal(await textStatements(readerId), 0);
    assert.equal(await textStatements(1), 1);
  });

  it('renders no texts', async ({ mock }) => {
    const { id } = await write('Rendered by an older version');
    await site.database.transaction((tx) => tx.run(outdateStatement, { id }));
    const run = mock.method(site.service.entries.texts, 'run');
    const stream = await createOpener()([id]);
    const [entry] = (await stream.next()) ?? [];
    assert.equal(run.mock.callCount(), 0);
    const { etag } = await site.request('administrator', 'GET', `/cms/v2/posts/${id}?context=edit`);
    assert.ok(run.mock.callCount() > 0, 'a response with the entry contains rendered texts');
    assert.equal(`"${etag.split('.')[1]}`, entry?.data.etag);
  });

  it('reports an entry whose load failed when the database works again', async () => {
    const { id } = await write('One');
    const stream = await createOpener()([id]);
    const [first] = (await stream.next()) ?? [];
    await untilIdle();
    failing = true;
    await change(id, 'During the failure');
    await pause(900);
    failing = false;
    const [second] = (await stream.next()) ?? [];
    assert.notEqual(second?.data.etag, first?.data.etag);
  });

  it('is opened again without statements, and with the latest state', async () => {
    const [{ id: first }, { id: second }] = [await write('One'), await write('Two')];
    const opener = createOpener();
    const stream = await opener([first]);
    await stream.next();
    // The next poll reads the positions that the first one has assigned to events.
    await untilIdle();
    await stream.end();
    const again = await opener([first]);
    assert.deepEqual(await statementsOf(() => again.next()), []);
    // The change is part of the first message, because this process has acknowledged it.
    await change(first, 'Changed');
    const both = await opener([first, second]);
    const events = (await both.next()) ?? [];
    const { etag } = await site.request('administrator', 'GET', `/cms/v2/posts/${first}?context=edit`);
    assert.equal(`"${etag.split('.')[1]}`, events[0]?.data.etag);
    assert.deepEqual(events.at(-1)?.data, { entries: [first, second] });
  });

  it('sends a slow client only the latest state', async () => {
    const { id } = await write('One');
    const stream = await createOpener()([id]);
    await stream.next();
    for (let n = 0; n < 30; n += 1) {
      await change(id, `Title ${n}`);
      if (n % 10 === 9) await pause(500);
    }
    await site.request('editor', 'POST', `/octavo/v1/locks/${id}`, {});
    await untilIdle();
    const events = (await stream.next()) ?? [];
    assert.deepEqual(
      events.map(({ event }) => event),
      ['entry', 'lock'],
    );
    const { etag } = await site.request('administrator', 'GET', `/cms/v2/posts/${id}?context=edit`);
    assert.equal(`"${etag.split('.')[1]}`, events[0]?.data.etag);
  });

  it('reports changes among more events than a poll reads, and after the database was restored to an earlier state', async () => {
    const { id } = await write('One');
    const stream = await createOpener()([id]);
    const [first] = (await stream.next()) ?? [];
    await site.database.transaction(async (tx) => {
      for (let n = 0; n < 2100; n += 1) await recordEvent(tx, { kind: 'user.updated', subject: 1 });
    });
    await change(id, 'After many events');
    const [second] = (await stream.next()) ?? [];
    assert.notEqual(second?.data.etag, first?.data.etag);
    await change(id, 'Before the restore');
    await site.database.transaction((tx) => tx.run(deleteAfterStatement, { position: 5 }));
    const [third] = (await stream.next()) ?? [];
    assert.notEqual(third?.data.etag, second?.data.etag);
    await change(id, 'After the restore');
    const [fourth] = (await stream.next()) ?? [];
    assert.notEqual(fourth?.data.etag, third?.data.etag);
  });

  it('reports changes to auto-drafts, although they are no events', async () => {
    const { id } = await write('Not yet saved');
    const setSlug = (slug: string) => site.database.transaction((tx) => tx.run(autoDraftStatement, { id, slug }));
    await setSlug('first');
    const stream = await createOpener()([id, 99_999_999]);
    const [first] = (await stream.next()) ?? [];
    assert.equal(first?.data.status, 'auto-draft');
    await setSlug('second');
    const [second] = (await stream.next()) ?? [];
    assert.notEqual(second?.data.etag, first?.data.etag);
    await site.database.transaction((tx) => tx.run(deleteEntryStatement, { id }));
    assert.deepEqual(
      (await stream.next())?.map(({ event, data }) => [event, data]),
      [['deleted', { id }]],
    );
  });

  it('reports an expired lock without statements, and not its renewals', async () => {
    const { id } = await write('One');
    const lock = () => site.request('editor', 'POST', `/octavo/v1/locks/${id}`, {});
    await lock();
    const stream = await createOpener()([id]);
    const first = (await stream.next()) ?? [];
    assert.deepEqual(
      first.map(({ event }) => event),
      ['entry', 'lock', 'ready'],
    );
    time += 100_000;
    await lock();
    await untilIdle();
    time += 100_000;
    await untilIdle();
    await change(id, 'Only the entry has changed');
    assert.deepEqual(
      (await stream.next())?.map(({ event }) => event),
      ['entry'],
    );
    await untilIdle();
    const expiry = await statementsOf(async () => {
      time += 50_000;
      assert.deepEqual(
        (await stream.next())?.map(({ event, data }) => [event, data]),
        [['unlock', { entry: id }]],
      );
    });
    assert.deepEqual(expiry, []);
  });
});
