// Tests how requests for pages are handled in each mode, by kind; test/page-modes.test.ts tests the responses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeSite } from '../site.ts';
import { actionFor, kindOfRequest, mayBeIndexed, type PageRequestKind } from './page-mode.ts';

/** Requests of each kind. */
const requests: Readonly<Record<PageRequestKind, readonly string[]>> = {
  robots: ['GET /robots.txt'],
  sitemap: ['GET /sitemap.xml', 'GET /wp-sitemap.xml', 'GET /sitemap-type-post-1.xml'],
  feed: [
    'GET /feed/',
    'GET /feed',
    'GET /a/feed/atom/',
    'GET /?feed=rss2',
    'GET /?s=x&feed=json',
    'GET /feed/?design_preview=x',
  ],
  preview: ['GET /?p=1&preview_nonce=x', 'POST /?p=1&preview_nonce=x'],
  'design-preview': [
    ...['GET /?design_preview=x', 'GET /a/?design_preview=', 'GET /?s=x&design_preview=x', 'POST /a/?design_preview=x'],
    'GET /?p=1&preview_nonce=x&design_preview=x',
  ],
  frame: ['GET /a/embed/', 'GET /?p=1&embed=true', 'GET /?p=1&preview_nonce=x&embed=1'],
  password: ['POST /a/'],
  page: [
    ...[
      'GET /',
      'GET /a/',
      'GET /?p=1',
      'GET /page/2/',
      'GET /category/a/',
      'GET /?s=x',
      'GET /nothing/',
      'GET /2026/',
    ],
    ...['GET /robots.txt/x', 'GET /feeder/', 'GET /embedded/', 'GET /sitemap/', 'GET /sitemap.html'],
  ],
};

const expected = {
  on: {
    robots: 'serve',
    sitemap: 'serve',
    feed: 'serve',
    preview: 'serve',
    'design-preview': 'serve',
    frame: 'serve',
    password: 'serve',
    page: 'serve',
  },
  redirect: {
    ...{ robots: 'serve', sitemap: 'serve', feed: 'serve', preview: 'serve', frame: 'serve', password: 'serve' },
    page: 'redirect',
    'design-preview': 'reject',
  },
  off: {
    ...{ robots: 'serve', preview: 'serve', frame: 'serve' },
    ...{ sitemap: 'reject', feed: 'reject', password: 'reject', page: 'reject', 'design-preview': 'reject' },
  },
} as const;

for (const mode of ['on', 'redirect', 'off'] as const)
  describe(`in the mode “${mode}”`, () => {
    for (const kind of Object.keys(requests) as PageRequestKind[])
      for (const request of requests[kind])
        it(`${request} is of the kind “${kind}”: ${expected[mode][kind]}`, () => {
          const [method = '', address = ''] = request.split(' ');
          const url = new URL(`https://site.test${address}`);
          const found = kindOfRequest({ method: method === 'POST' ? 'POST' : 'GET' }, url, url.pathname);
          assert.deepEqual([found, actionFor(mode, found)], [kind, expected[mode][kind]]);
        });
  });

it('a site with a front end redirects to it by default, and must not be indexed in any mode', () => {
  const [home, front] = ['https://api.site.test', 'https://site.test/'];
  assert.deepEqual([makeSite(home).pages, makeSite(home, `${home}/`).pages], ['on', 'on']);
  assert.equal(makeSite(home, front).pages, 'redirect');
  for (const mode of ['on', 'redirect', 'off'] as const) {
    assert.equal(mayBeIndexed(makeSite(home, home, true, mode)), mode === 'on');
    assert.equal(mayBeIndexed(makeSite(home, front, true, mode)), false);
  }
});
