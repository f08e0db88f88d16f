// Roles × screens: the URL of each screen shows it to users with the listed roles, and "Page not found" to all others. Administrators see all
// of them (accessibility.browser.ts).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { screens } from './screens.ts';
import { describeSite } from './site.ts';

/** The screens of every user. */
const own = ['home', 'profile', 'help'];

/** The names of the screens that exist for users with a role. */
const screensOfRoles: Readonly<Record<string, readonly string[]>> = {
  editor: [
    ...[...own, 'list', 'comments', 'categories', 'tags', 'media', 'ai-tools'],
    ...['forms', 'new-form', 'spam-filter'],
  ],
  author: [...own, 'list', 'media', 'ai-tools'],
  contributor: [...own, 'list', 'ai-tools'],
  subscriber: own,
};

describeSite('the screens of roles', (site) => {
  for (const [role, names] of Object.entries(screensOfRoles))
    it(`are those of users with the role ${role}`, async () => {
      const missing = names.filter((name) => !screens.some((screen) => screen.name === name));
      assert.deepEqual(missing, [], 'the table contains only existing screens');
      const username = `user-${role}`;
      await site().createUser(username, role);
      const problems: string[] = [];
      const context = await site().newContext();
      const page = await site().open(context, '/admin/', problems, username);
      for (const { name, url, heading } of screens) {
        await page.goto(site().service.origin + url);
        const expected = name === 'home' ? /^Hello, / : names.includes(name) ? heading : 'Page not found';
        const title = page.getByRole('heading', { level: 1 });
        await title.first().waitFor();
        const exact = page.getByRole('heading', { level: 1, name: expected, exact: true });
        await exact.waitFor().catch(async () => assert.fail(`${name}: ${await title.first().innerText()}`));
      }
      assert.deepEqual(problems, []);
      await context.close();
    });
});
