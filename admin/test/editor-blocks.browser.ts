// Synced patterns, and links of the editor's packages to other screens.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, reload, save, typeAtEnd } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { waitFor } from './wait.ts';

describeSite('blocks and links', (site) => {
  it('creates a synced pattern from a block, and uses it in another entry', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const id = await site().create({ title: 'Pattern', content: paragraph('Shared words'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`, problems);
    await canvasOf(page).getByText('Shared words').click();
    const toolbar = page.getByRole('toolbar', { name: 'Block tools' });
    await toolbar.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: /Create pattern/ }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Synced' });
    await dialog.getByLabel('Name').fill('Greeting');
    await takeScreenshot(page, 'pattern');
    await dialog.getByRole('button', { name: /^(Add|Create)$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    const { body: patterns } = await site().service.request('GET', '/cms/v2/blocks?search=Greeting&context=edit');
    assert.equal(patterns.length, 1);
    assert.equal(patterns[0].content.raw, paragraph('Shared words'));
    const { raw } = (await site().read(id)).content;
    assert.equal(raw, `<!-- wp:block {"ref":${patterns[0].id}} /-->`);
    await reload(page);
    await canvasOf(page).getByText('Shared words').waitFor();
    const other = await site().create({ title: 'Uses it', content: paragraph('Before'), status: 'publish' });
    await page.goto(`${site().service.origin}/admin/content/post/${other}`);
    await typeAtEnd(page, canvasOf(page).getByText('Before'), '');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/Greeting');
    await page.getByRole('option', { name: 'Greeting' }).click();
    await canvasOf(page).getByText('Shared words').waitFor();
    await save(page);
    assert.equal((await site().read(other)).content.raw, `${paragraph('Before')}\n\n${raw}`);
    await reload(page);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('shows the URLs of images of other hosts, and uses the whole of a small window', async () => {
    const context = await site().newContext(390);
    const url = 'https://elsewhere.test/harbor.png';
    const content = `<!-- wp:image -->\n<figure class="wp-block-image"><img src="${url}" alt="A harbor"/></figure>\n<!-- /wp:image -->`;
    const id = await site().create({ title: 'Images', content, status: 'draft' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    const image = canvasOf(page).locator(`img[src="${url}"]`);
    // The alternative text and a box with the URL. Browsers display neither of them as text of the page.
    await waitFor(async () => Number((await image.boundingBox())?.height) > 50, true);
    await takeScreenshot(page, 'image-of-another-host');
    assert.equal((await page.locator('.interface-interface-skeleton').boundingBox())?.y, 0);
    await context.close();
  });

  it('follows links of the packages to the screens of the admin', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Linked', content: paragraph('Text'), status: 'draft' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(page).getByText('Text').waitFor();
    for (const [script, path, heading] of [
      [`post.php?post=${id}&action=edit`, `/admin/content/post/${id}`, undefined],
      ['edit.php?post_type=page', '/admin/content/page', 'Pages'],
      ['edit.php', '/admin/content/post', 'Posts'],
    ] as const) {
      await page.goto(`${site().service.origin}/admin/content/post/${script}`);
      await page.waitForURL(`${site().service.origin}${path}`);
      if (heading !== undefined) await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      else await canvasOf(page).getByText('Text').waitFor();
    }
    await page.goto(`${site().service.origin}/admin/content/post/post-new.php?post_type=page`);
    await page.waitForURL(/\/admin\/content\/page\/\d+$/);
    await canvasOf(page).getByRole('textbox', { name: 'Add title' }).waitFor();
    await context.close();
  });
});
