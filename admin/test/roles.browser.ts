// Roles × screens: the screens and actions of users with each role, compared with the responses of the API to the same user.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, waitUntilLoaded } from './page-actions.ts';
import { describeSite, paragraph, type Site, writeConfig } from './site.ts';

/** The screens and actions of users with a role. */
interface Expected {
  /** The links in the navigation, except for those to the home screen and the licenses. */
  readonly navigation: readonly string[];
  /** The links of the first section of the home screen, which start entries. */
  readonly start: readonly string[];
  /** The sections of the home screen. */
  readonly cards: readonly string[];
  /** The actions for own drafts, and for drafts and published posts of others. Posts that the user may not edit are not listed. */
  readonly ownDraft?: readonly string[];
  readonly otherDraft?: readonly string[];
  readonly otherPost?: readonly string[];
}

const own = ['Your drafts', 'Scheduled'];
const reviewing = ['Your drafts', 'Pending review', 'Scheduled'];
const comments = 'Comments waiting for approval';
const terms = ['Categories', 'Tags'];
const siteScreens = [
  'Menus',
  'Site editor',
  'Users',
  'Settings',
  'Site health',
  'Audit log',
  'Backups',
  'Emails',
  'Import',
  'Spam filter',
  'Consent',
  'Webhooks',
  'Scheduled jobs',
  'Live feed',
];
const everything = {
  ownDraft: ['Edit', 'Quick edit', 'Publish', 'Duplicate', 'Move to trash'],
  otherDraft: ['Edit', 'Quick edit', 'Publish', 'Duplicate', 'Move to trash'],
  otherPost: ['Edit', 'Quick edit', 'View', 'Duplicate', 'Move to trash'],
};

const roles: Readonly<Record<string, Expected>> = {
  administrator: {
    navigation: ['Posts', 'Pages', 'Media', 'Comments', ...terms, 'Forms', ...siteScreens, 'AI tools'],
    start: ['Add Post', 'Add Page'],
    cards: [...reviewing, comments, 'Site health'],
    ...everything,
  },
  editor: {
    navigation: ['Posts', 'Pages', 'Media', 'Comments', ...terms, 'Forms', 'Spam filter', 'AI tools'],
    start: ['Add Post', 'Add Page'],
    cards: [...reviewing, comments],
    ...everything,
  },
  author: {
    navigation: ['Posts', 'Media', 'AI tools'],
    start: ['Add Post'],
    cards: own,
    ownDraft: ['Edit', 'Quick edit', 'Publish', 'Duplicate', 'Move to trash'],
  },
  contributor: {
    navigation: ['Posts', 'AI tools'],
    start: ['Add Post'],
    cards: own,
    ownDraft: ['Edit', 'Quick edit', 'Duplicate', 'Move to trash'],
  },
  proofreader: {
    navigation: ['Posts', 'AI tools'],
    start: ['Add Post'],
    cards: own,
    ownDraft: ['Edit', 'Quick edit', 'Duplicate'],
    otherDraft: ['Edit', 'Quick edit', 'Duplicate'],
    otherPost: ['Edit', 'Quick edit', 'View', 'Duplicate'],
  },
  subscriber: { navigation: [], start: ['Go to your account'], cards: [] },
};

const prepare = writeConfig({
  roles: { proofreader: ['read', 'edit_posts', 'edit_others_posts', 'edit_published_posts'] },
});

/** Posts of a user and of the administrator, by the properties of {@link Expected}. */
interface Posts {
  readonly ownDraft: number;
  readonly otherDraft: number;
  readonly otherPost: number;
}

async function createPosts(site: Site, username: string): Promise<Posts> {
  const { status, body } = await site.service.request('GET', `/cms/v2/users?search=${username}`);
  assert.equal(status, 200, JSON.stringify(body));
  const content = paragraph('Text');
  return {
    ownDraft: await site.create({ title: `Own draft ${username}`, content, author: body[0].id }),
    otherDraft: await site.create({ title: `Other draft ${username}`, content }),
    otherPost: await site.create({ title: `Other post ${username}`, content, status: 'publish' }),
  };
}

