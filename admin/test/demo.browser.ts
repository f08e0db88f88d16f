// The demo content in the block editor: every block is one that the editor writes itself.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf } from './page-actions.ts';
import { describeSite } from './site.ts';

const execute = promisify(execFile);

describeSite('demo content', (site) => {
  it('opens in the editor without invalid blocks, and is saved byte for byte', { timeout: 900_000 }, async () => {
    const { service } = site();
    // The example post stays until the command deletes it, while the service is running.
    const { stdout } = await execute(process.execPath, [
      'server/main.js',
      'demo',
      '--data',
      service.data,
      '--home',
      service.origin,
    ]);
    assert.match(stdout, /^Created \d+ posts, \d+ pages, \d+ images/m);
    const problems: string[] = [];
    const context = await site().newContext(1280, 'light', 1400);
    // The editor must not store that it displays code, because the next entry would open like that.
    await context.route('**/wp/v2/users/me*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ json: route.request().postDataJSON() }),
    );
    const page = await site().open(context, '/admin/', problems);
    const { body: posts } = await service.request('GET', '/cms/v2/posts?context=edit&per_page=100');
    const { body: pages } = await service.request('GET', '/cms/v2/pages?context=edit&per_page=100');
    assert.deepEqual([posts.length, pages.length], [14, 5]);
    for (const { id, type, slug, content } of [...posts, ...pages]) {
      await page.goto(`${service.origin}/admin/content/${type}/${id}`);
      await canvasOf(page).locator('[data-block]').first().waitFor();
      assert.equal(await canvasOf(page).locator('.block-editor-warning').count(), 0, slug);
      if (slug === 'the-museum-of-one-street') await takeScreenshot(page, 'demo article');
      await page.keyboard.press('ControlOrMeta+Shift+Alt+M');
      const code = page.getByRole('textbox', { name: 'Type text or HTML' });
      // The editor serializes the parsed blocks.
      assert.equal(await code.inputValue(), content.raw, slug);
      await page.keyboard.press('ControlOrMeta+Shift+Alt+M');
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
});
