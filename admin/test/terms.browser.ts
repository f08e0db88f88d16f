// The lists of terms: trees, forms, deletion and merging, for users who may manage the terms of a taxonomy.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, paragraph, type Site, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

const read = async (site: Site, path: string) => (await site.service.request('GET', `/cms/v2/${path}`)).body;

/** Creates a term through the API, and returns its ID. */
async function createTerm(site: Site, base: string, name: string, json: object = {}): Promise<number> {
  const { status, body } = await site.service.request('POST', `/cms/v2/${base}`, { name, ...json });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

const rows = (page: Page): Locator => page.locator('tbody tr');
const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
const button = (root: Locator | Page, name: string): Locator => root.getByRole('button', { name, exact: true });

/** Returns the names in the rows, with the dashes that show the depth. */
const namesIn = (page: Page): Promise<string[]> =>
  page
    .locator('tbody .dataviews-title-field')
    .evaluateAll((all) => all.map((each) => each.closest('td')?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''));

/** Chooses an action in the menu of a row. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const prepare = writeConfig({
  taxonomies: [{ name: 'genre', restBase: 'genres', noun: { one: 'genre', many: 'genres' }, types: ['post'] }],
});

describeSite(
  'terms',
  (site) => {
    const openList = async (taxonomy: string, query = '', username = 'eva', width = 1280) => {
      const problems: string[] = [];
      const context = await site().newContext(width);
      const page = await site().open(context, `/admin/terms/${taxonomy}${query}`, problems, username);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await waitUntilLoaded(page);
      return { page, context, problems };
    };

    it('creates and edits terms in a tree', async () => {
      const { page, context, problems } = await openList('category');
      await button(page, 'Add Category').click();
      const dialog = page.getByRole('dialog', { name: 'Add Category' });
      await dialog.waitFor();
      await page.keyboard.type('Travel & food');
      assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Travel & food');
      await takeScreenshot(page, 'terms-new');
      assert.deepEqual(await findViolations(page), []);
      await button(dialog, 'Add').click();
      await dialog.waitFor({ state: 'detached' });
      await rowOf(page, 'Travel & food').waitFor();
      await button(page, 'Add Category').click();
      assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), '', 'what was saved is not kept');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Restaurants');
      await dialog.getByRole('searchbox', { name: 'Search: Parent' }).fill('travel');
      await dialog.getByRole('radio', { name: 'Travel & food' }).check();
      await button(dialog, 'Add').click();
      await rowOf(page, 'Restaurants').waitFor();
      const [created] = await read(site(), 'categories?search=restaurants');
      const [above] = await read(site(), 'categories?search=travel');
      assert.equal(created.parent, above.id);
      assert.deepEqual(await namesIn(page), ['Travel & food', '— Restaurants', 'Uncategorized — default category']);

      await choose(page, 'Restaurants', 'Edit');
      const form = page.getByRole('dialog', { name: 'Edit Category' });
      assert.ok(await form.getByRole('radio', { name: 'Travel & food' }).isChecked());
      await form.getByRole('textbox', { name: 'Slug' }).fill('eating-out');
      await form.getByRole('radio', { name: 'None' }).check();
      await form.getByRole('textbox', { name: 'Description' }).fill('Where to <em>eat</em>.');
      await button(form, 'Save changes').click();
      await waitFor(async () => {
        const { slug, parent, description } = await read(site(), `categories/${created.id}`);
        return [slug, parent, description];
      }, ['eating-out', 0, 'Where to <em>eat</em>.']);
      await waitFor(() => namesIn(page), ['Restaurants', 'Travel & food', 'Uncategorized — default category']);
      await takeScreenshot(page, 'terms-tree');
      // A name that is taken.
      await button(page, 'Add Category').click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Restaurants');
      await button(dialog, 'Add').click();
      await dialog.getByRole('alert').filter({ hasText: 'Another category already has this name.' }).waitFor();
      assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Restaurants');
      await button(dialog, 'Discard changes').click();
      await button(dialog, 'Close').click();
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('keeps the dialog open while a term is being stored', async () => {
      const { page, context, problems } = await openList('post_tag');
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/wp/v2/tags**', async (route) => {
        if (route.request().method() === 'POST') await released;
        await route.continue();
      });
      // An empty list has the button twice.
      await button(page, 'Add Tag').first().click();
      const dialog = page.getByRole('dialog', { name: 'Add Tag' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Slow');
      await page.keyboard.press('Enter');
      await button(dialog, 'Saving…').waitFor();
      assert.ok(await button(dialog, 'Close').isDisabled());
      for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
      assert.ok(await dialog.isVisible());
      release();
      await dialog.waitFor({ state: 'detached' });
      await rowOf(page, 'Slow').waitFor();
      await button(page, 'Add Tag').click();
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('never overwrites a newer version, and keeps what was typed', async () => {
      const id = await createTerm(site(), 'tags', 'Conflicting');
      const { page, context } = await openList('post_tag', '?search=conflicting');
      await choose(page, 'Conflicting', 'Edit');
      const form = page.getByRole('dialog', { name: 'Edit Tag' });
      await form.getByRole('textbox', { name: 'Name' }).fill('My name');
      await site().service.request('POST', `/cms/v2/tags/${id}`, { description: 'By another user.' });
      await button(form, 'Save changes').click();
      await form.getByRole('alert').filter({ hasText: 'changed meanwhile' }).waitFor();
      assert.equal((await read(site(), `tags/${id}`)).name, 'Conflicting');
      await waitFor(() => form.getByRole('textbox', { name: 'Description' }).inputValue(), 'By another user.');
      assert.equal(await form.getByRole('textbox', { name: 'Name' }).inputValue(), 'My name');
      // The page is closed by mistake.
      page.on('dialog', (question) => void question.accept());
      await page.reload();
      await choose(page, 'Conflicting', 'Edit');
      assert.equal(await form.getByRole('textbox', { name: 'Name' }).inputValue(), 'My name');
      await button(form, 'Save changes').click();
      await waitFor(async () => {
        const { name, description } = await read(site(), `tags/${id}`);
        return [name, description];
      }, ['My name', 'By another user.']);
      await context.close();
    });

    it('deletes terms after a question that says what is lost', async () => {
      const parent = await createTerm(site(), 'categories', 'Parent');
      const middle = await createTerm(site(), 'categories', 'Middle', { parent });
      const child = await createTerm(site(), 'categories', 'Child', { parent: middle });
      const post = await site().create({
        title: 'In the middle',
        content: paragraph('x'),
        status: 'publish',
        categories: [middle],
      });
      const { page, context } = await openList('category');
      await choose(page, 'Middle', 'Delete permanently');
      const question = page.getByRole('dialog');
      const text = await question.innerText();
      for (const expected of [
        'Delete “Middle” permanently?',
        'It is removed from 1 published entry, and from drafts.',
        '1 term below moves up one level.',
        'Entries without another category get the default category.',
        'This cannot be undone.',
      ])
        assert.ok(text.includes(expected), text);
      await takeScreenshot(page, 'terms-delete');
      await button(question, 'Cancel').click();
      assert.equal((await read(site(), `categories/${middle}`)).id, middle);
      await choose(page, 'Middle', 'Delete permanently');
      await button(question, 'Delete permanently').click();
      await page.getByText('1 term was deleted.').waitFor();
      await rowOf(page, 'Middle').waitFor({ state: 'detached' });
      assert.equal((await read(site(), `categories/${child}`)).parent, parent);
      assert.equal((await read(site(), `posts/${post}`)).categories.length, 1);

      // Both are selected: the deletion of one must not prevent that of the other.
      for (const name of ['Parent', 'Child']) await rowOf(page, name).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Delete permanently' }).last().click();
      assert.ok((await question.innerText()).includes('Delete 2 terms permanently?'));
      await button(question, 'Delete permanently').click();
      await page.getByText('2 terms were deleted.').waitFor();
      for (const id of [parent, child])
        assert.equal((await read(site(), `categories/${id}`)).code, 'rest_term_invalid');

      await rowOf(page, 'default category').getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem').first().waitFor();
      assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Edit', 'View']);
      await context.close();
    });

    it('merges terms, and reports which could not be merged', async () => {
      const [one, two, into] = [
        await createTerm(site(), 'tags', 'Boat'),
        await createTerm(site(), 'tags', 'Boats'),
        await createTerm(site(), 'tags', 'Ships'),
      ];
      const posts = [
        await site().create({ title: 'A', content: paragraph('x'), status: 'publish', tags: [one] }),
        await site().create({ title: 'B', content: paragraph('x'), status: 'publish', tags: [two, into] }),
      ];
      const { page, context } = await openList('post_tag', '?search=boat');
      await rowOf(page, 'Boats').waitFor();
      await site().service.request('POST', `/cms/v2/tags/${two}`, { description: 'Changed meanwhile.' });
      for (const row of await rows(page).all()) await row.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Merge into another' }).last().click();
      const dialog = page.getByRole('dialog', { name: 'Merge 2 terms into another' });
      await dialog.getByRole('searchbox', { name: 'Search: Merge into' }).fill('s');
      await dialog.getByRole('radio', { name: 'Ships' }).check();
      assert.equal(await dialog.getByRole('radio', { name: 'Boat' }).count(), 0);
      assert.ok(
        (await dialog.innerText()).includes(
          'Up to 2 published entries get the selected one instead, and so do drafts.',
        ),
      );
      await takeScreenshot(page, 'terms-merge');
      assert.deepEqual(await findViolations(page), []);
      await button(dialog, 'Merge').click();
      const failed = page.getByRole('alert').filter({ hasText: 'The action failed for 1 item:' });
      assert.match(await failed.innerText(), /Boats.*changed meanwhile/);
      await page.getByText('1 term was merged.').waitFor();
      assert.deepEqual((await read(site(), `posts/${posts[0]}`)).tags, [into]);
      assert.equal((await read(site(), `tags/${one}`)).code, 'rest_term_invalid');
      await choose(page, 'Boats', 'Merge into another');
      const single = page.getByRole('dialog', { name: 'Merge “Boats” into another' });
      await single.getByRole('searchbox', { name: 'Search: Merge into' }).fill('ships');
      await single.getByRole('radio', { name: 'Ships' }).check();
      await button(single, 'Merge').click();
      await rowOf(page, 'Boats').waitFor({ state: 'detached' });
      assert.deepEqual((await read(site(), `posts/${posts[1]}`)).tags, [into]);
      assert.equal((await read(site(), `tags/${into}`)).count, 2);
      await context.close();
    });

    it('shows hundreds of terms on pages, as a tree, and finds them', async () => {
      const parents: number[] = [];
      for (let at = 0; at < 30; at += 1) parents.push(await createTerm(site(), 'categories', `Z${100 + at}`));
      for (let at = 0; at < 120; at += 1)
        await createTerm(site(), 'categories', `Below ${100 + at}`, { parent: parents[at % 30] });
      const { page, context } = await openList('category', '?per_page=100&page=2', 'eva', 390);
      await waitFor(async () => (await namesIn(page)).length > 40, true);
      const names = await namesIn(page);
      const at = names.indexOf('Z129');
      assert.deepEqual(names.slice(at, at + 5), ['Z129', '— Below 129', '— Below 159', '— Below 189', '— Below 219']);
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
      await takeScreenshot(page, 'terms-narrow');
      await page.goto(`${site().service.origin}/admin/terms/category?search=below+219`);
      await waitFor(() => namesIn(page), ['Below 219 (in Z129)']);
      await page.goto(`${site().service.origin}/admin/terms/category?search=nothing`);
      await page.getByText('Nothing matches the search.').waitFor();
      await context.close();
    });

    it('leads to the entries with a term', async () => {
      const tag = await createTerm(site(), 'tags', 'Linked');
      await site().create({ title: 'The linked post', content: paragraph('x'), status: 'publish', tags: [tag] });
      const { page, context } = await openList('post_tag', '?search=linked');
      await page.getByRole('link', { name: '1 entry with “Linked”' }).click();
      await page.getByRole('row').filter({ hasText: 'The linked post' }).waitFor();
      await context.close();
    });

    it('manages the terms of a taxonomy of the site', async () => {
      const { page, context } = await openList('genre', '', 'admin');
      await page.getByRole('heading', { level: 1, name: 'Genres' }).waitFor();
      await page.getByText('There is nothing here yet.').waitFor();
      await createTerm(site(), 'genres', 'Novel');
      const into = await createTerm(site(), 'genres', 'Fiction');
      await page.reload();
      await choose(page, 'Novel', 'Merge into another');
      await page.getByRole('radio', { name: 'Fiction' }).check();
      await button(page.getByRole('dialog'), 'Merge').click();
      await rowOf(page, 'Novel').waitFor({ state: 'detached' });
      assert.deepEqual(
        (await read(site(), 'genres')).map(({ id }: { id: number }) => id),
        [into],
      );
      await context.close();
    });

    it('exists only for users who may manage the terms', async () => {
      await site().createUser('author', 'author');
      const { page, context } = await openList('category', '', 'author');
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      await page.goto(`${site().service.origin}/admin/terms/nav_menu`);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      await context.close();
    });
  },
  { prepare },
);
