// Tests repeated crashes of the service (kill -9) and of PostgreSQL during writes: every acknowledged post is stored, and the database is consistent.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  assertConsistent,
  assertNothingLost,
  assertTotal,
  openPostgres,
  openSqlite,
  type Query,
} from './consistency.ts';
import { startLoad } from './load.ts';
import { createTestDatabase, describeOnPostgres, startPostgresServer } from './postgres-server.ts';
import { newFolder, newSite, type Service, type ServiceOptions, startService, waitUntil } from './service-process.ts';

/** Number of times that the service is killed, and that PostgreSQL is. */
const times = Number(process.env.OCTAVO_KILLS ?? 20);
const serverTimes = Number(process.env.OCTAVO_KILLS ?? 4);
const timeoutOf = (count: number): number => 60_000 + count * 20_000;

describe('crashes during writes', () => {
  it(`of the service lose no acknowledged post in a SQLite file, ${times} times`, {
    timeout: timeoutOf(times),
  }, async (t) => {
    const data = await newSite();
    const queryDatabase = async (check: (query: Query) => Promise<void>) => {
      const file = openSqlite(data);
      await check(file.query);
      file.close();
    };
    t.diagnostic(await killRepeatedly({ engine: 'sqlite', queryDatabase, ...killsOfService({ data }) }, times));
  });

  describeOnPostgres((database) => {
    it(`of the service lose no acknowledged post, ${times} times`, { timeout: timeoutOf(times) }, async (t) => {
      const kills = killsOfService({ data: await newFolder(), database: database.url });
      t.diagnostic(
        await killRepeatedly({ engine: 'postgres', queryDatabase: queriesOf(database.url), ...kills }, times),
      );
    });

    it(`of the server lose no acknowledged post, ${serverTimes} times`, {
      timeout: timeoutOf(serverTimes),
    }, async (t) => {
      const server = await startPostgresServer();
      t.after(() => server.remove());
      const { url } = await createTestDatabase(server.url);
      const service = await startService({ data: await newFolder(), database: url });
      const isReady = async () => (await service.probe('readyz')) === 200;
      const victim: Victim = {
        ...{ engine: 'postgres', queryDatabase: queriesOf(url), rejects: true },
        ...{ kill: () => server.stop(), restart: server.start },
        async start() {
          await waitUntil(isReady, 60_000, 'the service is ready');
          return service;
        },
      };
      t.diagnostic(await killRepeatedly(victim, serverTimes));
      assert.equal((await service.end('SIGTERM')).exit, 0);
    });
  });
});

/** A process that is killed during writes, with functions that restart it and read its database. */
interface Victim {
  readonly engine: 'sqlite' | 'postgres';
  /** Whether the service remains and rejects requests with 503. */
  readonly rejects: boolean;
  /** Returns a service that accepts writes. */
  readonly start: () => Promise<Service>;
  readonly kill: (service: Service) => Promise<unknown>;
  /** Makes the database readable again. */
  readonly restart: () => Promise<void>;
  readonly queryDatabase: (check: (query: Query) => Promise<void>) => Promise<void>;
}

const killsOfService = (options: ServiceOptions): Pick<Victim, 'rejects' | 'start' | 'kill' | 'restart'> => ({
  rejects: false,
  start: () => startService(options),
  kill: (service) => service.end('SIGKILL'),
  restart: async () => {},
});

const queriesOf =
  (url: string): Victim['queryDatabase'] =>
  async (check) => {
    const client = await openPostgres(url);
    await check(client.query);
    await client.close();
  };

async function killRepeatedly(
  { engine, rejects, start, kill, restart, queryDatabase }: Victim,
  count: number,
): Promise<string> {
  const acknowledged: number[] = [];
  const words: EditedWords = new Map();
  for (let n = 0; n < count; n += 1) {
    const service = await start();
    await queryDatabase(async (query) => assertTotal(query, await service.read('/cms/v2/posts')));
    await assertAllFound(service, words);
    if (engine === 'sqlite') await queryDatabase(waitUntilIndexed);
    const load = startLoad(service, { writers: 8, readers: 1 });
    const editor = startEditing(service, `kill${n}x`, words, rejects);
    await waitUntil(() => load.acknowledged.length > 5, 60_000, 'posts are created');
    await pause(Math.random() * 150);
    const { acknowledged: acknowledgedNow } = load;
    await kill(service);
    await Promise.all([load.stop(), editor]);
    acknowledged.push(...acknowledgedNow);
    await restart();
    await queryDatabase(async (query) => {
      await assertNothingLost(query, acknowledged);
      await assertConsistent(query, engine);
    });
  }
  return `${acknowledged.length} posts acknowledged, none missing after ${count} kills`;
}

/** The unique word in the text of each edited post, by ID; undefined if the post is in the trash. */
type EditedWords = Map<number, string | undefined>;

/**
 * Creates, updates, trashes and searches posts until a request is not acknowledged. `words` has the acknowledged state; a post whose last
 * request was not acknowledged may be in either state and is removed from it.
 */
async function startEditing(
  service: Service,
  prefix: string,
  words: EditedWords,
  mayBeRejected: boolean,
): Promise<void> {
  for (let n = 0; ; n += 1) {
    let id: number | undefined;
    try {
      const word = `${prefix}${n}word`;
      const created = await service.request('POST', '/cms/v2/posts', { title: `First ${word}`, status: 'publish' });
      if (mayBeRejected && created.status === 503) return;
      assert.equal(created.status, 201);
      id = Number(created.body.id);
      words.set(id, word);
      if (n % 3 === 0) continue;
      words.delete(id);
      const isUpdate = n % 3 === 1;
      const changed = isUpdate
        ? await service.request('POST', `/cms/v2/posts/${id}`, { title: `Then changed${word}` })
        : await service.request('DELETE', `/cms/v2/posts/${id}`);
      if (mayBeRejected && changed.status === 503) return;
      assert.equal(changed.status, 200);
      words.set(id, isUpdate ? `changed${word}` : undefined);
      if (!isUpdate) words.set(-id, word);
      const found = await service.read(`/cms/v2/posts?search=${word}&_fields=id`);
      if (found.status === 200) assert.deepEqual(idsOf(found.body), isUpdate ? [id] : []);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

const idsOf = (body: readonly { readonly id: number }[]): number[] => body.map(({ id }) => id);

/** Asserts that a search finds each acknowledged text, and none of a post in the trash. Negative IDs have the words of the latter. */
async function assertAllFound(service: Service, words: EditedWords): Promise<void> {
  for (const [id, word] of words) {
    if (word === undefined) continue;
    const found = await service.read(`/cms/v2/posts?search=${word}&_fields=id`);
    assert.equal(found.status, 200);
    assert.deepEqual(idsOf(found.body), id < 0 ? [] : [id], word);
  }
}

/** Waits until the search index of a SQLite file contains all texts. */
async function waitUntilIndexed(query: Query): Promise<void> {
  let pending = Number.NaN;
  for (let attempts = 0; pending !== 0; attempts += 1) {
    assert.ok(attempts < 3000, `${pending} texts are still pending`);
    [{ n: pending }] = (await query('select count(*) as n from pending_texts')) as [{ n: number }];
    await pause(20);
  }
}
