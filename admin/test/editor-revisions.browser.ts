// Revisions in the editor: comparison and restoration.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, reload, save, settingsOf, typeAfter } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';

describeSite('revisions', (site) => {
  it('compares revisions and restores one of them', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const id = await site().create({ title: 'Revised', content: paragraph('First words'), status: 'publish' });
    for (const content of ['Second words', 'Third words', 'Fourth words'])
      await site().service.request('PUT', `/cms/v2/posts/${id}`, { content: paragraph(content) });
    const page = await site().open(context, `/admin/content/post/${id}`, problems);
    await canvasOf(page).getByText('Fourth words').waitFor();
    await settingsOf(page)
      .getByRole('button', { name: /3 revisions|revisions.*3|Open revisions/i })
      .click();
    await takeScreenshot(page, 'revisions');
    await page.getByRole('slider', { name: /Revision/ }).focus();
    await page.keyboard.press('Home');
    await page.getByText('Second').first().waitFor();
    await takeScreenshot(page, 'revisions-first');
    await page.keyboard.press('ArrowRight');
    const compared = canvasOf(page).getByText('Third');
    await compared.waitFor();
    await takeScreenshot(page, 'revisions-compared');
    assert.match(await canvasOf(page).locator('.is-root-container').innerText(), /Second/, 'shows what was replaced');
    await page.getByRole('slider', { name: /Revision/ }).focus();
    await page.keyboard.press('Home');
    await compared.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await site().waitForContent(id, paragraph('Second words'));
    await canvasOf(page).getByText('Second words').waitFor();
    // The page must have received the response, otherwise it offers the stored changes after the reload.
    await page.getByTestId('snackbar').first().waitFor();
    // As long as the URL contains a revision, a reload opens the comparison again.
    await page.waitForURL(({ searchParams }) => !searchParams.has('revision'));
    await reload(page);
    const { body: revisions } = await site().service.request('GET', `/cms/v2/posts/${id}/revisions`);
    assert.equal(revisions.length, 4);
    await typeAfter(page, 'Second words', ', again');
    await save(page);
    assert.equal((await site().read(id)).content.raw, paragraph('Second words, again'));
    assert.deepEqual(problems, []);
    await context.close();
  });
});
