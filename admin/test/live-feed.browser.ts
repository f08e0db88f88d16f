// The live feed: events as they happen, filters, pause, details, and an interrupted connection.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite } from './site.ts';

const path = '/admin/automation/live-feed';

describeSite('live feed', (site) => {
  it('shows events with their details, filters them, and collects them during a pause', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, path, problems);
    const status = page.locator('.connection');
    await status.getByText('Connected').waitFor();
    await page.getByText('Waiting for events.').waitFor();
    const items = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
    const id = await site().create({ title: 'Hushed', status: 'draft' });
    const created = items.filter({ hasText: 'entry.created' });
    await created.getByText(`post #${id} (draft)`).waitFor();
    await created.locator('summary').click();
    await created.getByText(`"subject": ${id}`).waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /Hushed/);
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'live-feed-events');

    await page.getByRole('button', { name: 'Pause' }).click();
    await site().service.request('POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    await page.getByText('1 new event during the pause.').waitFor();
    assert.equal(await items.count(), 1);
    await page.getByRole('button', { name: 'Continue' }).click();
    await items.first().getByText(`post #${id} (draft → publish)`).waitFor();
    assert.equal(await items.count(), 2);

    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Waiting for events.').waitFor();
    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('term.created').check();
    await page.getByText('Filter (1 selected)').waitFor();
    assert.match(page.url(), /\?kinds=term\.created$/);
    await status.getByText('Connected').waitFor();
    await site().create({ title: 'Not shown' });
    const term = await site().create({ name: 'Shown' }, 'categories');
    await items.filter({ hasText: `category #${term}` }).waitFor();
    assert.equal(await items.count(), 1, 'no event of another kind');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('shows an interruption, and continues after the last event without missing one', async () => {
    const context = await site().newContext(390, 'dark');
    const page = await site().open(context, path);
    const status = page.locator('.connection');
    await status.getByText('Connected').waitFor();
    const items = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
    const first = await site().create({ title: 'Before' });
    await items.getByText(`post #${first}`).waitFor();
    await page.route(/\/octavo\/v1\/events/, (route) => route.abort());
    const restart = await site().stopService();
    await status
      .getByRole('status')
      .getByText(/^Interrupted\./)
      .waitFor();
    await status.getByText(/^Connecting again in \d+ s\.$/).waitFor();
    assert.doesNotMatch(await status.getByRole('status').innerText(), /again/, 'screen readers announce no seconds');
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'live-feed-interrupted');
    await restart();
    const second = await site().create({ title: 'Meanwhile' });
    await page.unroute(/\/octavo\/v1\/events/);
    await items.getByText(`post #${second}`).waitFor();
    await status.getByText('Connected').waitFor();
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await context.close();
  });

  it('keeps filters that the site does not know any more, and says if the kinds cannot be read', async () => {
    const context = await site().newContext();
    await context.route('**/octavo/v1/event-kinds', (route) => route.abort());
    const page = await site().open(context, `${path}?kinds=removed.kind&types=removed_type`);
    await page.getByText('Filter (2 selected)').click();
    const failure = page.locator('.feed-filters').getByRole('alert');
    await failure.waitFor();
    await page.getByLabel('Posts', { exact: true }).check();
    await page.getByText('Filter (3 selected)').waitFor();
    await context.unroute('**/octavo/v1/event-kinds');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('entry.created').check();
    await page.getByText('Filter (4 selected)').waitFor();
    const query = new URL(page.url()).searchParams;
    assert.deepEqual(query.get('kinds')?.split(',').sort(), ['entry.created', 'removed.kind']);
    assert.deepEqual(query.get('types')?.split(',').sort(), ['post', 'removed_type']);
    await failure.waitFor({ state: 'detached' });
    // Without a selection, they disappear.
    await page.getByLabel('removed_type').click();
    await page.getByLabel('removed.kind').click();
    await page.getByText('Filter (2 selected)').waitFor();
    await page.locator('.connection').getByText('Connected').waitFor();
    await context.close();
  });
});
