// Compares the time of single requests on a large and on a small site. The response cache is disabled, and each request follows a write that
// invalidates all cached records and totals: those of a small site fit into the caches, so that the comparison would be that of a database
// with a cache.
import { type RequestOptions, request } from 'node:http';
import type { Result } from '../budgets.ts';
import { median } from '../load/reads.ts';
import { administratorCredentials, type SiteLocation, startService } from '../processes.ts';

/** A function that returns the path of request number `n` on a site with this number of posts. */
type PathOf = (n: number, posts: number) => string;

/** ID of the first generated post: the entries before it are those of a new site. */
const firstId = 4;
const id = (n: number, posts: number) => firstId + Math.floor(((n * 7919) % 1000) * ((posts - firstId) / 1001));
const day = (n: number) => new Date(Date.UTC(2012, 0, 1) + ((n * 53) % 5000) * 86_400_000);

const againstThousand: readonly [string, PathOf][] = [
  ['growth: first page', (n) => `posts?n=${n}`],
  ['growth: category page', (n) => `posts?categories=${2 + (n % 50)}&n=${n}`],
  ['growth: tag page', (n) => `posts?tags=${60 + (n % 400)}&n=${n}`],
  ['growth: item', (n, posts) => `posts/${id(n, posts)}`],
];

const againstTenThousand: readonly [string, PathOf][] = [
  ['growth: deep page', (n, posts) => `posts?page=${(posts >= 1_000_000 ? 5000 : 500) - (n % 20)}&n=${n}`],
  ['growth: rare word', (n) => `posts?search=zyzzyva&n=${n}`],
  ['growth: author filter', (n) => `posts?author=${2 + (n % 20)}&n=${n}`],
  ['growth: date filter', (n) => `posts?after=${day(n).toISOString()}&before=${day(n + 1).toISOString()}`],
];

/** Returns the ratios of request times on the largest site to those on sites with 1,000 and with 10,000 posts. */
export async function measureGrowth(
  thousand: SiteLocation,
  tenThousand: SiteLocation,
  largest: SiteLocation,
): Promise<Result[]> {
  const results = [
    ...(await compare(againstThousand, thousand, largest)),
    ...(await compare(againstTenThousand, tenThousand, largest)),
  ];
  const slug = await compareSlugs(thousand, largest);
  return [...results, slug];
}

async function compare(all: readonly [string, PathOf][], small: SiteLocation, large: SiteLocation): Promise<Result[]> {
  const before = await medianTimesOn(small, all);
  const after = await medianTimesOn(large, all);
  return all.map(([name], at) => resultOf(name, before[at] ?? Number.NaN, after[at] ?? Number.NaN, small, large));
}

const resultOf = (name: string, before: number, after: number, small: SiteLocation, large: SiteLocation): Result => ({
  name,
  value: after / before,
  note: `${before.toFixed(2)} ms at ${small.posts} posts, ${after.toFixed(2)} ms at ${large.posts}`,
});

/** Measures each type of request on a site and returns the median times in milliseconds, in the order of `all`. */
const medianTimesOn = (location: SiteLocation, all: readonly [string, PathOf][]): Promise<number[]> =>
  withService(location, async (site) => {
    const times: number[] = [];
    for (const [, pathOf] of all) {
      const paths = Array.from({ length: 300 }, (_, n) => `/rest/cms/v2/${pathOf(n, location.posts)}`);
      times.push(await medianTime(site, paths));
    }
    return times;
  });

/** Compares requests by slug on two sites. Slugs consist of random words, so they are first read from each site. */
async function compareSlugs(small: SiteLocation, large: SiteLocation): Promise<Result> {
  const timeOf = (location: SiteLocation) =>
    withService(location, async (site) => {
      const paths: string[] = [];
      for (let n = 0; n < 100; n += 1) {
        const response = await fetch(`${site.origin}/rest/cms/v2/posts/${id(n, location.posts)}?_fields=slug`);
        const { slug } = (await response.json()) as { slug?: string };
        if (slug) paths.push(`/rest/cms/v2/posts?slug=${slug}`);
      }
      return medianTime(site, paths);
    });
  return resultOf('growth: slug', await timeOf(small), await timeOf(large), small, large);
}

/** A running service, and the credentials of its administrator. */
interface RunningSite {
  readonly origin: string;
  readonly authorization: string;
}

async function withService<T>(location: SiteLocation, measure: (site: RunningSite) => Promise<T>): Promise<T> {
  const authorization = administratorCredentials(location);
  const service = await startService(location, ['--response-cache', '0']);
  const result = await measure({ origin: service.origin, authorization });
  await service.stop();
  return result;
}

/** Requests each path once, one after the other. Returns the median time in milliseconds, without the first tenth (warm-up). */
async function medianTime({ origin, authorization }: RunningSite, paths: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const path of paths) {
    await sendRequest(`${origin}/rest/cms/v2/posts/${firstId}?title=${times.length}`, {
      method: 'POST',
      headers: { authorization },
    });
    const began = performance.now();
    await sendRequest(origin + path);
    times.push(performance.now() - began);
  }
  return median(times.slice(Math.floor(times.length / 10)));
}

const sendRequest = (url: string, options: RequestOptions = {}): Promise<void> =>
  new Promise((done, failed) => {
    request(url, options, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? done() : failed(new Error(`${url}: ${response.statusCode}`)),
      );
    })
      .on('error', failed)
      .end();
  });
