// Tests that unknown parameters affect only the Link header of lists and do not bypass the cache, and that cached responses
// equal those of a service without a cache.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { close, openNode, type TestNode } from './test-node.ts';

/** Opens a node with twelve posts, so that lists of ten have a next page. */
async function openSiteWithPosts(maxCacheBytes: number): Promise<TestNode> {
  const node = await openNode({ kind: 'memory' }, { maxCacheBytes });
  for (let n = 0; n < 12; n += 1) {
    const content = `${'one two three four five six '.repeat(20)}`;
    const date = `2026-01-${String(n + 1).padStart(2, '0')}T00:00:00`;
    await node.site.create('/cms/v2/posts', { title: `Post ${n}`, status: 'publish', content, date });
  }
  return node;
}

/** Query strings in an order in which each one could wrongly get the cached response of a previous one. */
const queries = [
  ...['', '?x=1', '?x=2', '?per_page=5', '?per_page=5&x=1', '?x=1&per_page=5', '?x=1&per_page=5&y', '?&x=1&&'],
  ...['?x[]=1&x[]=2', '?x%5B%5D=1&per_page=3', '?per%5Fpage=3&x', '?%70er_page=3&x=2', '?x+y=1', '?x=1&x=2', '?[x]=1'],
  ...['?_fields=id&x=1', '?_fields[]=id&_fields[]=slug&x=1', '?_fields=id,x&x=2', '?_embed&x=1', '?_embed=author&x=1'],
  ...[
    '?_envelope&x=1',
    '?_envelope&x=2',
    '?_pretty&x=1',
    '?x=2&_pretty',
    '?_jsonp=f&x=1',
    '?_jsonp=g&x=1',
    '?_method=GET&x=1',
  ],
  ...[
    '?excerpt_length=2',
    '?excerpt_length=3&x=1',
    '?x=1',
    '?excerpt_length=2&x=2',
    '?password=a&x=1',
    '?preview_nonce=a',
  ],
  ...[
    '?page=2&x=1',
    '?x=1&page=2',
    '?page=2&per_page=5&x=é',
    '?x=%FF',
    '?x=%zz',
    '?context=embed&x=1',
    '?context=x&x=1',
  ],
  ...['?__proto__=1', '?constructor=2&x', '?_locale=user', '?wp_x=1', '?cms_x=2', '?_wpnonce=a', '?_cmsnonce=b&x=1'],
  ...[
    `?${'x=1&'.repeat(2001)}`,
    `?x${'[a]'.repeat(20)}=1`,
    '?x=1#y=2',
    '?slug[]=a&x=1',
    '?id=1&x=1',
    '?orderby=title&x&order=asc',
  ],
];

const urls = [
  '/rest/cms/v2/posts',
  '/wp-json/wp/v2/posts',
  '/rest/cms/v2/posts/1',
  '/rest/',
  '/wp-json',
  '/rest/cms/v2/types',
];

interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function fetchResponse(node: TestNode, url: string): Promise<ReceivedResponse> {
  const response = await node.request(url);
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}

describe('a request with unknown parameters', () => {
  let cached: TestNode;
  let uncached: TestNode;
  before(async () => {
    cached = await openSiteWithPosts(8 * 1024 * 1024);
    uncached = await openSiteWithPosts(0);
  });
  after(async () => {
    await close(cached);
    await close(uncached);
  });

  const isHit = async (url: string) => {
    const { hits } = cached.cache.statistics();
    const response = await fetchResponse(cached, url);
    assert.equal(response.status, 200, url);
    return cached.cache.statistics().hits > hits;
  };

  for (const url of urls) {
    it(`gets the same response as without a cache (${url})`, async () => {
      const all = [...queries, ...queries.toReversed()];
      for (const query of all) {
        const [first, second] = [await fetchResponse(cached, url + query), await fetchResponse(uncached, url + query)];
        const modified = /"(?:guid|modified|date)[^}]*?[,}]/g;
        assert.equal(first.status, second.status, query);
        assert.deepEqual({ ...first.headers, etag: '' }, { ...second.headers, etag: '' }, query);
        assert.equal(first.body.replace(modified, ''), second.body.replace(modified, ''), query);
      }
    });

    it(`shares the cached response of other requests (${url})`, async () => {
      await fetchResponse(cached, `${url}?x=0`);
      for (const query of ['?x=1', '?y[]=2&z', '?_locale=a']) assert.ok(await isHit(url + query), query);
      assert.equal(
        (await fetchResponse(cached, `${url}?x=3`)).headers.etag,
        (await fetchResponse(cached, url)).headers.etag,
      );
    });
  }

  it('distinguishes known parameters', async () => {
    await fetchResponse(cached, '/rest/cms/v2/posts?per_page=7&x=1');
    assert.ok(await isHit('/rest/cms/v2/posts?x=2&per_page=7'));
    assert.equal(await isHit('/rest/cms/v2/posts?x=2&per_page=8'), false);
  });

  it('has a Link header that repeats them', async () => {
    for (const x of ['a', 'b']) {
      const { headers } = await fetchResponse(cached, `/wp-json/wp/v2/posts?x=${x}&per_page=5`);
      assert.equal(headers.link, `<http://site.test/wp-json/wp/v2/posts?x=${x}&per_page=5&page=2>; rel="next"`);
    }
  });

  it('does not share a response if only the code of the route reads a parameter', async () => {
    const excerptOf = async (query: string) => {
      const { body } = await fetchResponse(cached, `/rest/cms/v2/posts?per_page=1&order=asc&orderby=title${query}`);
      return (JSON.parse(body) as [{ excerpt: { rendered: string } }])[0].excerpt.rendered.split(' ').length;
    };
    const lengths = [
      await excerptOf('&x=1'),
      await excerptOf('&excerpt_length=2&x=1'),
      await excerptOf('&excerpt_length=4&x=2'),
    ];
    assert.equal(new Set(lengths).size, 3, String(lengths));
    assert.deepEqual([await excerptOf('&x=3'), await excerptOf('&x=1&excerpt_length=2')], lengths.slice(0, 2));
  });

  it('shares the cached page of an entry, which is distinguished by its known parameters', async () => {
    const { body } = await fetchResponse(cached, '/rest/cms/v2/posts?per_page=2&_fields=id,link');
    const [first, second] = JSON.parse(body) as [{ id: number; link: string }, { id: number; link: string }];
    const { pathname } = new URL(first.link);
    const page = await fetchResponse(cached, `${pathname}?utm_source=a`);
    assert.ok(await isHit(`${pathname}?utm_source=b&x[]=1`));
    assert.equal((await fetchResponse(cached, `${pathname}?x`)).body, page.body);
    assert.notEqual((await fetchResponse(cached, `${pathname}?embed=true&x`)).body, page.body);
    const { status, headers } = await fetchResponse(cached, `${pathname}?x=1&p=${second.id}`);
    assert.deepEqual([status, headers.location], [301, second.link]);
  });

  it('adds no entries to the cache', async () => {
    await fetchResponse(cached, '/rest/cms/v2/posts?x=0');
    const before = cached.cache.statistics();
    for (let n = 0; n < 300; n += 1) await fetchResponse(cached, `/rest/cms/v2/posts?n${n}=${n}`);
    assert.deepEqual(cached.cache.statistics().responses, before.responses);
  });
});
