// Tests the option --pages: whether the service displays public pages, redirects them to the front end, or has none (docs/front-end.md).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type InProcessService, startInProcess } from './service-in-process.ts';

const front = 'https://front.test';

const browser = 'text/html,*/*;q=0.8';
const client = 'application/json';

/** A status with the URL of a redirect, relative to the front end. */
type Outcome = string;

const setUps = {
  on: {},
  'on with a front end': { OCTAVO_FRONT: front, OCTAVO_PAGES: 'on' },
  redirect: { OCTAVO_FRONT: front },
  off: { OCTAVO_PAGES: 'off' },
  'off with a front end': { OCTAVO_FRONT: front, OCTAVO_PAGES: 'off' },
} as const;

/** Outcomes of requests of browsers by URL: in the mode `on`, in the mode `redirect`, and in the mode `off`. */
const outcomes: Readonly<Record<string, readonly [on: Outcome, redirect: Outcome, off: Outcome]>> = {
  '/': ['200', '302 /', '200'],
  '/?utm_source=x': ['200', '302 /?utm_source=x', '200'],
  '/greeting/': ['200', '302 /greeting/', '404'],
  '/greeting/?utm_source=x': ['200', '302 /greeting/?utm_source=x', '404'],
  '/greeting': ['301 /greeting/', '302 /greeting/', '404'],
  '/blog/greeting/': ['301 /greeting/', '302 /greeting/', '404'],
  '/?p=ID': ['301 /greeting/', '302 /greeting/', '404'],
  '/nothing/': ['404', '404', '404'],
  '/draft/': ['404', '404', '404'],
  '/?p=999999': ['404', '404', '404'],
  '/greeting/embed/': ['200', '200', '200'],
  '/feed/': ['200', '200', '404'],
  '/greeting/feed/': ['200', '200', '404'],
  '/greeting/feed/none/': ['404', '404', '404'],
  '/sitemap.xml': ['200', '200', '404'],
  '/sitemap-none-1.xml': ['404', '404', '404'],
  '/robots.txt': ['200', '200', '200'],
};

/** Outcomes in the mode `redirect` for URLs of archives. */
const redirectedArchives: readonly string[] = [
  ...['/page/2/', '/category/uncategorized/', '/category/uncategorized/page/2/', '/author/admin/', '/?s=words'],
];

for (const [name, env] of Object.entries(setUps)) {
  const mode = name.startsWith('on') ? 0 : name === 'redirect' ? 1 : 2;
  describe(`public pages: ${name}`, () => {
    let service: InProcessService;
    let id: number;
    let preview: string;
    before(async () => {
      service = await startInProcess({ env });
      const post = { title: 'Hello', slug: 'greeting', content: 'Some words', status: 'publish' };
      ({
        body: { id },
      } = await service.request('POST', '/cms/v2/posts', post));
      const draft = await service.request('POST', '/cms/v2/posts', { title: 'Draft', slug: 'draft', content: 'x' });
      ({
        body: { link: preview },
      } = await service.request('POST', '/octavo/v1/previews', { entry: draft.body.id }));
    });
    after(() => service.close());

    const get = (path: string, accept = browser) =>
      fetch(service.origin + path.replace('ID', String(id)), { headers: { accept }, redirect: 'manual' });

    /** Returns the status and, for redirects, the path at the front end. */
    const outcomeOf = async (path: string, accept = browser): Promise<Outcome> => {
      const { status, headers } = await get(path, accept);
      const location = headers.get('location');
      const base = 'OCTAVO_FRONT' in env ? env.OCTAVO_FRONT : service.origin;
      if (location === null) return String(status);
      assert.ok(location.startsWith(`${base}/`), location);
      return `${status} ${location.slice(base.length)}`;
    };

    it('are handled by kind', async () => {
      for (const [path, all] of Object.entries(outcomes)) {
        const expected = all[mode] ?? '';
        assert.equal(await outcomeOf(path), expected, path);
      }
      for (const path of redirectedArchives) {
        if (mode === 1) assert.equal(await outcomeOf(path), `302 ${path}`, path);
        if (mode === 2) assert.equal(await outcomeOf(path), path.startsWith('/?') ? '200' : '404', path);
      }
    });

    it('do not affect previews', async () => {
      const response = await get(preview.slice(service.origin.length));
      assert.equal(response.status, 200);
      assert.match(await response.text(), /Draft/);
    });

    it('can be previewed with changes of the design only if the service displays them', async () => {
      const content = '<!-- wp:latest-posts /--><!-- wp:paragraph --><p>Changed</p><!-- /wp:paragraph -->';
      const templates = [{ id: 'quarto//home', content }];
      const { status, body } = await service.request('POST', '/octavo/v1/design-previews', { templates });
      assert.equal((await get('/greeting/?design_preview=x')).status, 404);
      if (mode > 0) {
        assert.deepEqual([status, body.code], [400, 'rest_design_preview_unavailable']);
        return;
      }
      assert.equal(status, 201);
      assert.ok(body.link.startsWith(`${service.origin}/?`), body.link);
      const html = await (await get(body.link.slice(service.origin.length))).text();
      assert.match(html, /Changed/);
      // Also if a front end displays the site, the links lead to the preview.
      assert.ok(html.includes(`href="${service.origin}/greeting/${new URL(body.link).search}"`), html);
    });

    it('are indexed only if the service displays the site', async () => {
      const isIndexed = name === 'on';
      for (const path of Object.keys(outcomes)) {
        const { status, headers } = await get(path);
        if (status !== 200) continue;
        assert.equal(headers.get('x-robots-tag'), isIndexed ? null : 'noindex', path);
      }
      const robots = await (await get('/robots.txt')).text();
      assert.equal(robots.includes('Disallow: /\n'), !isIndexed);
      assert.equal(robots.includes('Sitemap: '), mode !== 2);
    });

    it('leave the links to the API to clients that request the home page', async () => {
      const response = await get('/', client);
      assert.equal(response.status, 200);
      assert.ok(response.headers.get('link')?.includes(`<${service.rest}/>; rel="cms:root"`));
      const html = await response.text();
      assert.ok(html.includes(`href="${service.rest}/"`), html);
      assert.equal(html.includes(`${service.origin}/feed/`), mode !== 2);
      if ('OCTAVO_FRONT' in env && mode > 0) assert.ok(html.includes(`<a href="${front}/">`));
    });

    it('refer to feeds only if these exist', async () => {
      for (const path of ['/nothing/', preview.slice(service.origin.length)])
        assert.equal((await (await get(path)).text()).includes(`${service.origin}/feed/`), mode !== 2, path);
    });

    it('have a Link header with the API, also redirects and 404 responses', async () => {
      for (const path of [...Object.keys(outcomes), ...redirectedArchives])
        for (const accept of [browser, client])
          assert.ok(
            (await get(path, accept)).headers.get('link')?.includes(`<${service.rest}/>; rel="cms:root"`),
            path,
          );
    });
  });
}
