// Compares the compatible mount with the native one by sending the same requests to both mounts of one process, alternately.
import type { Result } from '../budgets.ts';
import { type Load, median, runReadLoad } from '../load/reads.ts';
import { runClient } from '../load/run-client.ts';
import {
  administratorCredentials,
  cpuTime,
  type RunningProcess,
  type SiteLocation,
  startService,
} from '../processes.ts';

/** Paths of the content namespace at both mounts. */
const [native, compatible] = ['/rest/cms/v2', '/wp-json/wp/v2'] as const;

/** A function that applies load to a mount. */
type Work = (mount: string) => Promise<Load>;

/**
 * Returns the cost of requests to the native mount divided by the cost of the same requests to the compatible mount, for reads
 * of cached records on the site `reading` and for creating posts on the site `writing`. Values are medians of `runs` runs. The
 * cost is the CPU time per request, because other processes on the machine affect it least.
 */
export async function measureNames(
  reading: SiteLocation,
  writing: SiteLocation,
  { seconds, runs }: { readonly seconds: number; readonly runs: number },
): Promise<Result[]> {
  const results: Result[] = [];
  const reader = await startService(reading, ['--response-cache', '0']);
  const word = await findWord(reader);
  for (const [name, path] of [
    ['item', '/posts/500'],
    ['list of 10', '/posts'],
    ['list of 100 with _embed', '/posts?per_page=100&_embed'],
    ['search', `/search?search=${word}`],
  ] as const) {
    const read: Work = (mount) => runReadLoad(reader.origin + mount + path, seconds);
    results.push(await compare(`compatible names, cold: ${name}`, reader, read, runs));
  }
  await reader.stop();
  const writer = await startService(writing);
  const authorization = administratorCredentials(writing);
  const create: Work = (mount) =>
    runClient({ kind: 'create', origin: writer.origin, authorization, clients: 16, seconds, mount });
  results.push(await compare('compatible names: create a 2 KB post', writer, create, runs));
  await writer.stop();
  return results;
}

/** Returns the first word of a post's title, encoded for a URL. Generated titles repeat words, so several posts contain it. */
async function findWord({ origin }: RunningProcess): Promise<string> {
  const response = await fetch(`${origin}${native}/posts/500?_fields=title`);
  const { title } = (await response.json()) as { title: { rendered: string } };
  return encodeURIComponent(title.rendered.split(' ', 1)[0] ?? '');
}

/** Responses of a mount in one or more measurements. */
interface Usage {
  readonly count: number;
  /** CPU time that the responses used, in milliseconds. */
  readonly cpuMs: number;
  /** Responses per second in each measurement. */
  readonly rates: readonly number[];
}

const sum = (one: Usage, other: Usage): Usage => ({
  count: one.count + other.count,
  cpuMs: one.cpuMs + other.cpuMs,
  rates: [...one.rates, ...other.rates],
});

/**
 * Applies the load to the mounts in the order native, compatible, compatible, native, so that drift on the machine affects
 * both equally. One measurement of each mount is made first to warm up the service, and is not counted.
 */
async function compare(name: string, { child }: RunningProcess, work: Work, runs: number): Promise<Result> {
  const measure = async (mount: string): Promise<Usage> => {
    const before = cpuTime(child);
    const { count, perSecond } = await work(mount);
    return { count, cpuMs: cpuTime(child) - before, rates: [perSecond] };
  };
  for (const mount of [native, compatible]) await work(mount);
  const ratios: number[] = [];
  const rates: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    const [first, second] = [await measure(native), await measure(compatible)];
    const [third, fourth] = [await measure(compatible), await measure(native)];
    const [nativeUsage, compatibleUsage] = [sum(first, fourth), sum(second, third)];
    ratios.push(nativeUsage.cpuMs / nativeUsage.count / (compatibleUsage.cpuMs / compatibleUsage.count));
    rates[0].push(...nativeUsage.rates);
    rates[1].push(...compatibleUsage.rates);
  }
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const note = `${Math.round(median(rates[1]))} per second; native ${Math.round(median(rates[0]))}; ${spread} in ${runs} runs`;
  return { name, value: median(ratios), note };
}
