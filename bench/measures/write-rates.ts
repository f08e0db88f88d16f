// Measures the rate of one kind of writes on a copy of a site and, on PostgreSQL, the rate of pgbench with the same statements.
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { treeCpu } from '../../test/cost/cpu-time.ts';
import type { Result } from '../budgets.ts';
import type { ClientReport } from '../load/client.ts';
import { median } from '../load/reads.ts';
import type { Kind } from '../load/requests.ts';
import { type ClientOptions, runClient } from '../load/run-client.ts';
import { runPgbench } from '../postgres/pgbench.ts';
import type { PgbenchScript } from '../postgres/pgbench-script.ts';
import { administratorCredentials, type RunningProcess, type SiteLocation, startService } from '../processes.ts';
import { copySite } from '../sites.ts';

/** Time for which writes run before they are measured, in seconds. */
const warmupSeconds = 1;

/** A copy of a site, with the credentials of its administrator and the flush time of its disk. */
export interface WriteSite {
  readonly location: SiteLocation;
  readonly authorization: string;
  readonly flushMs: number;
}

/** Calls `work` with a copy of a site, and removes the copy afterwards. */
export async function withCopy<T>(original: SiteLocation, work: (site: WriteSite) => Promise<T>): Promise<T> {
  const { location, remove } = await copySite(original);
  try {
    const flushMs = flushTime(location.data);
    return await work({ location, authorization: administratorCredentials(location), flushMs });
  } finally {
    await remove();
  }
}

/** The writes to measure. */
export interface WriteOptions {
  readonly kind: Kind;
  readonly clients: number;
  readonly seconds: number;
}

/** A measured rate, with the CPU time of the service and its child processes, in milliseconds. */
export interface WriteRate extends ClientReport {
  readonly serviceCpuMs: number;
}

/** Sends writes to a running service and measures them. */
export async function measureRate(
  { child }: RunningProcess,
  options: ClientOptions & Pick<WriteOptions, 'seconds'>,
): Promise<WriteRate> {
  const pid = child.pid ?? 0;
  const before = treeCpu(pid).usedMs;
  const report = await runClient(options);
  return { ...report, serviceCpuMs: treeCpu(pid).usedMs - before };
}

/** Returns the IDs of up to `count` published posts of a running service. */
async function listIds(origin: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ids.length < count; page += 1) {
    const response = await fetch(`${origin}/rest/cms/v2/posts?per_page=100&page=${page}&_fields=id`);
    if (!response.ok) break;
    ids.push(...((await response.json()) as { id: number }[]).map(({ id }) => id));
  }
  return ids;
}

const kindsWithTargets: ReadonlySet<Kind> = new Set(['update', 'trash', 'comment']);

/** Starts the service and measures writes after a warm-up with other posts. */
export async function measureWriteRate(
  { location, authorization }: WriteSite,
  { kind, clients, seconds }: WriteOptions,
): Promise<WriteRate> {
  const service = await startService(location);
  const ids = kindsWithTargets.has(kind) ? await listIds(service.origin, location.posts) : [];
  const warmupCount = Math.floor(ids.length / 10);
  const options = { kind, clients, origin: service.origin, authorization };
  await runClient({ ...options, seconds: warmupSeconds, targets: ids.slice(0, warmupCount) });
  const rate = await measureRate(service, { ...options, seconds, targets: ids.slice(warmupCount) });
  await service.stop();
  return rate;
}

/** Returns a text with the rate, CPU times and response times of writes. */
export function describeRate({ count, perSecond, cpuMs, serviceCpuMs, p99Ms }: WriteRate): string {
  const perWrite = (milliseconds: number) => (milliseconds / count).toFixed(2);
  const cpu = `CPU time of a write ${perWrite(serviceCpuMs)} ms, of the client ${perWrite(cpuMs)} ms`;
  return `${Math.round(perSecond)} per second; ${cpu}; p99 ${p99Ms.toFixed(1)} ms`;
}

/**
 * Returns the result of a write rate: the rate itself on SQLite, and its ratio to that of pgbench with the same statements and number
 * of clients on PostgreSQL.
 */
export async function resultOfRate(
  name: string,
  { location: { database, posts }, flushMs }: WriteSite,
  rate: WriteRate,
  comparison: { readonly script: PgbenchScript | undefined; readonly clients: number; readonly seconds: number },
): Promise<Result> {
  const note = `${describeRate(rate)}; the disk flushes in ${flushMs.toFixed(2)} ms`;
  const { script, clients, seconds } = comparison;
  if (!database || !script) return { name, value: rate.perSecond, note };
  const perSecond = await runPgbench(database, script, { clients, seconds, targets: [1, posts] });
  return { name, value: rate.perSecond / perSecond, note: `${note}; pgbench ${Math.round(perSecond)} per second` };
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
