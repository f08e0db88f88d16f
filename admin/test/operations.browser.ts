// The health of the site and the audit log.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite } from './site.ts';

describeSite('operations', (site) => {
  it('shows the result of each health test with what to do, and what the site stores', async () => {
    const context = await site().newContext();
    const page = await site().open(context, '/admin/operations/health');
    const tests = page.locator('.tests > li');
    await page.locator('.tests > li[class]').nth(8).waitFor();
    for (const test of await tests.all())
      assert.match((await test.getAttribute('class')) ?? '', /good|recommended|critical/);
    // The site of the test is not served by HTTPS.
    const https = tests.filter({ hasText: 'HTTPS' });
    await https.getByText('What to do:').waitFor();
    await https.getByRole('button', { name: 'Test again' }).click();
    await https.getByText('Recommended').waitFor();
    const sizes = page.locator('.sizes');
    await sizes.getByText('Database').waitFor();
    assert.match(await sizes.innerText(), /Total\s+[\d.]+ [KM]B/);
    await takeScreenshot(page, 'health');
    await context.close();
  });

  it('lists what was changed by whom, filters it, and exports what matches', async () => {
    const user = { username: '@cmd', email: 'cmd@site.test', password: 'a long password', roles: ['author'] };
    assert.equal((await site().service.request('POST', '/cms/v2/users', user)).status, 201);
    await site().service.request('POST', '/cms/v2/settings', { description: 'Changed' });
    const context = await site().newContext();
    const page = await site().open(context, '/admin/operations/audit-log');
    const rows = page.getByRole('row');
    await rows.filter({ hasText: 'Changed settings' }).first().waitFor();
    await rows.filter({ hasText: 'user: @cmd' }).waitFor();
    await rows.filter({ hasText: 'Created an application password' }).getByText('Command line').first().waitFor();
    await waitUntilLoaded(page);
    await takeScreenshot(page, 'audit-log-filled');
    await page.goto(`${site().service.origin}/admin/operations/audit-log?action=user-created`);
    await rows.filter({ hasText: 'user: @cmd' }).waitFor();
    await waitUntilLoaded(page);
    assert.equal(await rows.filter({ hasText: 'Changed settings' }).count(), 0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'audit-log.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    assert.ok(lines.length > 1);
    assert.ok(lines.slice(1).every((line) => line.includes('"user-created"')));
    assert.ok(
      lines.some((line) => line.includes(`"'@cmd"`)),
      'a name is no formula',
    );
    await page.goto(`${site().service.origin}/admin/operations/audit-log?before=2001-01-01`);
    await page.getByText('No event matches the filters.').waitFor();
    await context.close();
  });
});
