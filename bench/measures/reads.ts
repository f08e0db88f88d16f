// Compares cached reads, uncached reads and reads in the edit context with a raw server that sends the same bytes.
import type { Result } from '../budgets.ts';
import { measureReadsPerSecond, median, type ReadOptions } from '../load/reads.ts';
import {
  administratorCredentials,
  type RunningProcess,
  type SiteLocation,
  startRawServer,
  startService,
} from '../processes.ts';

const shapes = [
  ['item', '/rest/cms/v2/posts/500'],
  ['list of 10', '/rest/cms/v2/posts'],
  ['list of 10 with _embed', '/rest/cms/v2/posts?_embed'],
] as const;

/** Duration of each measurement, in seconds, and number of rounds. */
export interface Sampling {
  readonly seconds: number;
  readonly rounds: number;
}

/** Returns the ratios of the read rates of a site to those of the raw server. */
export async function measureReads(location: SiteLocation, sampling: Sampling): Promise<Result[]> {
  const results: Result[] = [];
  const authorization = administratorCredentials(location);
  const hot = await startService(location);
  for (const [name, path] of shapes) results.push(await ratio(`hot: ${name}`, hot, path, sampling));
  results.push(await ratio('hot: list of 10 in the compatible names', hot, '/wp-json/wp/v2/posts', sampling));
  await hot.stop();
  const cold = await startService(location, ['--response-cache', '0']);
  for (const [name, path] of shapes) results.push(await ratio(`cold: ${name}`, cold, path, sampling));
  results.push(await ratio('cold: list of 100', cold, '/rest/cms/v2/posts?per_page=100', sampling));
  const edit = '/rest/cms/v2/posts?context=edit';
  results.push(await ratio('edit context, signed in: list of 10', cold, edit, sampling, { authorization }));
  await cold.stop();
  return results;
}

/** Measures cached and uncached reads of a site that contains the posts of a real export many times over. */
export async function measureRealTexts(location: SiteLocation, sampling: Sampling): Promise<Result[]> {
  const results: Result[] = [];
  for (const [kind, options] of [
    ['hot', []],
    ['cold', ['--response-cache', '0']],
  ] as const) {
    const service = await startService(location, options);
    const [middlePost] = (await (await fetch(`${service.origin}/rest/cms/v2/posts?offset=5000&per_page=1`)).json()) as [
      { id: number },
    ];
    results.push(await ratio(`real texts, ${kind}: item`, service, `/rest/cms/v2/posts/${middlePost.id}`, sampling));
    results.push(await ratio(`real texts, ${kind}: list of 10`, service, '/rest/cms/v2/posts?page=50', sampling));
    await service.stop();
  }
  return results;
}

/**
 * Returns the ratio of the read rate of a path of a service to that of the raw server with the same response. Both are measured alternately, so
 * that other work on the machine affects them equally.
 */
export async function ratio(
  name: string,
  service: RunningProcess,
  path: string,
  { seconds, rounds }: Sampling,
  options: ReadOptions = {},
): Promise<Result> {
  const url = service.origin + path;
  const raw = await startRawServer(url, options);
  await measureReadsPerSecond(url, 1, options);
  const serviceRates: number[] = [];
  const rawRates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rawRates.push(await measureReadsPerSecond(raw.origin, seconds, { method: options.method }));
    serviceRates.push(await measureReadsPerSecond(url, seconds, options));
  }
  await raw.stop();
  const note = `${Math.round(median(serviceRates))} per second; raw ${Math.round(median(rawRates))}`;
  return { name, value: median(serviceRates) / median(rawRates), note };
}
