// kill -9 while posts are made, again and again: what was acknowledged is there, and everything is sound (check 55).
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from './load.ts';
import { describeOnPostgres } from './postgres-server.ts';
import { newFolder, type ServiceOptions, startService, until } from './service-process.ts';
import { assertNothingLost, assertSound, assertTotal, embedded, postgres, type Query } from './stored.ts';

/** How many times the service is killed. */
const times = Number(process.env.OCTAVO_KILLS ?? 10);
const timeout = 20_000 + times * 5000;

describe('kill -9 while posts are made', () => {
  it(`loses nothing acknowledged in an SQLite file, ${times} times over`, { timeout }, async (t) => {
    const data = await newFolder();
    const look = async (check: (query: Query) => Promise<void>) => {
      const file = embedded(data);
      await check(file.query);
      file.close();
    };
    t.diagnostic(await killAgainAndAgain({ data }, 'sqlite', look));
  });

  describeOnPostgres((database) => {
    it(`loses nothing acknowledged, ${times} times over`, { timeout }, async (t) => {
      const look = async (check: (query: Query) => Promise<void>) => {
        const client = await postgres(database.url);
        await check(client.query);
        await client.close();
      };
      t.diagnostic(await killAgainAndAgain({ data: await newFolder(), database: database.url }, 'postgres', look));
    });
  });
});

async function killAgainAndAgain(
  options: ServiceOptions,
  engine: 'sqlite' | 'postgres',
  look: (check: (query: Query) => Promise<void>) => Promise<void>,
): Promise<string> {
  const acknowledged: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const service = await startService(options);
    await look(async (query) => assertTotal(query, await service.read('/cms/v2/posts')));
    const load = startLoad(service, { writers: 8, readers: 1 });
    await until(() => load.acknowledged.length > 5, 10_000, 'posts are made');
    await pause(Math.random() * 150);
    const { acknowledged: told } = load;
    await service.end('SIGKILL');
    await load.stop();
    acknowledged.push(...told);
    await look(async (query) => {
      await assertNothingLost(query, acknowledged);
      await assertSound(query, engine);
    });
  }
  return `${acknowledged.length} posts acknowledged, none missing after ${times} kills`;
}
