// The mount of existing clients against the service's own: the same requests to one process, in turns.
import type { Result } from '../budgets.ts';
import { type Load, loadCreates, loadReads, median } from '../load.ts';
import { administrator, cpuTime, type Place, type Running, startService } from '../processes.ts';

const runs = 5;

/** The mounts with the namespace of content. */
const [native, compatible] = ['/rest/cms/v2', '/wp-json/wp/v2'] as const;

/** Puts load on a mount. */
type Work = (mount: string) => Promise<Load>;

/**
 * The work of the native mount as a share of that of the other one: reads of cached records on one site, creates on another.
 * Medians of five runs. Processor time for each request is compared, which other work on the machine changes least; a process that
 * has a core to itself answers as many more requests as it needs less of it.
 */
export async function measureNames(reading: Place, writing: Place, seconds: number): Promise<Result[]> {
  const results: Result[] = [];
  const reader = await startService(reading, ['--kept-answers', '0']);
  const word = await findWord(reader);
  for (const [name, path] of [
    ['item', '/posts/500'],
    ['list of 10', '/posts'],
    ['list of 100 with _embed', '/posts?per_page=100&_embed'],
    ['search', `/search?search=${word}`],
  ] as const) {
    const read: Work = (mount) => loadReads(reader.origin + mount + path, seconds);
    results.push(await compare(`compatible names, cold: ${name}`, reader, read));
  }
  await reader.stop();
  const writer = await startService(writing);
  const authorization = administrator(writing);
  const create: Work = (mount) =>
    loadCreates(writer.origin, authorization, { clients: 16, seconds, path: `${mount}/posts` });
  results.push(await compare('compatible names: create a 2 KB post', writer, create));
  await writer.stop();
  return results;
}

/** A word that several entries have. */
async function findWord({ origin }: Running): Promise<string> {
  const answer = await fetch(`${origin}${native}/posts/500?_fields=title`);
  const { title } = (await answer.json()) as { title: { rendered: string } };
  return encodeURIComponent(title.rendered.split(' ', 1)[0] ?? '');
}

/** The responses of a mount, and their processor time in milliseconds. */
interface Spent {
  readonly count: number;
  readonly cpuMs: number;
  readonly rates: readonly number[];
}

const sum = (one: Spent, other: Spent): Spent => ({
  count: one.count + other.count,
  cpuMs: one.cpuMs + other.cpuMs,
  rates: [...one.rates, ...other.rates],
});

/** In each run the mounts take turns as in ABBA, so that what changes meanwhile meets both alike. What comes before warms up. */
async function compare(name: string, { child }: Running, work: Work): Promise<Result> {
  const measure = async (mount: string): Promise<Spent> => {
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
    const [ours, theirs] = [sum(first, fourth), sum(second, third)];
    ratios.push(ours.cpuMs / ours.count / (theirs.cpuMs / theirs.count));
    rates[0].push(...ours.rates);
    rates[1].push(...theirs.rates);
  }
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const note = `${Math.round(median(rates[1]))} a second; native ${Math.round(median(rates[0]))}; ${spread} in five runs`;
  return { name, value: median(ratios), note };
}
