// Writing in the editor.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, publish, reload } from './page-actions.ts';
import { describeSite } from './site.ts';

describeSite('writing and publishing', (site) => {
  it('signs in, writes and publishes a post, which is stored as it was serialized', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/', problems);
    await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
    await page.getByRole('link', { name: 'Add Post' }).click();
    const canvas = canvasOf(page);
    await canvas.getByRole('textbox', { name: 'Add title' }).fill('A first post');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The first paragraph.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('## A heading');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await takeScreenshot(page, 'editor');
    const id = await publish(page);
    const entry = await site().read(id);
    assert.deepEqual([entry.status, entry.title.raw], ['publish', 'A first post']);
    assert.equal(
      entry.content.raw,
      [
        '<!-- wp:paragraph -->\n<p>The first paragraph.</p>\n<!-- /wp:paragraph -->',
        '<!-- wp:heading -->\n<h2 class="wp-block-heading">A heading</h2>\n<!-- /wp:heading -->',
        '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>one</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>two</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
      ].join('\n\n'),
    );
    await reload(page);
    await canvasOf(page).getByText('The first paragraph.').waitFor();
    // The link of the editor's own package leads to the list.
    await page.getByRole('link', { name: 'View Posts' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await page.getByRole('link', { name: 'A first post' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
});
