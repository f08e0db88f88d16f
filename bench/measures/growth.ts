// Growth: the time of single requests on a large site against a small one. No whole answer is kept, and every address is
// asked once, so that no total is remembered.
import { request } from 'node:http';
import type { Result } from '../budgets.ts';
import { median } from '../load.ts';
import { type Place, startService } from '../processes.ts';

/** What is asked: the address of the n-th request on a site. */
type Address = (n: number, posts: number) => string;

const id = (n: number, posts: number) => 1 + Math.floor(((n * 7919) % 1000) * (posts / 1001));
const day = (n: number) => new Date(Date.UTC(2012, 0, 1) + ((n * 53) % 5000) * 86_400_000);

const againstThousand: readonly [string, Address][] = [
  ['growth: first page', (n) => `posts?n=${n}`],
  ['growth: category page', (n) => `posts?categories=${2 + (n % 50)}&n=${n}`],
  ['growth: tag page', (n) => `posts?tags=${60 + (n % 400)}&n=${n}`],
  ['growth: item', (n, posts) => `posts/${id(n, posts)}`],
];

const againstTenThousand: readonly [string, Address][] = [
  ['growth: deep page', (n, posts) => `posts?page=${(posts >= 1_000_000 ? 5000 : 500) - (n % 20)}&n=${n}`],
  ['growth: rare word', (n) => `posts?search=zyzzyva&n=${n}`],
  ['growth: author filter', (n) => `posts?author=${2 + (n % 20)}&n=${n}`],
  ['growth: date filter', (n) => `posts?after=${day(n).toISOString()}&before=${day(n + 1).toISOString()}`],
];

/** Ratios of the largest site against one of a thousand posts, and against one of ten thousand. */
export async function measureGrowth(thousand: Place, tenThousand: Place, largest: Place): Promise<Result[]> {
  const results = [
    ...(await compare(againstThousand, thousand, largest)),
    ...(await compare(againstTenThousand, tenThousand, largest)),
  ];
  const slug = await compareSlugs(thousand, largest);
  return [...results, slug];
}

async function compare(all: readonly [string, Address][], small: Place, large: Place): Promise<Result[]> {
  const before = await timesOn(small, all);
  const after = await timesOn(large, all);
  return all.map(([name], at) => resultOf(name, before[at] ?? Number.NaN, after[at] ?? Number.NaN, small, large));
}

const resultOf = (name: string, before: number, after: number, small: Place, large: Place): Result => ({
  name,
  value: after / before,
  note: `${before.toFixed(2)} ms at ${small.posts} posts, ${after.toFixed(2)} ms at ${large.posts}`,
});

/** The median time of each kind of request on a site. Milliseconds. */
async function timesOn(place: Place, all: readonly [string, Address][]): Promise<number[]> {
  const service = await startService(place, ['--kept-answers', '0']);
  const times: number[] = [];
  for (const [, address] of all) {
    const addresses = Array.from({ length: 300 }, (_, n) => `/rest/cms/v2/${address(n, place.posts)}`);
    times.push(await medianTime(service.origin, addresses));
  }
  await service.stop();
  return times;
}

/** Slugs are found out first: they are made of words. */
async function compareSlugs(small: Place, large: Place): Promise<Result> {
  const times: number[] = [];
  for (const place of [small, large]) {
    const service = await startService(place, ['--kept-answers', '0']);
    const addresses: string[] = [];
    for (let n = 0; n < 100; n += 1) {
      const answer = await fetch(`${service.origin}/rest/cms/v2/posts/${id(n, place.posts)}?_fields=slug`);
      const { slug } = (await answer.json()) as { slug?: string };
      if (slug) addresses.push(`/rest/cms/v2/posts?slug=${slug}`);
    }
    times.push(await medianTime(service.origin, addresses));
    await service.stop();
  }
  return resultOf('growth: slug', times[0] ?? Number.NaN, times[1] ?? Number.NaN, small, large);
}

/** Asks each address once, one after the other; the first tenth warms up and does not count. */
async function medianTime(origin: string, addresses: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const address of addresses) {
    const began = performance.now();
    await ask(origin + address);
    times.push(performance.now() - began);
  }
  return median(times.slice(Math.floor(times.length / 10)));
}

const ask = (address: string): Promise<void> =>
  new Promise((done, failed) => {
    request(address, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? done() : failed(new Error(`${address}: ${answer.statusCode}`)),
      );
    })
      .on('error', failed)
      .end();
  });
