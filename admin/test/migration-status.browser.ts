// The state of the database on the screen of the site's health.
import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import { takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite } from './site.ts';

describeSite('database migrations', (site) => {
  it('show the schema version, the history and the progress of work in the background', async () => {
    const { service } = site();
    const { body } = await service.request('GET', '/octavo/v1/migration-status');
    const context = await site().newContext();
    const page = await site().open(context, '/admin/operations/health');
    const section = page.getByRole('region', { name: 'Database migrations' });
    await section.getByText(`Schema version: ${body.schema_version}. All migrations are applied.`).waitFor();
    await section.getByText('No work in the background remains.').waitFor();
    await section.getByText(`Show ${body.migrations.length} migrations`).click();
    const items = section.getByRole('listitem');
    assert.equal(await items.count(), body.migrations.length);
    await section.getByText('recent-errors').waitFor();
    await waitUntilLoaded(page);
    await section.scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'migrations');
    const database = new BetterSqlite(path.join(service.data, 'octavo.sqlite'));
    database.exec('update entries set renderer = renderer - 1');
    await page.reload();
    const progress = section.getByRole('progressbar', { name: 'Rendering texts again' });
    await progress.waitFor();
    await section.getByText(/^\d+ of \d+ entries remain$/).waitFor();
    database.exec('update entries set renderer = renderer + 1');
    // The progress is read again while there is work.
    await section.getByText('No work in the background remains.').waitFor();
    database.exec('delete from migrations where number = (select max(number) from migrations)');
    await page.reload();
    await section.getByText('1 migration is pending. Restart the service').waitFor();
    database.close();
    await context.close();
  });
});
