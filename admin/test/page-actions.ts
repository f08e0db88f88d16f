// Functions with which tests use the pages of the admin, mostly the editor.
import assert from 'node:assert/strict';
import type { BrowserContext, FrameLocator, Locator, Page, Response } from 'playwright-core';
import { waitFor } from './wait.ts';

/** Waits until a screen other than the editor has loaded what it displays. */
export const waitUntilLoaded = (page: Page): Promise<void> =>
  waitFor(() => page.locator('[aria-busy="true"], .loading, .components-spinner, .dataviews-loading').count(), 0);

/**
 * Delays reads of a list by a page, so that changes elsewhere are not displayed, until the returned function is called. `collection` is the
 * last part of its path, such as `posts`.
 */
export async function holdReads(page: Page, collection: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/wp/v2/${collection}?**`, async (route) => {
    if (route.request().method() === 'GET') await promise;
    await route.continue();
  });
  return resolve;
}

/** The canvas of the editor in a page, which contains the blocks. */
export const canvasOf = (page: Page): FrameLocator => page.frameLocator('iframe[name="editor-canvas"]');

/** Opens the panel with the last questions before an entry is published, and returns the button in it that publishes. */
export async function openPublishPanel(page: Page, name = 'Publish'): Promise<Locator> {
  const header = page.getByRole('button', { name, exact: true });
  const inPanel = page.getByRole('region', { name: 'Editor publish' }).getByRole('button', { name, exact: true });
  // While the editor saves the entry by itself, it ignores the click that opens the panel.
  const open = async () => {
    if (!(await inPanel.isVisible())) await header.first().click();
    return inPanel.isVisible();
  };
  await waitFor(open, true, 'The panel has not opened.');
  return inPanel;
}

/** Publishes the entry by the button of the panel with the last questions, and waits until the editor says so. */
export async function confirmPublishing(page: Page, button: Locator): Promise<void> {
  const published = page.getByText('is now live');
  // While the editor saves the entry by itself, it ignores the click.
  const publishes = async () => {
    if (!(await published.isVisible()) && (await button.isVisible()) && (await button.isEnabled()))
      await button.click({ timeout: 5000 }).catch(() => undefined);
    return published.isVisible();
  };
  await waitFor(publishes, true, 'The entry was not published.');
}

/** Publishes the entry that is open in the editor, and returns its ID. */
export async function publish(page: Page): Promise<number> {
  await confirmPublishing(page, await openPublishPanel(page));
  return Number(/\/admin\/content\/[\w-]+\/(\d+)$/.exec(page.url())?.[1]);
}

/** Does what makes the editor save the entry, and waits until the editor has processed the response. */
export async function saveBy(page: Page, act: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(isSavedEntry);
  await act();
  await saved;
  await page.locator('.editor-header').locator('.is-busy, .is-saving').first().waitFor({ state: 'detached' });
}

/** Whether a response confirms that the service has changed an entry. */
const isSavedEntry = (response: Response): boolean =>
  response.ok() &&
  response.request().method() !== 'GET' &&
  /\/wp\/v2\/(?!media\/|users\/)[\w-]+\/\d+$/.test(new URL(response.url()).pathname);

/** Saves the entry with the keyboard, and waits until the editor has processed the response. */
export const saveByKeyboard = (page: Page): Promise<void> => saveBy(page, () => page.keyboard.press('Control+s'));

/** Saves changes to an entry that is published, and waits until they are stored. */
export async function save(page: Page): Promise<void> {
  await saveBy(page, () => saveButton(page).click());
  await page.getByTestId('snackbar').getByText('was updated').first().waitFor();
}

/** The sidebar with the settings of the entry or of a block. */
export const settingsOf = (page: Page): Locator => page.getByRole('region', { name: 'Editor settings' });

/** Opens the popover of a button in the sidebar, and returns it. */
export async function openPopover(page: Page, button: RegExp): Promise<Locator> {
  await settingsOf(page).getByRole('button', { name: button }).first().click();
  return page.locator('.components-popover').last();
}

/** Opens the entry of the editor again, and fails if a block is invalid. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await canvasOf(page).locator('.is-root-container').waitFor();
  assert.equal(await canvasOf(page).locator('.block-editor-warning').count(), 0, 'no block is invalid');
}

/** Types at the end of a text of the content. `text` is the whole text of an element. */
export async function typeAfter(page: Page, text: string, typed: string): Promise<void> {
  await typeAtEnd(page, canvasOf(page).getByText(text, { exact: true }), typed);
  await canvasOf(page).getByText(`${text}${typed}`, { exact: true }).first().waitFor();
}

/** Types at the end of an element of the content. */
export async function typeAtEnd(page: Page, element: Locator, typed: string): Promise<void> {
  await element.click();
  // Until the block has the focus, the page ignores what is typed.
  const hasFocus = () =>
    element.evaluate((each) => {
      const { activeElement, body } = each.ownerDocument;
      return activeElement !== body && activeElement?.contains(each) === true;
    });
  await waitFor(hasFocus, true, 'The element has no focus.');
  await page.keyboard.press('End');
  await page.keyboard.type(typed);
}

/** Starts a paragraph after the selected block, and waits until typing changes it. */
export async function startParagraph(page: Page): Promise<void> {
  await page.keyboard.press('Control+Alt+y');
  await canvasOf(page).locator('[data-type="core/paragraph"][data-empty="true"]:focus').waitFor();
}

/** The button of the editor that saves a published entry. */
export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Save', exact: true });

/** Makes the editor save drafts automatically after some seconds, instead of after a minute. It must be called before it opens. */
export async function autosaveEvery(context: BrowserContext, seconds: number): Promise<void> {
  await context.route('**/octavo/v1/editors/*', async (route) => {
    const response = await route.fetch();
    const editor = await response.json();
    const settings = { ...editor.settings, autosaveInterval: seconds };
    await route.fulfill({ response, json: { ...editor, settings } });
  });
}

/** Rejects the first `count` requests of a page that match a pattern, as a busy service does. Returns the number of all requests so far. */
export async function rejectFirst(page: Page, pattern: string, count: number): Promise<() => number> {
  let requests = 0;
  await page.route(pattern, (route) => {
    requests += 1;
    if (requests > count) return route.fallback();
    const json = { code: 'rest_storage_busy', message: 'The service is busy; try again.', data: { status: 503 } };
    return route.fulfill({ status: 503, json });
  });
  return () => requests;
}
