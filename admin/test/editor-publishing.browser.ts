// Statuses of entries in the editor: scheduling, visibility, review, trash, copies and previews.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, openPopover, openPublishPanel, publish, reload, save, settingsOf } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';

const content = `${paragraph('Same  text &amp; <em>bytes</em>')}\n\n\n<!-- wp:spacer {"height":"20px"} -->\n<div style="height:20px" aria-hidden="true" class="wp-block-spacer"></div>\n<!-- /wp:spacer -->`;

/** Sets the status of the entry in the sidebar. */
async function setStatus(page: Page, status: RegExp): Promise<void> {
  await (await openPopover(page, /Change status/)).getByRole('radio', { name: status }).check();
  await page.keyboard.press('Escape');
}

describeSite('publishing', (site) => {
  it('schedules a post for a date in the time zone of the site, and publishes it before', async () => {
    await site().service.request('PUT', '/cms/v2/settings', { timezone: 'Pacific/Auckland' });
    const problems: string[] = [];
    const context = await site().newContext();
    const id = await site().create({ title: 'Later', content, status: 'draft' });
    const page = await site().open(context, `/admin/content/post/${id}`, problems);
    // A date of the site that has passed in UTC, and one in which it is still the day before.
    const date = new Date(Date.now() + 3600_000);
    const local = new Intl.DateTimeFormat('sv', {
      timeZone: 'Pacific/Auckland',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const [day = '', time = ''] = local.format(date).split(' ');
    const [hours = '', minutes = ''] = time.split(':');
    const popover = await openPopover(page, /Change date|Change publish date/i);
    await takeScreenshot(page, 'schedule');
    await popover.getByRole('spinbutton', { name: 'Day' }).fill(day.slice(8));
    await popover.getByLabel('Month', { exact: true }).selectOption(day.slice(5, 7));
    await popover.getByLabel('Year').fill(day.slice(0, 4));
    await popover.getByLabel('Hours').fill(String(Number(hours) % 12 || 12));
    await popover.getByLabel('Minutes').fill(minutes);
    await popover.getByRole('radio', { name: Number(hours) < 12 ? 'AM' : 'PM' }).click();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Schedule/ })
      .first()
      .click();
    await page
      .getByRole('region', { name: 'Editor publish' })
      .getByRole('button', { name: 'Schedule', exact: true })
      .click();
    await page.getByText('is now scheduled').waitFor();
    const scheduled = await site().read(id);
    assert.deepEqual([scheduled.status, scheduled.content.raw], ['future', content]);
    assert.equal(scheduled.date.slice(0, 16), `${day}T${time}`);
    assert.equal(Math.floor(Date.parse(`${scheduled.date_gmt}Z`) / 60_000), Math.floor(date.getTime() / 60_000));
    await reload(page);
    await setStatus(page, /^Published/);
    await publish(page);
    const published = await site().read(id);
    assert.deepEqual([published.status, published.content.raw], ['publish', content]);
    assert.deepEqual(problems, []);
    await context.close();
    await site().service.request('PUT', '/cms/v2/settings', { timezone: 'UTC' });
  });

  it('makes a post private, and protects another one with a password', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'For some', content, status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await setStatus(page, /Private/);
    await save(page);
    const entry = await site().read(id);
    assert.deepEqual([entry.status, entry.content.raw], ['private', content]);
    assert.equal((await site().service.read(`/cms/v2/posts/${id}`)).status, 401);
    await setStatus(page, /Published/);
    const popover = await openPopover(page, /Change status/);
    await popover.getByRole('checkbox', { name: 'Password protected' }).check();
    await popover.getByRole('textbox').fill('open sesame');
    await page.keyboard.press('Escape');
    await save(page);
    const locked = await site().read(id);
    assert.deepEqual([locked.status, locked.password, locked.content.raw], ['publish', 'open sesame', content]);
    assert.equal((await site().service.read(`/cms/v2/posts/${id}`)).body.content.rendered, '');
    await reload(page);
    await context.close();
  });

  it('lets a contributor submit a post for review, which an editor publishes', async () => {
    await site().createUser('cora', 'contributor');
    const context = await site().newContext();
    const page = await site().open(context, '/admin/content/post/new', [], 'cora');
    await canvasOf(page).getByRole('textbox', { name: 'Add title' }).fill('To review');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Please read.');
    await (await openPublishPanel(page, 'Submit for Review')).click();
    const id = Number(/(\d+)$/.exec(page.url())?.[1]);
    await site().waitForStatus(id, 'pending');
    const pending = await site().read(id);
    assert.deepEqual([pending.status, pending.content.raw], ['pending', paragraph('Please read.')]);
    await reload(page);
    await site().leave(page, id);
    await context.close();
    const other = await site().newContext();
    const pageOfEva = await site().open(other, '/admin/', [], 'eva');
    await pageOfEva.getByRole('link', { name: 'To review' }).click();
    await canvasOf(pageOfEva).getByText('Please read.').waitFor();
    await publish(pageOfEva);
    const published = await site().read(id);
    assert.deepEqual([published.status, published.content.raw], ['publish', paragraph('Please read.')]);
    await other.close();
  });

  it('moves an entry to the trash, from which the list restores it', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Thrown away', content, status: 'draft' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await settingsOf(page).getByRole('button', { name: 'Move to trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /trash/i }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    assert.equal((await site().read(id)).status, 'trash');
    await page.goto(`${site().service.origin}/admin/content/post?status=trash&search=Thrown`);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('1 entry was restored.').waitFor();
    const entry = await site().read(id);
    assert.deepEqual([entry.status, entry.content.raw], ['draft', content]);
    await context.close();
  });
});
