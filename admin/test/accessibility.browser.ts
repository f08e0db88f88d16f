// Accessibility of the screens in light and dark and in narrow and wide windows. No request may leave the service, and nothing may violate
// the Content-Security-Policy.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { screens } from './screens.ts';
import { describeSite } from './site.ts';

describeSite('accessibility', (site) => {
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`is accessible in ${colorScheme} windows with ${width} pixels`, async () => {
        const problems: string[] = [];
        const context = await site().newContext(width, colorScheme);
        const page = await site().open(context, '/admin/', problems);
        for (const { name, url, heading } of screens) {
          await page.goto(site().service.origin + url);
          await page.getByRole('heading', { level: 1, name: heading }).waitFor();
          await waitUntilLoaded(page);
          await takeScreenshot(page, `${name}-${width}-${colorScheme}`);
          assert.deepEqual(await page.locator('.error').allInnerTexts(), [], name);
          assert.deepEqual(await findViolations(page), [], name);
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, name);
        }
        assert.deepEqual(problems, []);
        await context.close();
      });
});
