// The admin of sites without one of the built-in extensions: its screens and settings are missing, and everything else works.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { builtInExtensions } from '../../extensions/built-in.ts';
import { skip } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { screens } from './screens.ts';
import { Site, writeConfig } from './site.ts';
import { stepTimeoutMs } from './wait.ts';

/** The screens and settings of an extension. */
interface Contribution {
  /** The title of its group of settings. */
  readonly settings: string | undefined;
  /** The names of its screens in the table of screens, and their labels if they are in the navigation. */
  readonly screens?: Readonly<Record<string, string | undefined>>;
  /** A region of the screen for emails. */
  readonly emailRegion?: string;
}

const contributions: Readonly<Record<string, Contribution>> = {
  'age-check': { settings: 'Age check' },
  bmgr: { settings: undefined },
  cmsforms: { settings: 'Forms', screens: { forms: 'Forms', 'new-form': undefined, 'form-person': undefined } },
  'mail-smtp': { settings: 'Mail', emailRegion: 'How emails are sent' },
  sbc: { settings: 'Consent', screens: { consent: 'Consent' } },
  spamfilter: { settings: 'Spam filter', screens: { 'spam-filter': 'Spam filter' } },
};

/** Records the failed requests of a page. */
function recordFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A navigation cancels the requests of the previous screen.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failures.push(request.url());
  });
  return failures;
}

const textsOf = (page: Page, navigation: string): Promise<string[]> =>
  page.getByRole('navigation', { name: navigation }).getByRole('link').allInnerTexts();

/** The screens that depend on extensions, or display what they contribute. */
const dependentScreens = screens.filter(
  ({ name }) =>
    ['home', 'comments', 'settings', 'health', 'backups', 'emails', 'jobs', 'ai-tools'].includes(name) ||
    Object.values(contributions).some((each) => Object.hasOwn(each.screens ?? {}, name)),
);

async function openScreens(page: Page, origin: string, disabled: Contribution): Promise<void> {
  for (const { name, url, heading } of dependentScreens) {
    const isMissing = Object.hasOwn(disabled.screens ?? {}, name);
    await page.goto(origin + url);
    await page.getByRole('heading', { level: 1, name: isMissing ? 'Page not found' : heading }).waitFor();
    await waitUntilLoaded(page);
    const errors = await page.getByRole('alert').allInnerTexts();
    assert.deepEqual(errors, [], name);
  }
}

describe('the admin without an extension', { skip, timeout: 15 * stepTimeoutMs }, () => {
  it('is tested for each of the built-in extensions', () => {
    assert.deepEqual(Object.keys(contributions).sort(), Object.keys(builtInExtensions).sort());
  });

  for (const [name, contribution] of Object.entries(contributions))
    it(`shows nothing of ${name}, and everything else works`, async () => {
      const extensions = Object.keys(builtInExtensions).filter((each) => each !== name);
      const site = await Site.start({ prepare: writeConfig({ extensions }) });
      try {
        const problems: string[] = [];
        const context = await site.newContext();
        const page = await site.open(context, '/admin/', problems);
        await page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
        const failures = recordFailures(page);
        const navigation = await textsOf(page, 'Admin');
        for (const [owner, { screens: owned = {} }] of Object.entries(contributions))
          for (const label of Object.values(owned))
            if (label !== undefined) assert.equal(navigation.includes(label), owner !== name, label);
        await openScreens(page, site.service.origin, contribution);

        await page.goto(`${site.service.origin}/admin/settings`);
        await page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link').first().waitFor();
        const groups = await textsOf(page, 'Groups of settings');
        for (const [owner, { settings }] of Object.entries(contributions))
          if (settings !== undefined) assert.equal(groups.includes(settings), owner !== name, settings);
        await page.goto(`${site.service.origin}/admin/operations/emails`);
        await page.getByText('No emails yet.').waitFor();
        for (const { emailRegion } of Object.values(contributions))
          if (emailRegion !== undefined) {
            const region = page.getByRole('region', { name: emailRegion });
            if (emailRegion === contribution.emailRegion) assert.equal(await region.count(), 0);
            else await region.waitFor();
          }
        assert.deepEqual(failures, []);
        assert.deepEqual(problems, []);
        await context.close();
      } finally {
        await site.close();
      }
    });
});
