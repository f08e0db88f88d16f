// Tests repeated kill -9 during writes: every acknowledged post is stored, and the database is consistent.
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
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, newSite, type ServiceOptions, startService, waitUntil } from './service-process.ts';

/** Number of times that the service is killed. */
const times = Number(process.env.OCTAVO_KILLS ?? 6);
const timeout = 20_000 + times * 5000;

describe('kill -9 during writes', () => {
  it(`loses no acknowledged post in a SQLite file, ${times} times`, { timeout }, async (t) => {
    const data = await newSite();
    const queryDatabase = async (check: (query: Query) => Promise<void>) => {
      const file = openSqlite(data);
      await check(file.query);
      file.close();
    };
    t.diagnostic(await killRepeatedly({ data }, 'sqlite', queryDatabase));
  });

  describeOnPostgres((database) => {
    it(`loses no acknowledged post, ${times} times`, { timeout }, async (t) => {
      const queryDatabase = async (check: (query: Query) => Promise<void>) => {
        const client = await openPostgres(database.url);
        await check(client.query);
        await client.close();
      };
      t.diagnostic(
        await killRepeatedly({ data: await newFolder(), database: database.url }, 'postgres', queryDatabase),
      );
    });
  });
});

async function killRepeatedly(
  options: ServiceOptions,
  engine: 'sqlite' | 'postgres',
  queryDatabase: (check: (query: Query) => Promise<void>) => Promise<void>,
): Promise<string> {
  const acknowledged: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const service = await startService(options);
    await queryDatabase(async (query) => assertTotal(query, await service.read('/cms/v2/posts')));
    const load = startLoad(service, { writers: 8, readers: 1 });
    await waitUntil(() => load.acknowledged.length > 5, 10_000, 'posts are created');
    await pause(Math.random() * 150);
    const { acknowledged: acknowledgedNow } = load;
    await service.end('SIGKILL');
    await load.stop();
    acknowledged.push(...acknowledgedNow);
    await queryDatabase(async (query) => {
      await assertNothingLost(query, acknowledged);
      await assertConsistent(query, engine);
    });
  }
  return `${acknowledged.length} posts acknowledged, none missing after ${times} kills`;
}
