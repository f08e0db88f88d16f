// Functions with which tests use the site editor.
import type { BrowserContext, Page } from 'playwright-core';
import { saveButton } from './page-actions.ts';
import type { Site } from './site.ts';
import { waitFor } from './wait.ts';

/**
 * Opens the site editor as the administrator. `query` names the view. `problems` receives errors, violations of the policy, requests to
 * other hosts, and responses of the API with a status from 400.
 */
export async function openSiteEditor(
  site: Site,
  context: BrowserContext,
  query: string,
  problems: string[],
): Promise<Page> {
  const page = await site.open(context, '/admin/help/admin');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/admin/api/') && response.status() >= 400)
      problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== site.service.origin)
      problems.push(request.url());
  });
  await page.goto(`${site.service.origin}/admin/site-editor?${query}`);
  await page.locator('.edit-site-layout').waitFor();
  return page;
}

/**
 * Saves everything that was changed, and waits until it is stored. On a new site, opening a template part with a navigation changes it: the
 * editor records which navigation it displays, and asks what to save then.
 */
export async function saveDesign(page: Page): Promise<void> {
  await saveButton(page).first().click();
  const inPanel = page.locator('.entities-saved-states__panel').getByRole('button', { name: 'Save', exact: true });
  const saved = page.getByTestId('snackbar').getByText(/was updated|Site updated/);
  const finish = async () => {
    if (await inPanel.isVisible()) await inPanel.click();
    return (await saved.count()) > 0;
  };
  await waitFor(finish, true, 'The changes were not saved.');
}

/** Returns the HTML of a public page as visitors receive it. */
export const publicPage = async (site: Site, path = '/'): Promise<string> =>
  (await fetch(site.service.origin + path)).text();
