// Tests the HTML pages of the edge: their content, and a content security policy that allows only their inline styles.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { nativeSpelling } from '../../contract/names/spelling.ts';
import { mountsFor, openEdge } from '../../test/edge.ts';
import { makeSite } from '../site.ts';
import { homePolicy, renderHomePage } from './home-page.ts';
import { makePages } from './pages.ts';

const title = 'A &amp; &#039;B&#039; & <script>';
const pages = {
  'the home page': {
    html: renderHomePage({ title, description: '' }, [{ url: 'http://site.test/rest/', rel: 'cms:root' }], {
      home: 'http://site.test',
      feed: 'http://site.test/feed/',
    }),
    policy: homePolicy,
  },
};

for (const [name, { html, policy }] of Object.entries(pages)) {
  describe(name, () => {
    it('escapes markup and entities in the title', () => {
      assert.match(html, /<h1>A &amp; &#039;B&#039; &amp; &lt;script&gt;/);
    });

    it('refers to the feed of the posts', () => {
      assert.match(
        html,
        /<link rel="alternate" type="application\/rss\+xml" title="[^"]*" href="http:\/\/site\.test\/feed\/">/,
      );
    });

    it('allows only its inline styles', () => {
      const [, styles = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
      const hash = createHash('sha256').update(styles).digest('base64');
      assert.match(styles, /--paper/);
      assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash}'; `), policy);
      assert.doesNotMatch(policy, /unsafe|\*|script-src|https?:/);
      assert.doesNotMatch(html, / style=| on\w+=|<script/);
    });
  });
}

describe('the OpenAPI document', () => {
  it('is generated once for each mount and supports If-None-Match', async () => {
    let reads = 0;
    const table = {
      spelling: nativeSpelling,
      get routes() {
        reads += 1;
        return [];
      },
      rest: 'http://site.test/rest',
      namespaces: [],
      checks: {},
      match: () => undefined,
      find: () => undefined,
    };
    const urls = makeSite('http://site.test');
    const siteInfo = () => ({ title: '', description: '' });
    const mounts = mountsFor(async () => assert.fail('unexpected dispatch'), { table });
    const pages = makePages({ urls, mounts, version: '1', hasFeeds: true, siteInfo });
    const { app, port } = await openEdge(async () => assert.fail('unexpected dispatch'), {
      api: { mounts },
      handlers: { pages },
    });
    try {
      const before = reads;
      const send = (root: string, headers: Record<string, string> = {}) =>
        fetch(`http://127.0.0.1:${port}${root}/openapi.json?n=${Math.random()}`, { headers });
      const first = await send('/rest');
      const readsAfterFirst = reads;
      assert.ok(readsAfterFirst > before);
      assert.equal(first.headers.get('content-type'), 'application/json; charset=UTF-8');
      const etag = first.headers.get('etag') ?? '';
      const text = await first.text();
      assert.deepEqual(JSON.parse(text).paths, {});
      assert.equal(await (await send('/rest', { cookie: 'a=b' })).text(), text);
      const known = await send('/rest', { 'if-none-match': etag });
      assert.deepEqual([known.status, await known.text()], [304, '']);
      assert.equal(reads, readsAfterFirst, 'the document was generated again');
    } finally {
      await app.close();
    }
  });
});
