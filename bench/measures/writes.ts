// Measures how many posts can be created per second, and how much writes slow cached reads down.
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '../budgets.ts';
import { measureCreatesPerSecond, measureReadsPerSecond, median } from '../load.ts';
import { administratorCredentials, type SiteLocation, startService } from '../processes.ts';

/** Measures the number of created posts per second with sixteen clients and with one. */
export async function measureWrites(location: SiteLocation, seconds: number): Promise<Result[]> {
  const authorization = administratorCredentials(location);
  const service = await startService(location);
  const flush = `the disk flushes in ${flushTime(location.data).toFixed(2)} ms`;
  await measureCreatesPerSecond(service.origin, authorization, { clients: 16, seconds: 2 });
  const many = await measureCreatesPerSecond(service.origin, authorization, { clients: 16, seconds });
  const one = await measureCreatesPerSecond(service.origin, authorization, { clients: 1, seconds });
  await service.stop();
  return [
    { name: 'create a 2 KB post: 16 clients', value: many, note: flush },
    { name: 'create a 2 KB post: one client', value: one, note: flush },
  ];
}

/** Returns the ratio of the rate of cached reads while fifty posts per second are created to the rate without writes. */
export async function measureMixed(location: SiteLocation, seconds: number): Promise<Result[]> {
  const authorization = administratorCredentials(location);
  const service = await startService(location);
  const url = `${service.origin}/rest/cms/v2/posts`;
  await measureReadsPerSecond(url, 1);
  const perSecondAlone = await measureReadsPerSecond(url, seconds);
  const writing = measureCreatesPerSecond(service.origin, authorization, {
    clients: 4,
    seconds: seconds + 2,
    maxPerSecond: 50,
  });
  await new Promise((tick) => setTimeout(tick, 1000));
  const perSecondDuringWrites = await measureReadsPerSecond(url, seconds);
  const written = await writing;
  await service.stop();
  const note = `${Math.round(perSecondDuringWrites)} per second with ${Math.round(written)} writes; ${Math.round(perSecondAlone)} without`;
  return [{ name: 'reads beside 50 writes a second', value: perSecondDuringWrites / perSecondAlone, note }];
}

/** Returns the median duration of an fdatasync after 4 KB were written to a file in the folder, in milliseconds. */
function flushTime(folder: string): number {
  const file = path.join(folder, 'flush-probe');
  const descriptor = openSync(file, 'w');
  const page = Buffer.alloc(4096, 1);
  const times: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    writeSync(descriptor, page);
    const began = performance.now();
    fdatasyncSync(descriptor);
    times.push(performance.now() - began);
  }
  closeSync(descriptor);
  rmSync(file);
  return median(times);
}
