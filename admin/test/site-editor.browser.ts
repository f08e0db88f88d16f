// The site editor: what is changed there is visible on the public pages, and can be undone by a revision or reset to the theme.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, saveButton, settingsOf, typeAfter } from './page-actions.ts';
import { describeSite, paragraph, type Site } from './site.ts';
import { openSiteEditor, publicPage, saveDesign } from './site-editor-actions.ts';
import { waitFor } from './wait.ts';

/** Selects the first revision, restores it, and saves it if the editor has not. */
async function restoreFirstRevision(page: Page): Promise<void> {
  // The other tab is that of the block.
  await settingsOf(page).getByRole('tab').first().click();
  await settingsOf(page)
    .getByRole('button', { name: /revisions/i })
    .click();
  const slider = page.getByRole('slider', { name: /Revision/ });
  await slider.focus();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByTestId('snackbar').getByText('Restored').first().waitFor();
}

/** Changes a text of a record twice through the API, so that it has a revision, and returns its content before. */
async function changeTwice(site: Site, path: string, replace: (content: string, version: string) => string) {
  const { body } = await site.service.request('GET', `${path}?context=edit`);
  const original: string = body.content.raw;
  for (const version of ['first', 'second']) {
    const { status } = await site.service.request('PUT', path, { content: replace(original, version) });
    assert.equal(status, 200, path);
  }
}

describeSite('the site editor', (site) => {
  it('changes a template, which a revision undoes, and resets it to the theme', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const heading = (text: string) => (content: string, version: string) =>
      content.replace('Latest articles', `${text} ${version}`);
    await changeTwice(site(), '/cms/v2/templates/quarto//home', heading('Articles'));
    const page = await openSiteEditor(site(), context, 'p=/wp_template/quarto//home&canvas=edit', problems);
    await typeAfter(page, 'Articles second', ', third');
    await takeScreenshot(page, 'site-editor-template');
    assert.ok(!(await publicPage(site())).includes('Articles second, third'), 'nothing is public before it is saved');
    await saveDesign(page);
    assert.ok((await publicPage(site())).includes('Articles second, third'));
    await restoreFirstRevision(page);
    await waitFor(async () => (await publicPage(site())).includes('Articles second<'), true);
    assert.deepEqual(problems, []);

    await settingsOf(page).getByRole('tab').first().click();
    await settingsOf(page).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await waitFor(async () => (await publicPage(site())).includes('Latest articles'), true);
    await canvasOf(page).getByText('Latest articles').waitFor();
    assert.deepEqual(problems, []);

    await page.getByRole('button', { name: 'Options', exact: true }).click();
    assert.equal(await page.getByRole('menuitem', { name: 'Welcome Guide' }).count(), 0);
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    assert.equal((await download).suggestedFilename(), 'quarto.zip');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('changes a template part, which a revision undoes', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    await changeTwice(
      site(),
      '/cms/v2/template-parts/quarto//footer',
      (content, version) => `${content}\n\n${paragraph(`Footer ${version}`)}`,
    );
    const page = await openSiteEditor(site(), context, 'p=/wp_template_part/quarto//footer&canvas=edit', problems);
    await typeAfter(page, 'Footer second', ', third');
    await saveDesign(page);
    assert.ok((await publicPage(site())).includes('Footer second, third'));
    await restoreFirstRevision(page);
    await waitFor(async () => (await publicPage(site())).includes('Footer second<'), true);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('changes a pattern, which a revision undoes', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const pattern = await site().create({ title: 'Notice', content: paragraph('Start'), status: 'publish' }, 'blocks');
    await changeTwice(site(), `/cms/v2/blocks/${pattern}`, (_content, version) => paragraph(`Notice ${version}`));
    const content = `<!-- wp:block {"ref":${pattern}} /-->`;
    const post = await site().create({ title: 'With a pattern', content, status: 'publish' });
    const page = await openSiteEditor(site(), context, 'p=/pattern&postType=wp_block&categoryId=my-patterns', problems);
    await page.getByRole('button', { name: 'Notice' }).first().click();
    await typeAfter(page, 'Notice second', ', third');
    await saveDesign(page);
    assert.ok((await publicPage(site(), `/?p=${post}`)).includes('Notice second, third'));
    await restoreFirstRevision(page);
    await waitFor(async () => /Notice (?:first|second)</.test(await publicPage(site(), `/?p=${post}`)), true);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('changes the styles, which a revision undoes', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const linkColor = async () =>
      /a:where\(:not\(\.wp-element-button\)\)\{color:([^;]+);/.exec(await publicPage(site()))?.[1];
    const original = await linkColor();
    const page = await openSiteEditor(site(), context, 'p=/styles', problems);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /^Link/ }).click();
      await page.getByRole('option', { name }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /Review 1 change/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByTestId('snackbar').getByText('Site updated').first().waitFor();
      // The next notice must be another one.
      await page.getByTestId('snackbar').first().click();
    };
    await page.getByRole('button', { name: 'Style Book' }).click();
    const book = page.frameLocator('iframe[name="style-book-canvas"]');
    await book.getByText('AaBbCc').first().waitFor();
    await page.getByRole('button', { name: 'Style Book' }).click();
    await page
      .getByRole('region', { name: 'Styles' })
      .or(page.locator('.edit-site-styles'))
      .getByRole('button', { name: 'More' })
      .click();
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Additional CSS', 'Reset styles']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Colors' }).click();
    await choose('Pencil');
    assert.equal(await linkColor(), 'var(--wp--preset--color--muted)');
    await choose('Ink');
    assert.equal(await linkColor(), 'var(--wp--preset--color--contrast)');
    assert.notEqual(original, 'var(--wp--preset--color--muted)');
    await page.getByRole('button', { name: /2 Revisions/ }).click();
    await takeScreenshot(page, 'site-editor-style-revisions');
    await page.getByRole('option').nth(1).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await saveButton(page).click();
    await page.locator('.entities-saved-states__panel').getByRole('button', { name: 'Save', exact: true }).click();
    await waitFor(linkColor, 'var(--wp--preset--color--muted)');
    assert.deepEqual(problems, []);
    await context.close();
  });
});
