// Accessibility of the editor and of its dialogs. Violations in the packages are listed in package-violations.json.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findViolations, listViolations, takeScreenshot } from '../../test/browser.ts';
import { checkViolations } from './known-violations.ts';
import { canvasOf, settingsOf, typeAfter } from './page-actions.ts';
import { describeSite, paragraph, type Site, writeConfig } from './site.ts';

const config = `{
  types: [{
    name: 'event', restBase: 'events', noun: { one: 'event', many: 'events' },
    supports: ['title', 'editor', 'author', 'excerpt', 'thumbnail', 'revisions', 'custom-fields'],
    meta: {
      venue: { type: 'string', default: '', description: 'Where it takes place.' },
      start: { type: ['string', 'null'], format: 'date-time', default: null, description: 'The start time.' },
      seats: { type: 'integer', minimum: 0, default: 0, description: 'The number of seats.' },
      kind: { type: 'string', enum: ['talk', 'concert'], default: 'talk', description: 'The kind of event.' },
      is_free: { type: 'boolean', default: false, description: 'Whether it is free.' },
      speakers: { type: 'array', items: { type: 'string' }, default: ['Ann'], description: 'Names of the speakers.' },
      door: { type: 'object', default: {}, properties: { street: { type: 'string' } }, description: 'The entrance.' },
      plan: { type: 'array', items: { type: 'object' }, default: [{ hour: 9 }], description: 'The plan.' },
    },
  }],
}`;

const content = [
  paragraph('Text with a <a href="https://example.org/">link</a>'),
  '<!-- wp:heading -->\n<h2 class="wp-block-heading">Heading</h2>\n<!-- /wp:heading -->',
  '<!-- wp:image -->\n<figure class="wp-block-image"><img alt=""/></figure>\n<!-- /wp:image -->',
].join('\n\n');

/** The states of the editor that are checked, each reached from the previous one. */
const states: readonly (readonly [name: string, reach: (page: Page) => Promise<void>])[] = [
  ['document', (page) => canvasOf(page).getByText('Text with a').waitFor()],
  ['block', (page) => canvasOf(page).getByText('Text with a').click()],
  [
    'inserter',
    async (page) => {
      await page.getByRole('button', { name: 'Block Inserter', exact: true }).click();
      await page.getByRole('region', { name: 'Block Library' }).waitFor();
    },
  ],
  [
    'list view',
    async (page) => {
      await page.getByRole('button', { name: 'Block Inserter', exact: true }).click();
      await page.getByRole('button', { name: 'Document Overview', exact: true }).click();
    },
  ],
  [
    'menu',
    async (page) => {
      await page.getByRole('button', { name: 'Document Overview', exact: true }).click();
      await page.getByRole('button', { name: 'Options', exact: true }).last().click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    },
  ],
  [
    'invalid field',
    async (page) => {
      await page.keyboard.press('Escape');
      await settingsOf(page).getByRole('tab', { name: 'Event' }).click();
      await settingsOf(page).getByLabel('Seats').fill('-1');
      await settingsOf(page).getByLabel('Seats').blur();
      await settingsOf(page).getByText('Enter a number from 0.').first().waitFor();
      await settingsOf(page).locator('.meta-fields').scrollIntoViewIfNeeded();
    },
  ],
  [
    'publishing',
    async (page) => {
      await settingsOf(page).getByLabel('Seats').fill('1');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Are you ready to publish?').waitFor();
    },
  ],
];

/** Fails if the dialog that is open in a page violates a rule. */
async function assertAccessible(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name);
  assert.equal(await page.locator('dialog[open]').count(), 1, name);
  assert.deepEqual(await listViolations(page.mainFrame(), {}, 'dialog[open]'), [], name);
}

describeSite(
  'accessibility of the editor',
  (site) => {
    it('has no violations but those of the packages, and those are listed', async () => {
      const violations = checkViolations('package-violations.json');
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await site().newContext(1280, colorScheme);
        const id = await site().create({ title: 'Accessible', content, status: 'draft' }, 'events');
        const page = await site().open(context, `/admin/content/event/${id}`);
        for (const [name, reach] of states) {
          await reach(page);
          await page.locator('.components-spinner').first().waitFor({ state: 'detached' });
          await takeScreenshot(page, `accessibility-${name.replaceAll(' ', '-')}-${colorScheme}`);
          await violations.add(page.frames(), name);
        }
        await context.close();
      }
      violations.finish();
    });

    for (const colorScheme of ['light', 'dark'] as const)
      it(`has accessible dialogs in ${colorScheme}`, async () => {
        const context = await site().newContext(1280, colorScheme);
        const page = await openConflict(site(), context);
        await assertAccessible(page, `dialog-conflict-${colorScheme}`);
        await page.getByRole('button', { name: 'Continue editing' }).click();
        const other = await site().newContext(1280, colorScheme);
        const pageOfEva = await site().open(other, new URL(page.url()).pathname, [], 'eva');
        await pageOfEva.getByRole('dialog', { name: 'admin is editing this entry' }).waitFor();
        await assertAccessible(pageOfEva, `dialog-lock-${colorScheme}`);
        await other.close();
        await context.clearCookies();
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
        await assertAccessible(page, `dialog-sign-in-${colorScheme}`);
        await context.close();
        const third = await site().newContext(1280, colorScheme);
        const trashed = await site().create({ title: `Trashed ${colorScheme}`, content, status: 'draft' });
        await site().service.request('DELETE', `/cms/v2/posts/${trashed}`);
        const list = await site().open(third, `/admin/content/post?status=trash&search=${colorScheme}`);
        await list.getByRole('button', { name: 'Actions' }).click();
        await list.getByRole('menuitem', { name: 'Delete permanently' }).click();
        await list
          .getByRole('dialog', {
            name: /^Delete “.+” permanently, with its revisions and comments\? This cannot be undone\.$/,
          })
          .waitFor();
        await takeScreenshot(list, `dialog-confirm-${colorScheme}`);
        assert.deepEqual(await findViolations(list), []);
        await third.close();
      });
  },
  { prepare: writeConfig(config) },
);

/** Opens an entry that is changed in the browser and through the API, and tries to save it. */
async function openConflict(site: Site, context: BrowserContext): Promise<Page> {
  const id = await site.create({ title: 'Two versions', content: paragraph('Old text'), status: 'publish' });
  const page = await site.open(context, `/admin/content/post/${id}`);
  await typeAfter(page, 'Old text', ' of mine');
  await site.service.request('PUT', `/cms/v2/posts/${id}`, { content: paragraph('New text') });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'This entry was changed meanwhile' }).waitFor();
  return page;
}
