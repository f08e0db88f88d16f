// The site editor: who can open it, what is loaded for it, and that no change of the design is lost.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { listViolations, takeScreenshot } from '../../test/browser.ts';
import { canvasOf, saveButton, typeAfter } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { openSiteEditor, publicPage } from './site-editor-actions.ts';
import { storedValues } from './stored-copies.ts';
import { waitFor } from './wait.ts';

/** A class name that the code and the styles of the package contain, and nothing else. */
const mark = 'edit-site-layout';

/** Returns a function that names the files of the admin that a page has loaded since then and that contain the mark. */
function markedFilesOf(page: Page): () => Promise<string[]> {
  const urls = new Set<string>();
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/admin/assets/')) urls.add(response.url());
  });
  return async () => {
    const read = await Promise.all([...urls].map(async (url) => ({ url, text: await (await fetch(url)).text() })));
    return read.filter(({ text }) => text.includes(mark)).map(({ url }) => url);
  };
}

describeSite('the site editor', (site) => {
  it('loads nothing of itself before it is opened', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Entry', content: paragraph('Text'), status: 'draft' });
    const page = await site().open(context, '/admin/');
    const editor = await context.newPage();
    const [ofPage, ofEditor] = [markedFilesOf(page), markedFilesOf(editor)];
    await page.reload();
    await page.getByRole('link', { name: 'Site editor' }).waitFor();
    await editor.goto(`${site().service.origin}/admin/content/post/${id}`);
    await canvasOf(editor).getByText('Text').waitFor();
    assert.deepEqual([await ofPage(), await ofEditor()], [[], []]);
    await page.getByRole('link', { name: 'Site editor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor();
    const loaded = await ofPage();
    assert.ok(
      ['.js', '.css'].every((extension) => loaded.some((name) => name.endsWith(extension))),
      `${loaded}`,
    );
    await page.getByRole('link', { name: 'Back to the admin' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
    await context.close();
  });

  it('asks before it is closed with changes, and restores them afterwards', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await openSiteEditor(site(), context, 'p=/wp_template/quarto//home&canvas=edit', problems);
    await typeAfter(page, 'Latest articles', ' and more');
    await waitFor(
      async () => (await storedTexts(page)).some((text) => text.includes('Latest articles and more')),
      true,
      'Nothing was stored in the browser.',
    );
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    assert.equal(question.type(), 'beforeunload');
    await question.accept();

    const second = await context.newPage();
    await second.goto(`${site().service.origin}/admin/`);
    await second.getByRole('region', { name: 'Not saved yet' }).getByRole('link', { name: 'Site editor' }).click();
    const dialog = second.getByRole('dialog', { name: 'Restore unsaved changes?' });
    await dialog.getByText('Latest articles and more').waitFor();
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await second.setViewportSize({ width, height: 900 });
      await second.emulateMedia({ colorScheme });
      await takeScreenshot(second, `site-editor-restore-${width}-${colorScheme}`);
      assert.deepEqual(await listViolations(second.mainFrame(), {}, 'dialog[open]'), []);
    }
    await second.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await canvasOf(second).getByText('Latest articles and more').waitFor();
    assert.ok(!(await publicPage(site())).includes('and more'), 'nothing is public before it is saved');
    await second.getByRole('button', { name: /Review .* change/ }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await waitFor(async () => (await publicPage(site())).includes('Latest articles and more'), true);
    // The navigation block of the footer may have chosen its menu meanwhile, which is a change of its own.
    const footer = (await site().service.request('GET', '/cms/v2/template-parts/quarto//footer?context=edit')).body;
    const withoutMenu = (text: string) => text.replace(/"ref":\d+,/, '');
    await waitFor(
      async () => (await storedTexts(second)).filter((text) => withoutMenu(text) !== withoutMenu(footer.content.raw)),
      [],
    );
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('shows what others have saved meanwhile, and continues after the session has ended', async () => {
    const context = await site().newContext();
    const pattern = await site().create({ title: 'Notice', content: paragraph('Notice'), status: 'publish' }, 'blocks');
    const path = `/cms/v2/blocks/${pattern}`;
    const page = await openSiteEditor(site(), context, `p=/wp_block/${pattern}&canvas=edit`, []);
    await typeAfter(page, 'Notice', ' of mine');
    assert.equal((await site().service.request('PUT', path, { content: paragraph('Theirs') })).status, 200);
    await saveButton(page).click();
    const conflict = page.getByRole('dialog', { name: 'This entry was changed meanwhile' });
    await conflict.getByText('Theirs').waitFor();
    assert.deepEqual(await listViolations(page.mainFrame(), {}, 'dialog[open]'), []);
    await conflict.getByRole('button', { name: 'Replace the other version with mine' }).click();
    await site().waitForContent(pattern, paragraph('Notice of mine'), 'blocks');

    await typeAfter(page, 'Notice of mine', ', again');
    await context.clearCookies();
    await saveButton(page).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await site().signIn(page);
    await site().waitForContent(pattern, paragraph('Notice of mine, again'), 'blocks');
    await context.close();
  });

  it('fits in small windows', async () => {
    const problems: string[] = [];
    const context = await site().newContext(390, 'dark');
    const page = await openSiteEditor(site(), context, 'p=/', problems);
    await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor();
    await takeScreenshot(page, 'site-editor-390');
    for (const name of ['Styles', 'Navigation', 'Patterns', 'Templates']) {
      await page.getByRole('link', { name }).or(page.getByRole('button', { name })).first().click();
      await page.getByRole('heading', { name, exact: true }).first().waitFor();
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(overflow) <= 0, name);
      await takeScreenshot(page, `site-editor-390-${name.toLowerCase()}`);
      await page.goto(`${site().service.origin}/admin/site-editor`);
      await page.getByRole('heading', { level: 1, name: 'Design' }).waitFor();
    }
    assert.equal(await page.getByRole('link', { name: 'Pages' }).count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });
});

/** Returns the contents of all changed records that the browser has stored. */
const storedTexts = async (page: Page): Promise<string[]> => {
  return (await storedValues(page, 'content')).filter((value) => typeof value === 'string');
};
