// Measures the pages of a site, its feeds and its sitemaps: cached ones compared with a raw server that sends the same bytes, and the time of
// each kind right after a write that invalidates all caches.
import type { Result } from '../budgets.ts';
import { median } from '../load/reads.ts';
import { administratorCredentials, type SiteLocation, startService } from '../processes.ts';
import { ratio, type Sampling } from './reads.ts';

/** Number of times that each page is requested after a write. */
const rounds = 11;

/** Returns the ratios of the rates of cached pages to those of the raw server. */
export async function measureHotPages(location: SiteLocation, sampling: Sampling): Promise<Result[]> {
  const service = await startService(location);
  const { post, category } = await findPaths(service.origin);
  const results: Result[] = [];
  for (const [name, path] of [
    ['home page', '/'],
    ['page of a post', post],
    ['page of a category', category],
    ['feed', '/feed/'],
  ] as const)
    results.push(await ratio(`hot: ${name}`, service, path, sampling));
  await service.stop();
  return results;
}

/** Returns the times of the slowest pages after a write: of those that list or show entries, and of feeds and sitemaps. */
export async function measureColdPages(location: SiteLocation): Promise<Result[]> {
  const service = await startService(location);
  const authorization = administratorCredentials(location);
  const { post, date, category, tag, author } = await findPaths(service.origin);
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const last = Math.floor(location.posts / 10);
  const deep = Math.max(2, Math.min(100, Math.floor(location.posts / 1000)));
  // Pages in the middle of a list are the slowest ones: it is read from the nearer end.
  const pages = [
    ...[
      '/',
      '/page/2/',
      `/page/${Math.floor(last / 2)}/`,
      `/page/${last}/`,
      post,
      category,
      `${category}page/2/`,
      tag,
      author,
      `${author}page/${deep}/`,
    ],
    ...[`/${year}/`, `/${year}/${month}/`, `/${year}/${month}/${day}/`, `/${year}/page/${deep}/`, '/nothing/'],
  ];
  const documents = [
    ...[
      '/feed/',
      '/feed/atom/',
      '/feed/json/',
      `${category}feed/`,
      `${author}feed/`,
      `/${year}/feed/`,
      '/comments/feed/',
    ],
    ...(await findSitemaps(service.origin)),
  ];
  const measure = async (name: string, paths: readonly string[]): Promise<Result> => {
    const times: { path: string; ms: number }[] = [];
    for (const path of paths) times.push({ path, ms: await coldTime(service.origin, path, authorization) });
    const sorted = times.sort((one, other) => other.ms - one.ms);
    const note = sorted.map(({ path, ms }) => `${path} ${ms.toFixed(1)}`).join(', ');
    return { name, value: sorted[0]?.ms ?? Number.NaN, note };
  };
  const results = [
    await measure('cold: slowest page', pages),
    await measure('cold: slowest feed or sitemap', documents),
  ];
  await service.stop();
  return results;
}

/** Returns the median time of a page after a write, in milliseconds. */
async function coldTime(origin: string, path: string, authorization: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await fetch(`${origin}/rest/cms/v2/posts/1`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Changed ${round}` }),
    });
    const startedAt = performance.now();
    const response = await fetch(origin + path, { headers: { accept: 'text/html' }, redirect: 'error' });
    await response.arrayBuffer();
    times.push(performance.now() - startedAt);
    const expected = path === '/nothing/' ? 404 : 200;
    if (response.status !== expected) throw new Error(`${path} returned ${response.status}`);
  }
  return median(times);
}

/** Returns the path of a post in the middle of the site, its date, and the paths of the archives with the most posts. */
async function findPaths(origin: string) {
  const read = async (query: string): Promise<{ link: string; date: string }> => {
    const response = await fetch(`${origin}/rest/cms/v2/${query}`);
    const [first] = (await response.json()) as { link: string; date: string }[];
    if (!first) throw new Error(`${query} returned nothing`);
    return first;
  };
  const pathOf = async (query: string) => new URL((await read(query)).link).pathname;
  const middle = await read('posts?per_page=1&page=500');
  return {
    post: new URL(middle.link).pathname,
    date: middle.date,
    category: await pathOf('categories?per_page=1&orderby=count&order=desc'),
    tag: await pathOf('tags?per_page=1&orderby=count&order=desc'),
    author: await pathOf('users?per_page=1&include=2'),
  };
}

/** Returns the paths of the sitemap index, and of the first and last files that it lists. */
async function findSitemaps(origin: string): Promise<string[]> {
  const index = await (await fetch(`${origin}/sitemap.xml`)).text();
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  return ['/sitemap.xml', ...[files[0] ?? '', files.at(-1) ?? '']];
}
