// Sizes of the light pages with everything that a browser loads for them, data included. The build also limits the sizes of the code
// (build/budgets.ts).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describeSite } from './site.ts';
import { waitFor } from './wait.ts';

const [maxAccountBytes, maxHomeBytes] = [100 * 1024, 300 * 1024];

/** Time without requests after which a page counts as loaded, in milliseconds. */
const idleMs = 500;

/**
 * Returns a function that waits until a page has received everything it requests, and returns the total size of all responses so far, in
 * bytes (gzip).
 */
async function measure(page: Page): Promise<() => Promise<number>> {
  let total = 0;
  let pending = 0;
  let lastAt = performance.now();
  // The responses pass through the test, because the browser forgets their content when it opens another page.
  await page.route('**/*', async (route) => {
    pending += 1;
    const response = await route.fetch({ maxRedirects: 0 });
    const body = await response.body();
    total += gzipSync(body).length;
    await route.fulfill({ response });
    pending -= 1;
    lastAt = performance.now();
  });
  return async () => {
    await waitFor(() => pending === 0 && performance.now() - lastAt >= idleMs, true);
    return total;
  };
}

describeSite('the sizes of light pages', (site) => {
  it('are limited for signing in, the account, and home', async (t) => {
    const context = await site().newContext();
    const load = async (path: string, heading: string) => {
      const page = await context.newPage();
      const size = await measure(page);
      await page.goto(site().service.origin + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const bytes = await size();
      t.diagnostic(`${path}: ${Math.ceil(bytes / 1024)} KB`);
      return { page, bytes };
    };
    const direct = await load('/account/sign-in', 'Sign in');
    assert.ok(direct.bytes > 0 && direct.bytes <= maxAccountBytes, `${direct.bytes}`);
    // The admin itself is loaded before it is known that nobody has signed in.
    const redirected = await load('/admin/', 'Sign in');
    assert.ok(redirected.bytes > direct.bytes && redirected.bytes <= maxAccountBytes, `${redirected.bytes}`);
    await site().signIn(redirected.page);
    await redirected.page.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
    const profile = await load('/account/profile', 'Your profile');
    assert.ok(profile.bytes > 0 && profile.bytes <= maxAccountBytes, `${profile.bytes}`);
    await context.close();
    const fresh = await site().newContext();
    const home = await site().open(fresh, '/account/sign-in');
    await home.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    const size = await measure(home);
    await home.goto(`${site().service.origin}/admin/`);
    await home.getByRole('heading', { level: 1, name: 'Hello, admin' }).waitFor();
    const bytes = await size();
    t.diagnostic(`/admin/: ${Math.ceil(bytes / 1024)} KB`);
    assert.ok(bytes > redirected.bytes && bytes <= maxHomeBytes, `${bytes}`);
    await fresh.close();
  });
});