/** Sends a request of the signed-in user from a page. */
const requestAs = (page: Page, path: string): Promise<{ status: number; allow: string; body: unknown }> =>
  page.evaluate(
    `(async () => {
      const nonce = await (await fetch('/account/nonce')).text();
      const response = await fetch('/admin/api' + ${JSON.stringify(path)}, { headers: { 'X-WP-Nonce': nonce } });
      return { status: response.status, allow: response.headers.get('Allow') ?? '', body: await response.json() };
    })()`,
  );

/** The actions in the menu of a row; undefined if the row does not exist. */
async function actionsOf(page: Page, title: string): Promise<string[] | undefined> {
  const row = page.getByRole('row').filter({ hasText: title });
  if ((await row.count()) === 0) return undefined;
  const button = row.getByRole('button', { name: 'Actions' });
  if ((await button.count()) === 0 || (await button.getAttribute('aria-disabled')) === 'true')
    return row.locator('.dataviews-item-actions').getByRole('button').allInnerTexts();
  await button.click();
  // The menu is empty for a moment.
  await page.getByRole('menuitem').first().waitFor();
  const actions = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return actions;
}

/** Asserts that the actions are those that the response of the API to a request for the post allows. */
async function compareWithResponse(page: Page, id: number, actions: readonly string[]): Promise<void> {
  const { allow } = await requestAs(page, `/wp/v2/posts/${id}`);
  assert.equal(actions.includes('Edit'), allow.includes('POST'), `POST of ${id}: ${allow}`);
  assert.equal(actions.includes('Move to trash'), allow.includes('DELETE'), `DELETE of ${id}: ${allow}`);
}

/** Opens the URL of an editor: the editor if the user may edit the post, otherwise an explanation. */
async function openEditor(page: Page, origin: string, id: number, isAllowed: boolean): Promise<void> {
  await page.goto(`${origin}/admin/content/post/${id}`);
  if (isAllowed) return canvasOf(page).getByText('Text').waitFor();
  await page.getByRole('heading', { level: 1, name: /not available|not found/ }).waitFor();
  await page.getByRole('link', { name: 'Go to the home page of the admin' }).waitFor();
}

