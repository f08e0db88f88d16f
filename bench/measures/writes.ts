// Measures how many writes of each kind are acknowledged per second: in bursts, for a longer time, and in batches.
import type { Result } from '../budgets.ts';
import { readEventLoopDelay } from '../event-loop-delay.ts';
import { batchSize, type Kind } from '../load/requests.ts';
import { runClient } from '../load/run-client.ts';
import { countPendingTexts, waitForIndex } from '../pending-texts.ts';
import { recordScripts } from '../postgres/pgbench.ts';
import type { PgbenchScript } from '../postgres/pgbench-script.ts';
import { freePort, type SiteLocation, startService } from '../processes.ts';
import { describeRate, measureRate, measureWriteRate, resultOfRate, type WriteSite, withCopy } from './write-rates.ts';

/** Number of clients of most measurements. */
const manyClients = 16;

/** Interval at which the number of pending search texts is read, in milliseconds. */
const pendingIntervalMs = 1000;

const bursts = [
  ['create a 2 KB post: 16 clients, burst', 'create', manyClients],
  ['create a 2 KB post: one client, burst', 'create', 1],
  ['update a post: 16 clients, burst', 'update', manyClients],
  ['create a comment: 16 clients, burst', 'comment', manyClients],
  ['create a term: 16 clients, burst', 'term', manyClients],
  ['trash a post: 16 clients, burst', 'trash', manyClients],
] as const;

/** Returns the pgbench scripts for kinds of writes on PostgreSQL; none on SQLite. */
async function scriptsOf<K extends Kind>(
  { location, authorization }: WriteSite,
  kinds: readonly K[],
): Promise<ReadonlyMap<K, PgbenchScript>> {
  const { database } = location;
  return database ? recordScripts({ ...location, database }, authorization, kinds) : new Map();
}

/** Measures bursts of each kind of writes. */
export const measureBursts = (original: SiteLocation, seconds: number): Promise<Result[]> =>
  withCopy(original, async (site) => {
    const scripts = await scriptsOf(site, ['create', 'update', 'comment', 'term', 'trash']);
    const results: Result[] = [];
    for (const [name, kind, clients] of bursts) {
      const rate = await measureWriteRate(site, { kind, clients, seconds });
      results.push(await resultOfRate(name, site, rate, { script: scripts.get(kind), clients, seconds }));
    }
    return results;
  });

/**
 * Measures creates for a longer time, including the time until all texts are in the search index, and the event loop delay meanwhile.
 */
export const measureSustained = (original: SiteLocation, seconds: number): Promise<Result[]> =>
  withCopy(original, async (site) => {
    const { location, authorization } = site;
    const scripts = await scriptsOf(site, ['create']);
    const metricsPort = await freePort();
    const service = await startService(location, ['--metrics-port', String(metricsPort)]);
    const options = { kind: 'create', clients: manyClients, origin: service.origin, authorization } as const;
    await runClient({ ...options, seconds: 1 });
    const pending: number[] = [];
    const timer = setInterval(() => pending.push(countPendingTexts(location)), pendingIntervalMs);
    const delay = readEventLoopDelay(metricsPort, seconds);
    const rate = await measureRate(service, { ...options, seconds });
    clearInterval(timer);
    const drainMs = await waitForIndex(location);
    const eventLoop = await delay;
    await service.stop();
    const perSecond = rate.count / (rate.count / rate.perSecond + drainMs / 1000);
    const name = 'create a 2 KB post: 16 clients, 60 s with the final drain';
    const comparison = { script: scripts.get('create'), clients: manyClients, seconds };
    const sustained = await resultOfRate(name, site, { ...rate, perSecond }, comparison);
    const texts = `at most ${Math.max(0, ...pending)} pending texts, drained in ${(drainMs / 1000).toFixed(1)} s`;
    const maxNote = `maximum ${eventLoop.maxMs.toFixed(1)} ms; both include the sampling interval of 10 ms`;
    return [
      location.database ? sustained : { ...sustained, note: `${sustained.note}; ${texts}` },
      { name: 'event loop delay with 16 writers: p99.9', value: eventLoop.p999Ms, note: maxNote },
    ];
  });

/** Measures batches of creates: in posts per second on SQLite, and relative to single creates on PostgreSQL. */
export const measureBatches = (original: SiteLocation, seconds: number): Promise<Result[]> =>
  withCopy(original, async (site) => {
    const single = await measureWriteRate(site, { kind: 'create', clients: manyClients, seconds });
    const batch = await measureWriteRate(site, { kind: 'batch', clients: manyClients, seconds });
    const note = `${describeRate(batch)} of a batch of ${batchSize}; single creates ${Math.round(single.perSecond)} per second`;
    const value = site.location.database ? batch.perSecond / single.perSecond : batch.perSecond;
    return [{ name: 'batches of 25 creates: 16 clients, burst', value, note }];
  });

/** Compares the rate of creates with that of another commit, whose site is `baseline`. */
export async function measureBaseline(
  current: SiteLocation,
  { location: baseline, commit }: { readonly location: SiteLocation; readonly commit: string },
  seconds: number,
): Promise<Result[]> {
  const rateOn = (location: SiteLocation) =>
    withCopy(location, (site) => measureWriteRate(site, { kind: 'create', clients: manyClients, seconds }));
  const before = await rateOn(baseline);
  const now = await rateOn(current);
  const note = `${Math.round(now.perSecond)} per second; ${Math.round(before.perSecond)} at commit ${commit}`;
  const name = 'create a 2 KB post: 16 clients, compared with another commit';
  return [{ name, value: now.perSecond / before.perSecond, note }];
}
