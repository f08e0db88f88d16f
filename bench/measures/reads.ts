// Reads: hot, cold and of an editor, each beside the yardstick with the same bytes.
import type { Result } from '../budgets.ts';
import { median, readsPerSecond } from '../load.ts';
import { administrator, type Place, type Running, startRaw, startService } from '../processes.ts';

const shapes = [
  ['item', '/rest/cms/v2/posts/500'],
  ['list of 10', '/rest/cms/v2/posts'],
  ['list of 10 with _embed', '/rest/cms/v2/posts?_embed'],
] as const;

/** How long and how often each address is measured. */
export interface Pace {
  readonly seconds: number;
  readonly rounds: number;
}

/** All ratios of reads on a site. */
export async function measureReads(place: Place, pace: Pace): Promise<Result[]> {
  const results: Result[] = [];
  const authorization = administrator(place);
  const hot = await startService(place);
  for (const [name, path] of shapes) results.push(await ratio(`hot: ${name}`, hot, path, pace));
  results.push(await ratio('hot: list of 10 in the compatible names', hot, '/wp-json/wp/v2/posts', pace));
  await hot.stop();
  const cold = await startService(place, ['--kept-answers', '0']);
  for (const [name, path] of shapes) results.push(await ratio(`cold: ${name}`, cold, path, pace));
  const edit = '/rest/cms/v2/posts?context=edit';
  results.push(await ratio('edit context, signed in: list of 10', cold, edit, pace, authorization));
  await cold.stop();
  return results;
}

/** Hot and cold reads of a site that holds the texts of a real one many times over. */
export async function measureRealTexts(place: Place, pace: Pace): Promise<Result[]> {
  const results: Result[] = [];
  for (const [kind, options] of [
    ['hot', []],
    ['cold', ['--kept-answers', '0']],
  ] as const) {
    const service = await startService(place, options);
    const [middle] = (await (await fetch(`${service.origin}/rest/cms/v2/posts?offset=5000&per_page=1`)).json()) as [
      { id: number },
    ];
    results.push(await ratio(`real texts, ${kind}: item`, service, `/rest/cms/v2/posts/${middle.id}`, pace));
    results.push(await ratio(`real texts, ${kind}: list of 10`, service, '/rest/cms/v2/posts?page=50', pace));
    await service.stop();
  }
  return results;
}

/** Both are measured in turn, so that what else the machine does meets both. */
async function ratio(
  name: string,
  service: Running,
  path: string,
  { seconds, rounds }: Pace,
  authorization?: string,
): Promise<Result> {
  const address = service.origin + path;
  const raw = await startRaw(address, authorization);
  await readsPerSecond(address, 1, authorization);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await readsPerSecond(raw.origin, seconds));
    ours.push(await readsPerSecond(address, seconds, authorization));
  }
  await raw.stop();
  const note = `${Math.round(median(ours))} a second; raw ${Math.round(median(theirs))}`;
  return { name, value: median(ours) / median(theirs), note };
}
