// The site editor: the identity of the site, and new patterns, template parts and templates.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { canvasOf } from './page-actions.ts';
import { describeSite } from './site.ts';
import { openSiteEditor, publicPage } from './site-editor-actions.ts';
import { waitFor } from './wait.ts';

describeSite('the site editor', (site) => {
  it('changes the identity of the site, and adds patterns, template parts and templates', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await openSiteEditor(site(), context, 'p=/identity', problems);
    await page.getByLabel('Site Title').fill('Changed title');
    await page.getByRole('button', { name: /Review 1 change/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await waitFor(async () => (await publicPage(site())).includes('<title>Changed title'), true);

    const patterns = 'p=/pattern&postType=wp_block&categoryId=my-patterns';
    const { origin } = site().service;
    for (const [kind, name, base] of [
      ['Add pattern', 'Added pattern', 'blocks'],
      ['Add Template Part', 'Added part', 'template-parts'],
    ] as const) {
      await page.goto(`${origin}/admin/site-editor?${patterns}`);
      await page.getByRole('button', { name: 'Add pattern' }).click();
      await page.getByRole('menuitem', { name: kind }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await canvasOf(page).locator('.is-root-container').waitFor();
      const titles = async () =>
        (await site().service.request('GET', `/cms/v2/${base}?context=edit`)).body.map(
          ({ title }: { readonly title: { readonly raw: string } }) => title.raw,
        );
      assert.ok((await titles()).includes(name), name);
    }

    await page.goto(`${origin}/admin/site-editor?p=/template`);
    await page.getByRole('button', { name: 'Add Template' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Tags/ }).click();
    await waitFor(
      async () => (await site().service.request('GET', '/cms/v2/templates/quarto//tag')).status,
      200,
      'The template was not created.',
    );
    assert.deepEqual(problems, []);
    await context.close();
  });
});
