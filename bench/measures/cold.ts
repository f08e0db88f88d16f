// Compares uncached searches, lists with filters, the site index and OPTIONS with a raw server that sends the same bytes.
import type { Result } from '../budgets.ts';
import type { ReadOptions } from '../load/reads.ts';
import { rareWord } from '../load/requests.ts';
import { type SiteLocation, startService } from '../processes.ts';
import { ratio, type Sampling } from './reads.ts';

/** Returns the ratios of the rates of uncached reads of a site to those of the raw server. */
export async function measureColdReads(location: SiteLocation, sampling: Sampling): Promise<Result[]> {
  const service = await startService(location, ['--response-cache', '0']);
  const posts = '/rest/cms/v2/posts';
  const slug = await findSlug(`${service.origin}${posts}/500`);
  const reads: readonly (readonly [name: string, path: string, options?: ReadOptions])[] = [
    ['search for a rare word', `${posts}?search=${rareWord}`],
    ['slug', `${posts}?slug=${slug}`],
    ['tag', `${posts}?tags=60`],
    ['category', `${posts}?categories=2`],
    ['site index', '/rest/'],
    ['OPTIONS of posts', posts, { method: 'OPTIONS' }],
  ];
  const results: Result[] = [];
  for (const [name, path, options] of reads)
    results.push(await ratio(`cold: ${name}`, service, path, sampling, options));
  await service.stop();
  return results;
}

async function findSlug(url: string): Promise<string> {
  const response = await fetch(`${url}?_fields=slug`);
  const { slug } = (await response.json()) as { slug: string };
  return slug;
}
