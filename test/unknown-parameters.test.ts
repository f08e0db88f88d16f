// Parameters that a route does not know change nothing but the `Link` header of lists, so they do not bypass the cache either;
// whatever else is sent, a cached response is what would have been sent without a cache.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { close, type Node, openNode } from './node.ts';

/** Twelve posts, so that lists of ten have a next page. */
async function openFilled(most: number): Promise<Node> {
  const node = await openNode({ kind: 'memory' }, { most });
  for (let n = 0; n < 12; n += 1) {
    const content = `${'one two three four five six '.repeat(20)}`;
    const date = `2026-01-${String(n + 1).padStart(2, '0')}T00:00:00`;
    await node.site.make('/cms/v2/posts', { title: `Post ${n}`, status: 'publish', content, date });
  }
  return node;
}

/** Queries behind an address, in an order in which each may take the cached response to one before it for its own. */
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

const addresses = [
  '/rest/cms/v2/posts',
  '/wp-json/wp/v2/posts',
  '/rest/cms/v2/posts/1',
  '/rest/',
  '/wp-json',
  '/rest/cms/v2/types',
];

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function see(node: Node, address: string): Promise<Seen> {
  const response = await node.ask(address);
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}

describe('a request with parameters that the route does not know', () => {
  let cached: Node;
  let uncached: Node;
  before(async () => {
    cached = await openFilled(8 * 1024 * 1024);
    uncached = await openFilled(0);
  });
  after(async () => {
    await close(cached);
    await close(uncached);
  });

  const isHit = async (address: string) => {
    const { hits } = cached.answers.statistics();
    const seen = await see(cached, address);
    assert.equal(seen.status, 200, address);
    return cached.answers.statistics().hits > hits;
  };

  for (const address of addresses) {
    it(`has the response that it would have without a cache (${address})`, async () => {
      const all = [...queries, ...queries.toReversed()];
      for (const query of all) {
        const [one, other] = [await see(cached, address + query), await see(uncached, address + query)];
        const modified = /"(?:guid|modified|date)[^}]*?[,}]/g;
        assert.equal(one.status, other.status, query);
        assert.deepEqual({ ...one.headers, etag: '' }, { ...other.headers, etag: '' }, query);
        assert.equal(one.body.replace(modified, ''), other.body.replace(modified, ''), query);
      }
    });

    it(`shares the cached response of others (${address})`, async () => {
      await see(cached, `${address}?x=0`);
      for (const query of ['?x=1', '?y[]=2&z', '?_locale=a']) assert.ok(await isHit(address + query), query);
      assert.equal((await see(cached, `${address}?x=3`)).headers.etag, (await see(cached, address)).headers.etag);
    });
  }

  it('keeps what it does know apart', async () => {
    await see(cached, '/rest/cms/v2/posts?per_page=7&x=1');
    assert.ok(await isHit('/rest/cms/v2/posts?x=2&per_page=7'));
    assert.equal(await isHit('/rest/cms/v2/posts?x=2&per_page=8'), false);
  });

  it('has a Link header that repeats them', async () => {
    for (const x of ['a', 'b']) {
      const { headers } = await see(cached, `/wp-json/wp/v2/posts?x=${x}&per_page=5`);
      assert.equal(headers.link, `<http://site.test/wp-json/wp/v2/posts?x=${x}&per_page=5&page=2>; rel="next"`);
    }
  });

  it('is not taken for one with a parameter that only the code of the route knows', async () => {
    const excerptOf = async (query: string) => {
      const { body } = await see(cached, `/rest/cms/v2/posts?per_page=1&order=asc&orderby=title${query}`);
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

  it('shares the cached page of an entry, and shows by its own parameters which', async () => {
    const { body } = await see(cached, '/rest/cms/v2/posts?per_page=2&_fields=id,link');
    const [one, other] = JSON.parse(body) as [{ id: number; link: string }, { id: number; link: string }];
    const { pathname } = new URL(one.link);
    const page = await see(cached, `${pathname}?utm_source=a`);
    assert.ok(await isHit(`${pathname}?utm_source=b&x[]=1`));
    assert.equal((await see(cached, `${pathname}?x`)).body, page.body);
    assert.notEqual((await see(cached, `${pathname}?embed=true&x`)).body, page.body);
    const { status, headers } = await see(cached, `${pathname}?x=1&p=${other.id}`);
    assert.deepEqual([status, headers.location], [302, other.link]);
  });

  it('fills the cache no more than one without', async () => {
    await see(cached, '/rest/cms/v2/posts?x=0');
    const before = cached.answers.statistics();
    for (let n = 0; n < 300; n += 1) await see(cached, `/rest/cms/v2/posts?n${n}=${n}`);
    assert.deepEqual(cached.answers.statistics().answers, before.answers);
  });
});
