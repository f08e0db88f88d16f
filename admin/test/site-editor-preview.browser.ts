// The preview of unsaved changes of the design: each kind of change is visible on the public pages of the preview, and nowhere else until it
// is saved.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findViolations, listViolations, takeScreenshot } from '../../test/browser.ts';
import { typeAfter } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { openSiteEditor, publicPage, saveDesign } from './site-editor-actions.ts';
import { waitFor } from './wait.ts';

const label = 'Preview on the site';

/** Does what opens a preview, and returns its tab when the page is displayed. */
async function openedBy(context: BrowserContext, act: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent('page');
  await act();
  const tab = await opened;
  await tab.locator('.octavo-design-preview').waitFor();
  return tab;
}

/** Opens a preview with the menu of the canvas. */
const openFromMenu = (page: Page): Promise<Page> =>
  openedBy(page.context(), async () => {
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: label }).click();
  });

/** Opens a preview with the button above the one that saves. */
const openFromButton = (page: Page): Promise<Page> =>
  openedBy(page.context(), () => page.getByRole('button', { name: label }).click());

describeSite('the preview of the design', (site) => {
  it('displays a changed template on the page that it belongs to, in light and dark and on phones', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await openSiteEditor(site(), context, 'p=/wp_template/quarto//home&canvas=edit', problems);
    await typeAfter(page, 'Latest articles', ' and more');
    const before = await publicPage(site());
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: label }).waitFor();
    await takeScreenshot(page, 'design-preview-menu');
    await page.keyboard.press('Escape');
    const tab = await openFromMenu(page);
    await tab.getByRole('heading', { name: 'Latest articles and more' }).waitFor();
    assert.equal(await publicPage(site()), before, 'nothing is public before it is saved');
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await tab.setViewportSize({ width, height: 900 });
      await tab.emulateMedia({ colorScheme });
      await takeScreenshot(tab, `design-preview-${width}-${colorScheme}`);
      assert.ok(Number(await tab.evaluate('document.documentElement.scrollWidth')) <= width);
      assert.deepEqual(await findViolations(tab), []);
    }
    const token = new URL(tab.url()).searchParams.get('design_preview');
    await tab.getByRole('link', { name: 'Hello', exact: true }).first().click();
    await waitFor(() => new URL(tab.url()).pathname === '/', false);
    await tab.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
    assert.equal(new URL(tab.url()).searchParams.get('design_preview'), token, 'links stay in the preview');
    await tab.getByRole('link', { name: 'View the page without them' }).click();
    await tab.locator('.octavo-design-preview').waitFor({ state: 'detached' });
    assert.equal(new URL(tab.url()).search, '');
    await saveDesign(page);
    assert.ok((await publicPage(site())).includes('Latest articles and more'));
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('displays a changed template for single posts on the latest post', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    await site().create({
      title: 'The latest post',
      slug: 'the-latest',
      content: paragraph('Words'),
      status: 'publish',
    });
    const path = '/cms/v2/templates/quarto//single';
    const { body } = await site().service.request('GET', `${path}?context=edit`);
    const content = `${body.content.raw}\n\n${paragraph('Below the post')}`;
    assert.equal((await site().service.request('PUT', path, { content })).status, 200);
    const page = await openSiteEditor(site(), context, 'p=/wp_template/quarto//single&canvas=edit', problems);
    await typeAfter(page, 'Below the post', ', changed');
    const tab = await openFromMenu(page);
    await tab.getByText('Below the post, changed').waitFor();
    assert.equal(new URL(tab.url()).pathname, '/the-latest/');
    await saveDesign(page);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('displays a changed template part', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const path = '/cms/v2/template-parts/quarto//footer';
    const { body } = await site().service.request('GET', `${path}?context=edit`);
    const content = `${body.content.raw}\n\n${paragraph('In the footer')}`;
    assert.equal((await site().service.request('PUT', path, { content })).status, 200);
    const page = await openSiteEditor(site(), context, 'p=/wp_template_part/quarto//footer&canvas=edit', problems);
    await typeAfter(page, 'In the footer', ', changed');
    const tab = await openFromMenu(page);
    await tab.getByText('In the footer, changed').waitFor();
    assert.ok(!(await publicPage(site())).includes('In the footer, changed'));
    await saveDesign(page);
    assert.ok((await publicPage(site())).includes('In the footer, changed'));
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('displays a changed pattern in the entries that contain it', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const pattern = await site().create(
      { title: 'Notice', content: paragraph('The notice'), status: 'publish' },
      'blocks',
    );
    const reference = `<!-- wp:block {"ref":${pattern}} /-->`;
    await site().create({ title: 'With a notice', slug: 'with-a-notice', content: reference, status: 'publish' });
    const page = await openSiteEditor(site(), context, 'p=/pattern&postType=wp_block&categoryId=my-patterns', problems);
    await page.getByRole('button', { name: 'Notice' }).first().click();
    await typeAfter(page, 'The notice', ', changed');
    const tab = await openFromMenu(page);
    await tab.getByRole('link', { name: 'With a notice' }).first().click();
    await tab.getByText('The notice, changed').waitFor();
    assert.ok(!(await publicPage(site(), '/with-a-notice/')).includes('The notice, changed'));
    await saveDesign(page);
    assert.ok((await publicPage(site(), '/with-a-notice/')).includes('The notice, changed'));
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('displays a changed navigation', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const content = '<!-- wp:navigation-link {"label":"About us","url":"/about/","kind":"custom"} /-->';
    const id = await site().create({ title: 'Main', content, status: 'publish' }, 'navigation');
    assert.match(await publicPage(site()), />About us</);
    const page = await openSiteEditor(site(), context, `p=/wp_navigation/${id}&canvas=edit`, problems);
    await typeAfter(page, 'About us', ' all');
    const tab = await openFromMenu(page);
    await tab.getByRole('link', { name: 'About us all' }).first().waitFor();
    assert.doesNotMatch(await publicPage(site()), /About us all/);
    await saveDesign(page);
    assert.match(await publicPage(site()), /About us all/);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('displays changed styles, by the button above the one that saves', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await openSiteEditor(site(), context, 'p=/styles', problems);
    await page.getByRole('button', { name: 'Colors' }).waitFor();
    assert.equal(await page.getByRole('button', { name: label }).count(), 0, 'without changes there is no preview');
    await page.getByRole('button', { name: 'Colors' }).click();
    await page.getByRole('button', { name: /^Link/ }).click();
    await page.getByRole('option', { name: 'Pencil' }).click();
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: label });
    await button.waitFor();
    await takeScreenshot(page, 'design-preview-button');
    assert.deepEqual(await listViolations(page.mainFrame(), {}, '.edit-site-save-hub'), []);
    const changed = /a:where\(:not\(\.wp-element-button\)\)\{color:var\(--wp--preset--color--muted\)/;
    const tab = await openFromButton(page);
    assert.match(await tab.content(), changed);
    assert.doesNotMatch(await publicPage(site()), changed);
    await tab.close();
    await page.setViewportSize({ width: 390, height: 900 });
    await button.waitFor();
    await takeScreenshot(page, 'design-preview-button-390');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: /Review 1 change/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await waitFor(async () => changed.test(await publicPage(site())), true);
    await button.waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('closes the tab and says why, if there can be no preview', async () => {
    const context = await site().newContext();
    const page = await openSiteEditor(site(), context, 'p=/wp_template/quarto//home&canvas=edit', []);
    await page.route('**/octavo/v1/design-previews', (route) =>
      route.fulfill({
        status: 400,
        json: {
          code: 'rest_design_preview_too_large',
          message: 'The changes have too many characters.',
          data: { status: 400 },
        },
      }),
    );
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: label }).click();
    const tab = await opened;
    await page.getByText('The changes have too many characters.').first().waitFor();
    await waitFor(async () => tab.isClosed(), true);
    await context.close();
  });
});
