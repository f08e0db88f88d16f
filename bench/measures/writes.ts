// Writes: posts created and acknowledged on disk, and reads beside them.
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Result } from '../budgets.ts';
import { createsPerSecond, median, readsPerSecond } from '../load.ts';
import { administrator, type Place, startService } from '../processes.ts';

/** Creates a second, by sixteen clients and by one. */
export async function measureWrites(place: Place, seconds: number): Promise<Result[]> {
  const authorization = administrator(place);
  const service = await startService(place);
  const flush = `the disk flushes in ${flushTime(place.data).toFixed(2)} ms`;
  await createsPerSecond(service.origin, authorization, { clients: 16, seconds: 2 });
  const many = await createsPerSecond(service.origin, authorization, { clients: 16, seconds });
  const one = await createsPerSecond(service.origin, authorization, { clients: 1, seconds });
  await service.stop();
  return [
    { name: 'create a 2 KB post: 16 clients', value: many, note: flush },
    { name: 'create a 2 KB post: one client', value: one, note: flush },
  ];
}

/** Hot reads while fifty posts a second are created, against hot reads alone. */
export async function measureMixed(place: Place, seconds: number): Promise<Result[]> {
  const authorization = administrator(place);
  const service = await startService(place);
  const address = `${service.origin}/rest/cms/v2/posts`;
  await readsPerSecond(address, 1);
  const alone = await readsPerSecond(address, seconds);
  const writing = createsPerSecond(service.origin, authorization, { clients: 4, seconds: seconds + 2, pace: 50 });
  await new Promise((tick) => setTimeout(tick, 1000));
  const beside = await readsPerSecond(address, seconds);
  const written = await writing;
  await service.stop();
  const note = `${Math.round(beside)} a second beside ${Math.round(written)} writes; ${Math.round(alone)} alone`;
  return [{ name: 'reads beside 50 writes a second', value: beside / alone, note }];
}

/** The median time of a flush of four KB where the site is. Milliseconds. */
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
