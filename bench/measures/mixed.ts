// Measures reads and searches while other clients write.
import type { Result } from '../budgets.ts';
import { measureReadsPerSecond } from '../load/reads.ts';
import { runClient } from '../load/run-client.ts';
import { type SiteLocation, startService } from '../processes.ts';
import { withCopy } from './write-rates.ts';

/** Number of clients that write, and the rate at which they write during cached reads. */
const [writers, writesPerSecond] = [16, 200] as const;

/** Returns the ratio of the rate of cached reads while posts are created to the rate without writes. */
export const measureReadsDuringWrites = (original: SiteLocation, seconds: number): Promise<Result[]> =>
  withCopy(original, async ({ location, authorization }) => {
    const service = await startService(location);
    const url = `${service.origin}/rest/cms/v2/posts`;
    await measureReadsPerSecond(url, 1);
    const perSecondAlone = await measureReadsPerSecond(url, seconds);
    const writing = runClient({
      ...{ kind: 'create', origin: service.origin, authorization, clients: writers },
      ...{ seconds: seconds + 2, maxPerSecond: writesPerSecond },
    });
    await new Promise((tick) => setTimeout(tick, 1000));
    const perSecondDuringWrites = await measureReadsPerSecond(url, seconds);
    const written = await writing;
    await service.stop();
    const note = `${Math.round(perSecondDuringWrites)} per second with ${Math.round(written.perSecond)} writes per second; ${Math.round(perSecondAlone)} without`;
    return [{ name: 'reads during 200 writes per second', value: perSecondDuringWrites / perSecondAlone, note }];
  });

/** Measures the response time of searches, one after the other, while posts are created as fast as possible. */
export const measureSearchesDuringWrites = (original: SiteLocation, seconds: number): Promise<Result[]> =>
  withCopy(original, async ({ location, authorization }) => {
    const service = await startService(location);
    const { origin } = service;
    await runClient({ kind: 'search', origin, clients: 1, seconds: 1 });
    const writing = runClient({ kind: 'create', origin, authorization, clients: writers, seconds: seconds + 2 });
    await new Promise((tick) => setTimeout(tick, 1000));
    const searches = await runClient({ kind: 'search', origin, clients: 1, seconds });
    const written = await writing;
    await service.stop();
    const note = `median ${searches.p50Ms.toFixed(1)} ms, maximum ${searches.maxMs.toFixed(1)} ms, ${searches.count} searches; ${Math.round(written.perSecond)} writes per second`;
    return [{ name: 'search for a rare word during writes by 16 clients: p99', value: searches.p99Ms, note }];
  });
