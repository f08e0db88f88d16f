// The recurring jobs: their last runs, and running one at once.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

const path = '/octavo/v1/jobs';

describeSite('scheduled jobs', (site) => {
  const jobOf = async (name: string) =>
    (await site().service.request('GET', path)).body.find((job: { name: string }) => job.name === name);

  it('shows each job with its last run, and runs one at once', async () => {
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/automation/jobs', problems);
    const { body: jobs } = await site().service.request('GET', path);
    for (const name of ['publish-scheduled', 'send-mail', 'deliver-webhooks', 'prune-audit-log', 'prune-mail-log'])
      assert.ok(
        jobs.some((job: { name: string }) => job.name === name),
        name,
      );
    for (const { name, description } of jobs) {
      const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
      await item.getByText(description || /^A job of the extension [\w-]+\.$/).waitFor();
    }
    const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'prune-audit-log' }) });
    await item.getByText('Every hour').waitFor();
    await waitFor(async () => (await jobOf('prune-audit-log')).finished !== null, true, 'The first run is missing.');
    const before = (await jobOf('prune-audit-log')).finished;
    await page.waitForTimeout(1100);
    await item.getByRole('button', { name: 'Run now: prune-audit-log' }).click();
    await page.getByText('The job prune-audit-log was started.').waitFor();
    await waitFor(async () => (await jobOf('prune-audit-log')).finished > before, true, 'The job has not run.');
    await item.getByText('Succeeded').waitFor();
    await item.getByText('Next run').waitFor();
    const continuous = page.getByRole('region', { name: 'Continuous jobs' });
    assert.equal(await continuous.getByRole('button').count(), 0);
    await continuous.getByText('Every second').first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    await takeScreenshot(page, 'jobs-run');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('says why a job could not be started', async () => {
    const context = await site().newContext(390);
    const page = await site().open(context, '/admin/automation/jobs');
    await page.route(/\/runs$/, (route) =>
      route.fulfill({
        status: 409,
        json: {
          code: 'rest_job_running',
          message: 'This job is running; wait until it has ended.',
          data: { status: 409 },
        },
      }),
    );
    await page.getByRole('button', { name: 'Run now: prune-locks' }).click();
    await page.getByRole('alert').getByText('This job is running; wait until it has ended.').waitFor();
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await takeScreenshot(page, 'jobs-390');
    await context.close();
  });
});