describeSite(
  'roles',
  (site) => {
    for (const [role, expected] of Object.entries(roles))
      it(`shows users with the role ${role} exactly what they can do`, async () => {
        const { origin } = site().service;
        const username = `user-${role}`;
        await site().createUser(username, role);
        const posts = await createPosts(site(), username);
        await site().service.request('POST', '/cms/v2/comments', {
          post: posts.otherPost,
          content: 'Hm',
          status: 'hold',
        });
        const context = await site().newContext();
        const page = await site().open(context, '/admin/', [], username);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await waitUntilLoaded(page);
        await takeScreenshot(page, `home-${role}`);

        const { body } = await requestAs(page, '/octavo/v1/admin');
        const navigation = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
        assert.deepEqual(await navigation.allInnerTexts(), ['Home', ...expected.navigation, 'Licenses']);
        assert.deepEqual(await page.locator('.start').getByRole('link').allInnerTexts(), [...expected.start]);
        const cards = await page
          .locator('.card h2')
          .evaluateAll((all) => all.map((each) => each.firstChild?.textContent));
        assert.deepEqual(cards, [...expected.cards]);
        assert.deepEqual(await page.getByRole('alert').allInnerTexts(), [], 'no section fails');
        assert.equal(
          (await requestAs(page, '/wp/v2/comments?status=hold&context=edit')).status === 200,
          cards.includes(comments),
        );
        assert.equal(cards.includes(comments), expected.navigation.includes('Comments'));
        const health = await requestAs(page, '/wp-site-health/v1/tests/storage');
        assert.equal(health.status === 200, cards.includes('Site health'));

        await compareScreens(page, origin, expected.navigation);
        const rights = rightsToPosts(body);
        assert.equal(
          rights !== undefined,
          expected.navigation.includes('Posts'),
          'the API describes the types that are listed',
        );
        await page.goto(`${origin}/admin/content/post?search=${username}`);
        if (!rights) {
          await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
        } else {
          await page.getByRole('row').filter({ hasText: 'Own draft' }).waitFor();
          for (const key of ['ownDraft', 'otherDraft', 'otherPost'] as const) {
            const title = `${key.replace(/([A-Z])/, ' $1').toLowerCase()} ${username}`;
            const actions = await actionsOf(page, title.charAt(0).toUpperCase() + title.slice(1));
            assert.deepEqual(actions, expected[key] && [...expected[key]], key);
            if (actions) await compareWithResponse(page, posts[key], actions);
          }
          await takeScreenshot(page, `list-${role}`);
        }

        await page.goto(`${origin}/admin/content/post/new`);
        if (rights?.create) await canvasOf(page).getByRole('textbox', { name: 'Add title' }).waitFor();
        else await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
        await page.goto(`${origin}/admin/content/page`);
        const title = expected.navigation.includes('Pages') ? 'Pages' : 'Page not found';
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await page.goto(`${origin}/admin/users`);
        const users = expected.navigation.includes('Users') ? 'Users' : 'Page not found';
        await page.getByRole('heading', { level: 1, name: users }).waitFor();
        const list = await requestAs(page, '/wp/v2/users?context=edit');
        assert.equal(list.status === 200, expected.navigation.includes('Users'));
        await page.goto(`${origin}/admin/profile`);
        await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
        await page.goto(`${origin}/admin/operations/import`);
        const canImport = (await requestAs(page, '/octavo/v1/imports')).status === 200;
        const importTitle = canImport ? 'Import' : 'Page not found';
        await page.getByRole('heading', { level: 1, name: importTitle }).waitFor();
        assert.equal(canImport, expected.navigation.includes('Import'));
        const designs = (await requestAs(page, '/octavo/v1/site-editor')).status === 200;
        assert.equal(designs, expected.navigation.includes('Site editor'));
        await page.goto(`${origin}/admin/site-editor`);
        await page.getByRole('heading', { level: 1, name: designs ? 'Design' : 'Page not found' }).waitFor();
        for (const key of ['ownDraft', 'otherDraft', 'otherPost'] as const)
          await openEditor(page, origin, posts[key], expected[key]?.includes('Edit') === true);
        await takeScreenshot(page, `editor-${role}`);
        await context.close();
      });
  },
  { prepare },
);

/** Asserts that the screens of comments and terms exist exactly if the navigation leads to them and the API permits what they do. */
async function compareScreens(page: Page, origin: string, navigation: readonly string[]): Promise<void> {
  const moderated = await requestAs(page, '/wp/v2/comments?status=spam&context=edit');
  assert.equal(moderated.status === 200, navigation.includes('Comments'));
  const forms = await requestAs(page, '/wp/v2/forms?context=edit');
  assert.equal(forms.status === 200, navigation.includes('Forms'));
  const receipts = await requestAs(page, '/sbc/v1/receipts');
  assert.equal(receipts.status === 200, navigation.includes('Consent'));
  for (const [path, title, base] of [
    ['forms', 'Forms', undefined],
    ['extensions/consent', 'Consent', undefined],
    ['comments', 'Comments', undefined],
    ['terms/category', 'Categories', 'categories'],
    ['terms/post_tag', 'Tags', 'tags'],
  ] as const) {
    if (base !== undefined) {
      const { status } = await requestAs(page, `/wp/v2/${base}?context=edit`);
      assert.equal(status === 200, navigation.includes(title), title);
    }
    await page.goto(`${origin}/admin/${path}`);
    const heading = navigation.includes(title) ? title : 'Page not found';
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
}

/** Returns the rights to posts in the data of the admin; undefined if it does not contain them. */
function rightsToPosts(body: unknown): { readonly create: boolean } | undefined {
  if (typeof body !== 'object' || body === null || !('types' in body) || !Array.isArray(body.types)) return undefined;
  return body.types.find(({ slug }) => slug === 'post')?.can;
}
