// Tests of the headers and the layout of all pages.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { screensSite } from '../../test/screens-site.ts';
import { openVisitor } from '../../test/visitor.ts';

describeEachEngine('every page', (engine) => {
  const { site, signedIn } = screensSite(engine);

  it('is not cached, cannot be embedded in an iframe and runs no script', async () => {
    const browser = await signedIn();
    for (const address of [
      '/account/profile',
      '/account/sign-out',
      '/account/authorize',
      '/account/forgotten-password',
      '/account/reset-password',
      '/account/nothing',
    ]) {
      const pageResponse = await browser.get(address);
      assert.match(
        pageResponse.header('Content-Security-Policy') ?? '',
        /^default-src 'none'; style-src 'self'; form-action 'self'/,
      );
      assert.match(pageResponse.header('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
      assert.match(pageResponse.header('Cache-Control') ?? '', /no-store/);
      assert.equal(pageResponse.header('X-Frame-Options'), 'DENY');
      assert.equal(/<script|\son\w+=|style="/.test(pageResponse.body), false, address);
    }
  });

  it('returns 404 when it does not exist and 405 for another method', async () => {
    assert.equal((await openVisitor(site).get('/account/nothing')).status, 404);
    for (const [screenPath, allow] of [
      ['/account/nonce', 'GET, HEAD'],
      ['/account/profile', 'GET, HEAD'],
    ] as const) {
      const pageResponse = await openVisitor(site).post(screenPath, {});
      assert.deepEqual([pageResponse.status, pageResponse.header('Allow')], [405, allow]);
    }
  });

  it('reports no internal error', () => assert.deepEqual(site.errors, []));
});
