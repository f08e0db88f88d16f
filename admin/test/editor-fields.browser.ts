// Meta fields of a content type that the site declares, in the sidebar of the editor.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, publish, reload } from './page-actions.ts';
import { describeSite, paragraph, writeConfig } from './site.ts';

/** A type with a field of each kind. */
const config = `{
  types: [{
    name: 'event', restBase: 'events', noun: { one: 'event', many: 'events' },
    supports: ['title', 'editor', 'author', 'excerpt', 'revisions', 'custom-fields'],
    meta: {
      venue: { type: 'string', default: '', maxLength: 10, title: 'Place', description: 'Where it takes place.' },
      start_date: { type: ['string', 'null'], format: 'date-time', default: null, description: 'The start time.' },
      capacity: { type: 'integer', minimum: 0, default: 0, description: 'The number of seats.' },
      kind: { type: 'string', enum: ['talk', 'concert'], default: 'talk', description: 'The kind of event.' },
      is_free: { type: 'boolean', default: false, description: 'Whether it is free.' },
      website: { type: 'string', format: 'uri', default: '', description: 'The website.' },
      speakers: { type: 'array', items: { type: 'string' }, default: [], description: 'Names of the speakers.' },
      ratings: { type: 'array', items: { type: 'integer' }, default: [], description: 'Ratings.' },
      door: { type: 'object', default: {}, description: 'The entrance.', required: ['street'],
        properties: { street: { type: 'string' }, number: { type: 'integer' } } },
      code: { type: 'string', readonly: true, default: 'E-1', description: 'The code.' },
      plan: { type: 'array', default: [{ hour: 9 }], description: 'The plan.',
        items: { type: 'object', properties: { hour: { type: 'integer' } } } },
    },
  }],
}`;

const fields = (page: Page) => page.getByRole('region', { name: 'Editor settings' });

describeSite(
  'meta fields in the editor',
  (site) => {
    it('edits fields by their schemas, and stores them with the entry', async () => {
      await site().service.request('PUT', '/cms/v2/settings', { timezone: 'Europe/Berlin' });
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/content/event/new', problems);
      await canvasOf(page).getByRole('textbox', { name: 'Add title' }).fill('Concert');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Come!');
      await fields(page).getByRole('tab', { name: 'Event' }).click();
      const panel = fields(page).locator('.meta-fields');
      await panel.getByLabel('Place').fill('Harbour');
      await panel.getByLabel('Date time').fill('2026-07-01T20:00');
      await panel.getByLabel('Capacity').fill('80');
      await panel.getByLabel('Kind').selectOption('concert');
      await panel.getByLabel('Is free').check();
      await panel.getByLabel('Website').fill('https://example.org/');
      for (const name of ['Ann', 'Bob']) {
        await panel.getByLabel('Speakers').fill(name);
        await page.keyboard.press('Enter');
      }
      await panel.getByLabel('Ratings').fill('5');
      await page.keyboard.press('Enter');
      await panel.getByLabel('Street').fill('Quay');
      await panel.getByLabel('Number').fill('3');
      await panel.getByText('E-1').waitFor();
      await panel.getByText('"hour": 9').waitFor();
      await panel.scrollIntoViewIfNeeded();
      await takeScreenshot(page, 'meta-fields');
      const id = await publish(page);
      const entry = await site().read(id, 'events');
      assert.deepEqual([entry.status, entry.content.raw], ['publish', paragraph('Come!')]);
      const { start_date: start, ...meta } = entry.meta;
      assert.equal(Date.parse(start), Date.UTC(2026, 6, 1, 18), 'the time is that of the site, in Berlin');
      assert.deepEqual(meta, {
        ...{ venue: 'Harbour', capacity: 80, kind: 'concert', is_free: true, website: 'https://example.org/' },
        ...{ speakers: ['Ann', 'Bob'], ratings: [5], door: { street: 'Quay', number: 3 }, code: 'E-1' },
        plan: [{ hour: 9 }],
      });
      await reload(page);
      assert.equal(await panel.getByLabel('Place').inputValue(), 'Harbour');
      assert.equal(await panel.getByLabel('Date time').inputValue(), '2026-07-01T20:00');
      await panel.getByLabel('Date time').fill('');
      await panel.getByLabel('Street').fill('');
      await panel.getByLabel('Number').fill('');
      await panel.getByLabel('Website').fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The event was updated.').first().waitFor();
      const { meta: cleared } = await site().read(id, 'events');
      assert.deepEqual([cleared.start_date, cleared.door, cleared.website, cleared.venue], [null, {}, '', 'Harbour']);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('shows the errors of fields, and does not save until they are corrected', async () => {
      const context = await site().newContext();
      const id = await site().create({ title: 'Talk', content: paragraph('Text'), status: 'publish' }, 'events');
      const page = await site().open(context, `/admin/content/event/${id}`);
      const panel = fields(page).locator('.meta-fields');
      const save = page.getByRole('button', { name: 'Save', exact: true });
      const cases = [
        ['Capacity', '-1', 'Enter a number from 0.', '0'],
        ['Place', 'More than ten characters', 'Enter at most 10 characters.', 'Hall'],
        ['Website', 'nowhere', 'Enter a URL, such as https://example.org.', ''],
        ['Number', '4', 'while these fields are invalid: Street.', ''],
      ] as const;
      for (const [label, invalid, message, valid] of cases) {
        await panel.getByLabel(label).fill(invalid);
        await panel.getByLabel(label).blur();
        await panel.getByText(message).first().waitFor();
        assert.ok(await save.isDisabled(), `${label} is invalid`);
        await panel.getByLabel(label).fill(valid);
      }
      await takeScreenshot(page, 'meta-fields-corrected');
      await save.click();
      await page.getByText('The event was updated.').first().waitFor();
      assert.equal((await site().read(id, 'events')).meta.venue, 'Hall');
      await context.close();
    });

    it('shows the error with which the service rejects a field, and keeps what was typed', async () => {
      const context = await site().newContext();
      const id = await site().create({ title: 'Rejected', content: paragraph('Text'), status: 'publish' }, 'events');
      const page = await site().open(context, `/admin/content/event/${id}`);
      const panel = fields(page).locator('.meta-fields');
      const message = 'meta.venue is rejected for this test.';
      await page.route(`**/wp/v2/events/${id}**`, (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({
              status: 400,
              json: {
                code: 'rest_invalid_param',
                message,
                data: { status: 400 },
                additional_data: [{ param: 'meta.venue' }],
              },
            }),
      );
      await panel.getByLabel('Place').fill('Hall');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await panel.getByText(message).first().waitFor();
      await page.unroute(`**/wp/v2/events/${id}**`);
      await panel.getByLabel('Place').fill('Hall 2');
      await panel.getByText(message).first().waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The event was updated.').first().waitFor();
      assert.equal((await site().read(id, 'events')).meta.venue, 'Hall 2');
      await context.close();
    });
  },
  { prepare: writeConfig(config) },
);
