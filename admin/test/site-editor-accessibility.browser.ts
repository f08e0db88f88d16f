// Accessibility of the site editor. Violations in the packages are listed in site-editor-violations.json.
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { checkViolations } from './known-violations.ts';
import { canvasOf } from './page-actions.ts';
import { describeSite } from './site.ts';
import { openSiteEditor } from './site-editor-actions.ts';

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();

/** Waits for a heading, and until the canvas beside it displays the home page. */
async function withCanvas(page: Page, name: string): Promise<void> {
  await heading(page, name);
  await canvasOf(page).getByText('Latest articles').first().waitFor();
}

/** Waits for a heading, and until the list beside it displays a record with its preview, which can be focused. */
async function withPreviews(page: Page, name: string, record: string): Promise<void> {
  await heading(page, name);
  await page.getByText(record, { exact: true }).first().waitFor();
  const preview = page.locator('.block-editor-block-preview__content iframe').first();
  await preview.contentFrame().locator('.block-editor-block-list__block').first().waitFor();
}

/** The views that are checked, with the query of the URL of each, and what is waited for or done in it. */
const views: readonly (readonly [name: string, query: string, reach: (page: Page) => Promise<void>])[] = [
  ['overview', 'p=/', (page) => withCanvas(page, 'Design')],
  ['styles', 'p=/styles', (page) => withCanvas(page, 'Styles')],
  ['navigation', 'p=/navigation', (page) => withCanvas(page, 'Navigation')],
  ['patterns', 'p=/pattern', (page) => withPreviews(page, 'Patterns', 'About the author')],
  ['templates', 'p=/template', (page) => withPreviews(page, 'Templates', 'Blog')],
  [
    'template',
    'p=/wp_template/quarto//home&canvas=edit',
    async (page) => {
      await canvasOf(page).getByText('Latest articles').click();
      await page.getByRole('region', { name: 'Editor settings' }).waitFor();
    },
  ],
];

describeSite('accessibility of the site editor', (site) => {
  it('has no violations but those of the packages, and those are listed', async () => {
    const violations = checkViolations('site-editor-violations.json');
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await site().newContext(1280, colorScheme);
      const page = await openSiteEditor(site(), context, '', []);
      for (const [name, query, reach] of views) {
        await page.goto(`${site().service.origin}/admin/site-editor?${query}`);
        await reach(page);
        for (const loading of ['.components-spinner', '.edit-site-canvas-loader'])
          await page.locator(loading).first().waitFor({ state: 'detached' });
        await takeScreenshot(page, `accessibility-site-editor-${name}-${colorScheme}`);
        // The canvas and the previews contain blocks, which the test of the editor checks.
        await violations.add([page.mainFrame()], name);
      }
      await context.close();
    }
    violations.finish();
  });
});
