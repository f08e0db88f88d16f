// What holds for every page.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { visit } from '../../test/visitor.ts';
import { screensSite } from './site-for-tests.ts';

describeEachEngine('every page', (engine) => {
  const { site, signedIn } = screensSite(engine);

  it('is kept by nobody, framed by nobody, and runs nothing', async () => {
    const browser = await signedIn();
    for (const address of [
      '/account/profile',
      '/account/sign-out',
      '/account/authorize',
      '/account/forgotten-password',
      '/account/reset-password',
      '/account/nothing',
    ]) {
      const shown = await browser.get(address);
      assert.match(
        shown.header('Content-Security-Policy') ?? '',
        /^default-src 'none'; style-src 'self'; form-action 'self'/,
      );
      assert.match(shown.header('Content-Security-Policy') ?? '', /frame-ancestors 'none'/);
      assert.match(shown.header('Cache-Control') ?? '', /no-store/);
      assert.equal(shown.header('X-Frame-Options'), 'DENY');
      assert.equal(/<script|\son\w+=|style="/.test(shown.body), false, address);
    }
  });

  it('that is not there, or takes no such request, is refused', async () => {
    assert.equal((await visit(site).get('/account/nothing')).status, 404);
    for (const [place, allow] of [
      ['/account/nonce', 'GET, HEAD'],
      ['/account/profile', 'GET, HEAD'],
    ] as const) {
      const shown = await visit(site).post(place, {});
      assert.deepEqual([shown.status, shown.header('Allow')], [405, allow]);
    }
  });

  it('is asked for without any fault of ours', () => assert.deepEqual(site.faults, []));
});
