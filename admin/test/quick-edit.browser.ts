// Quick edit of an entry in the list: its fields by type and role, conflicts, failures, keyboard.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite, writeConfig } from './site.ts';
import { waitFor } from './wait.ts';

const prepare = writeConfig({
  roles: { proofreader: ['read', 'edit_posts', 'edit_others_posts', 'edit_published_posts'] },
});

/** Opens the quick edit of an entry by keyboard. */
async function openQuickEdit(page: Page, title: string) {
  await page.getByRole('row', { name: title }).getByRole('button', { name: 'Actions' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Quick edit' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Quick edit: ${title}` });
  await dialog.getByRole('button', { name: 'Save changes' }).waitFor();
  return dialog;
}

/** The names of the fields of the form. */
const fieldsIn = (page: Page): Promise<string[]> =>
  page
    .locator('.form-dialog .field > label, .form-dialog .field > legend')
    .evaluateAll((all) => all.map((each) => each.firstChild?.textContent ?? ''));

const focusedRow = (page: Page): Promise<string> =>
  page.evaluate(
    'document.activeElement.closest("tbody tr")?.innerText.trim().split("\\n")[0].trim() ?? document.activeElement.outerHTML.slice(0, 300)',
  );

describeSite(
  'quick edit',
  (site) => {
    it('changes all fields of a post by keyboard, and returns the focus to its row', async () => {
      const problems: string[] = [];
      const { body: news } = await site().service.request('POST', '/cms/v2/categories', { name: 'News' });
      const { body: tag } = await site().service.request('POST', '/cms/v2/tags', { name: 'Wind' });
      await site().create({ title: 'First', status: 'draft' });
      const id = await site().create({ title: 'Storm & rain', status: 'draft', content: 'Text' });
      const context = await site().newContext();
      const page = await site().open(context, '/admin/content/post?sort=title&order=asc', problems);
      const dialog = await openQuickEdit(page, 'Storm & rain');
      await waitFor(() => page.evaluate('document.activeElement.value'), 'Storm & rain', 'The title has the focus.');
      assert.deepEqual(await fieldsIn(page), [
        ...['Title', 'Slug', 'Date', 'Status', 'Password', 'Author', 'Sticky: at the top of the blog', 'Comments'],
        ...['Categories', 'Tags'],
      ]);
      await takeScreenshot(page, 'quick-edit');
      assert.deepEqual(await findViolations(page), []);
      await page.keyboard.type('!');
      await dialog.getByLabel('Slug').fill('storm');
      await dialog.getByLabel('Date').fill('2026-02-03T04:05');
      await dialog.getByLabel('Status').selectOption('Published');
      await dialog.getByLabel('Comments').selectOption('Not allowed');
      await dialog.getByRole('button', { name: 'Choose: Author' }).click();
      await dialog.getByRole('button', { name: 'Eva' }).click();
      await dialog.getByRole('checkbox', { name: 'News' }).check();
      await dialog.getByRole('searchbox', { name: 'Search: Tags' }).fill('win');
      await dialog.getByRole('checkbox', { name: 'Wind' }).check();
      await dialog.getByLabel('Title').focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('was saved.').waitFor();
      await page.getByRole('row', { name: 'Storm & rain!' }).getByText('Published').waitFor();
      await waitFor(() => focusedRow(page), 'Storm & rain!');
      const post = await site().read(id);
      const { title, slug, date, status, comment_status, categories, tags, content } = post;
      assert.deepEqual(
        [title.raw, slug, date, status, comment_status, categories.includes(news.id), tags, content.raw],
        ['Storm & rain!', 'storm', '2026-02-03T04:05:00', 'publish', 'closed', true, [tag.id], 'Text'],
      );
      assert.notEqual(post.author, 1);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('has the fields of pages', async () => {
      const parent = await site().create({ title: 'Company', status: 'publish' }, 'pages');
      const id = await site().create({ title: 'Team', status: 'publish' }, 'pages');
      const context = await site().newContext(390, 'dark');
      const page = await site().open(context, '/admin/content/page?search=Team');
      const dialog = await openQuickEdit(page, 'Team');
      const fields = await fieldsIn(page);
      for (const field of ['Parent', 'Order']) assert.ok(fields.includes(field), fields.join());
      assert.ok(!fields.includes('Categories') && !fields.some((field) => field.startsWith('Sticky')), fields.join());
      await dialog.getByRole('button', { name: 'Choose: Parent' }).click();
      await dialog.getByRole('button', { name: 'Company' }).click();
      await dialog.getByLabel('Order').fill('7');
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
      await takeScreenshot(page, 'quick-edit-page');
      assert.deepEqual(await findViolations(page), []);
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.waitFor({ state: 'detached' });
      const { parent: stored, menu_order } = await site().read(id, 'pages');
      assert.deepEqual([stored, menu_order], [parent, 7]);
      await context.close();
    });

    it('shows a conflict without losing what was typed', async () => {
      const id = await site().create({ title: 'Conflict', status: 'draft', slug: 'one' });
      const context = await site().newContext();
      const page = await site().open(context, '/admin/content/post?search=Conflict');
      const dialog = await openQuickEdit(page, 'Conflict');
      await dialog.getByLabel('Title').fill('Mine');
      await site().service.request('PUT', `/cms/v2/posts/${id}`, {
        title: 'Theirs',
        slug: 'two',
        content: 'Their text',
      });
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.getByRole('status').filter({ hasText: 'Someone else has changed this entry.' }).waitFor();
      await dialog.getByText('Stored now: “Theirs”').waitFor();
      assert.equal(await dialog.getByLabel('Title').inputValue(), 'Mine');
      assert.equal(await dialog.getByLabel('Slug').inputValue(), 'two', 'fields without changes show what is stored');
      assert.equal((await site().read(id)).title.raw, 'Theirs');
      await takeScreenshot(page, 'quick-edit-conflict');
      assert.deepEqual(await findViolations(page), []);
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.waitFor({ state: 'detached' });
      const { title, slug, content } = await site().read(id);
      assert.deepEqual([title.raw, slug, content.raw], ['Mine', 'two', 'Their text']);
      await context.close();
    });

    it('keeps what was typed when saving fails, the dialog is closed or the page is loaded again', async () => {
      const id = await site().create({ title: 'Kept', status: 'draft' });
      const context = await site().newContext();
      const page = await site().open(context, '/admin/content/post?search=Kept');
      let dialog = await openQuickEdit(page, 'Kept');
      await dialog.getByLabel('Title').fill('Kept text');
      await dialog.getByLabel('Password').fill('secret');
      await page.route('**/wp/v2/posts/**', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await page.keyboard.press('Enter');
      await dialog.getByRole('alert').waitFor();
      assert.equal(await dialog.getByLabel('Title').inputValue(), 'Kept text');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await waitFor(() => focusedRow(page), 'Kept');
      await page.reload();
      dialog = await openQuickEdit(page, 'Kept');
      await dialog.getByText('changes of an earlier visit').waitFor();
      assert.equal(await dialog.getByLabel('Title').inputValue(), 'Kept text');
      assert.equal(await dialog.getByLabel('Password').inputValue(), '', 'passwords are not stored');
      await dialog.getByRole('button', { name: 'Discard changes' }).click();
      assert.equal(await dialog.getByLabel('Title').inputValue(), 'Kept');
      await page.unroute('**/wp/v2/posts/**');
      await dialog.getByLabel('Slug').fill('kept-slug');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.waitFor({ state: 'detached' });
      const { title, slug } = await site().read(id);
      assert.deepEqual([title.raw, slug], ['Kept', 'kept-slug']);
      await context.close();
    });

    for (const [role, isOwn, expected] of [
      ['author', true, { password: true, author: false, sticky: false, categories: true, publish: true }],
      ['contributor', true, { password: false, author: false, sticky: false, categories: true, publish: false }],
      ['proofreader', false, { password: false, author: true, sticky: false, categories: true, publish: false }],
    ] as const)
      it(`offers users with the role ${role} what they may change`, async () => {
        const username = `quick-${role}`;
        await site().createUser(username, role);
        const { body } = await site().service.request('GET', `/cms/v2/users?search=${username}`);
        const title = `Of ${role}`;
        const id = await site().create({ title, content: 'Text', ...(isOwn && { author: body[0].id }) });
        const context = await site().newContext();
        const page = await site().open(context, `/admin/content/post?search=${title}`, [], username);
        const dialog = await openQuickEdit(page, title);
        const fields = await fieldsIn(page);
        const statuses = await dialog.getByLabel('Status').locator('option').allInnerTexts();
        assert.deepEqual(
          {
            password: fields.includes('Password'),
            author: fields.includes('Author'),
            sticky: fields.some((field) => field.startsWith('Sticky')),
            categories: fields.includes('Categories'),
            publish: statuses.includes('Published'),
          },
          expected,
        );
        await dialog.getByLabel('Title').fill(`${title} changed`);
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        assert.equal((await site().read(id)).title.raw, `${title} changed`);
        await context.close();
      });
  },
  { prepare },
);
