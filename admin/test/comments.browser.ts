// The list of comments: moderation with the mouse and the keyboard, replies, changes by others meanwhile, and what is kept.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { waitUntilLoaded } from './page-actions.ts';
import { describeSite, paragraph, type Site } from './site.ts';
import { waitFor } from './wait.ts';

interface Written {
  readonly post: number;
  /** The IDs of the comments, in the order in which they were given. */
  readonly ids: readonly number[];
}

/** Creates a post with waiting comments, whose authors have the given names. The first one is the oldest. */
async function writeComments(site: Site, title: string, names: readonly string[], status = 'hold'): Promise<Written> {
  const post = await site.create({ title, content: paragraph('Text'), status: 'publish' });
  const ids: number[] = [];
  for (const [at, name] of names.entries()) ids.push(await writeComment(site, post, name, status, at));
  return { post, ids };
}

async function writeComment(site: Site, post: number, name: string, status = 'hold', minute = 0): Promise<number> {
  const { status: code, body } = await site.service.request('POST', '/cms/v2/comments', {
    ...{ post, status, author_name: name, author_email: `${name.toLowerCase()}@readers.test` },
    author_url: `https://${name.toLowerCase()}.test/`,
    content: `A comment by ${name}.\nWith two lines & a <a href="https://ads.test">link</a>.`,
    date: `2026-03-01T10:${String(minute).padStart(2, '0')}:00`,
  });
  assert.equal(code, 201, JSON.stringify(body));
  return body.id;
}

const readComment = async (site: Site, id: number) =>
  (await site.service.request('GET', `/cms/v2/comments/${id}?context=edit`)).body;

const waitForStatus = (site: Site, id: number, status: string): Promise<void> =>
  waitFor(async () => (await readComment(site, id)).status, status, 'The comment was not changed.');

/** Returns the comment by an author. */
const rowOf = (page: Page, name: string): Locator =>
  page.locator('.comment').filter({ has: page.locator('.author-name').getByText(name, { exact: true }) });

/** Waits until the page shows a status of a comment. */
const waitForShownStatus = (page: Page, name: string, status: string): Promise<void> =>
  rowOf(page, name).locator('.comment-status').first().getByText(status, { exact: true }).waitFor();

const button = (row: Locator | Page, name: string): Locator => row.getByRole('button', { name, exact: true });

/** Returns the names of the authors in the rows, in their order. */
const namesIn = (page: Page): Promise<string[]> => page.locator('.comment .author-name').allInnerTexts();

/** Returns the name of the author of the comment that has the focus, or in which the focus is. */
const focusedName = (page: Page): Promise<unknown> =>
  page.evaluate(
    "document.activeElement.closest('[data-comment]')?.querySelector('.author-name')?.textContent ?? document.activeElement.tagName",
  );

describeSite('comments', (site) => {
  /** Opens the list of the comments on a post. */
  const openList = async (post: number, status = 'hold', username = 'eva', width = 1280) => {
    const problems: string[] = [];
    const context = await site().newContext(width);
    const page = await site().open(context, `/admin/comments?status=${status}&post=${post}`, problems, username);
    await page.getByRole('heading', { level: 1, name: 'Comments' }).waitFor();
    await waitUntilLoaded(page);
    return { page, context, problems };
  };

  it('changes the status of comments, which stay where they are until the list is updated', async () => {
    const { post, ids } = await writeComments(site(), 'Statuses', ['Anna', 'Boris', 'Clara', 'Dora']);
    const { page, context, problems } = await openList(post);
    assert.deepEqual(await namesIn(page), ['Dora', 'Clara', 'Boris', 'Anna']);
    const tabs = page.getByRole('navigation', { name: 'Status' }).getByRole('link');
    await waitFor(() => tabs.allInnerTexts(), ['All 4', 'Waiting 4', 'Approved 0', 'Spam 0', 'Trash 0']);
    const text = await rowOf(page, 'Anna').innerText();
    for (const expected of [
      'anna@readers.test',
      'https://anna.test/',
      '127.0.0.1',
      'On: Statuses',
      '<a href="https://ads.test"',
    ])
      assert.ok(text.includes(expected), `${expected}: ${text}`);
    await takeScreenshot(page, 'comments-waiting');

    await button(rowOf(page, 'Dora'), 'Approve').click();
    await waitForStatus(site(), ids[3] ?? 0, 'approved');
    await button(rowOf(page, 'Clara'), 'Spam').click();
    await waitForStatus(site(), ids[2] ?? 0, 'spam');
    await button(rowOf(page, 'Boris'), 'Trash').click();
    await waitForStatus(site(), ids[1] ?? 0, 'trash');
    await waitFor(() => tabs.allInnerTexts(), ['All 2', 'Waiting 1', 'Approved 1', 'Spam 1', 'Trash 1']);
    assert.deepEqual(await namesIn(page), ['Dora', 'Clara', 'Boris', 'Anna']);
    assert.ok((await rowOf(page, 'Clara').innerText()).includes('Spam'));
    await takeScreenshot(page, 'comments-changed');

    await button(page.locator('.notice').filter({ hasText: '1 comment was moved to the trash.' }), 'Undo').click();
    await waitForStatus(site(), ids[1] ?? 0, 'hold');
    await button(page, 'Update the list').click();
    await waitFor(() => namesIn(page), ['Boris', 'Anna']);

    await tabs.filter({ hasText: 'Spam' }).click();
    await button(rowOf(page, 'Clara'), 'Not spam').click();
    await waitForStatus(site(), ids[2] ?? 0, 'hold');
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('changes several comments, with a result for each, and reverts this', async () => {
    const { post, ids } = await writeComments(site(), 'Several', ['Emil', 'Fritz', 'Gerda']);
    const { page, context } = await openList(post);
    // Another moderator changes one of them meanwhile.
    await site().service.request('POST', `/cms/v2/comments/${ids[1]}`, { content: 'A comment by Fritz. Changed.' });
    await page.getByRole('checkbox', { name: 'Select all comments on this page' }).check();
    await page.getByRole('combobox', { name: 'Action for the selected comments' }).selectOption('Approve');
    await button(page, 'Apply').click();
    const failed = page.getByRole('alert').filter({ hasText: 'The action failed for 1 item:' });
    assert.match(await failed.innerText(), /Fritz.*changed meanwhile/);
    await page.getByText('2 comments were approved.').waitFor();
    assert.deepEqual(await page.getByRole('checkbox', { name: /^Select the comment/, checked: true }).count(), 1);
    assert.ok(await page.getByRole('checkbox', { name: 'Select the comment by Fritz' }).isChecked());
    await takeScreenshot(page, 'comments-failed');
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click();
    for (const id of ids) await waitForStatus(site(), id, 'hold');
    await context.close();
  });

  it('works with keys, except while the user types', async () => {
    const { post, ids } = await writeComments(site(), 'Keys', ['Hanna', 'Ingo', 'Jana']);
    const { page, context, problems } = await openList(post);
    const { keyboard } = page;
    await keyboard.press('j');
    assert.equal(await focusedName(page), 'Jana');
    await keyboard.press('j');
    await keyboard.press('j');
    await keyboard.press('j');
    assert.equal(await focusedName(page), 'Hanna');
    await keyboard.press('k');
    assert.equal(await focusedName(page), 'Ingo');
    await keyboard.press('a');
    await waitForShownStatus(page, 'Ingo', 'Approved');
    assert.equal(await focusedName(page), 'Hanna', 'the next comment has the focus');
    await keyboard.press('s');
    // The action is reverted, although the response to it has not arrived yet.
    await keyboard.press('z');
    await waitForShownStatus(page, 'Hanna', 'Waiting for approval');
    await waitForStatus(site(), ids[0] ?? 0, 'hold');
    await keyboard.press('z');
    await waitForShownStatus(page, 'Ingo', 'Waiting for approval');
    await waitForStatus(site(), ids[1] ?? 0, 'hold');
    await waitFor(() => focusedName(page), 'Ingo');
    await keyboard.press('d');
    await waitForShownStatus(page, 'Ingo', 'Trash');
    await waitForStatus(site(), ids[1] ?? 0, 'trash');
    await keyboard.press('k');
    await keyboard.press('d');
    await waitForShownStatus(page, 'Ingo', 'Waiting for approval');
    await waitForStatus(site(), ids[1] ?? 0, 'hold');
    await keyboard.press('k');
    await keyboard.press('k');
    await keyboard.press('k');
    await keyboard.press('a');
    await waitForShownStatus(page, 'Jana', 'Approved');
    await keyboard.press('k');
    await keyboard.press('u');
    await waitForShownStatus(page, 'Jana', 'Waiting for approval');
    await waitForStatus(site(), ids[2] ?? 0, 'hold');

    await keyboard.press('k');
    await keyboard.press('r');
    const reply = page.getByRole('textbox', { name: 'Reply to Jana' });
    await reply.waitFor();
    await keyboard.type('sad jazz');
    assert.equal(await reply.inputValue(), 'sad jazz');
    await keyboard.press('Escape');
    await reply.waitFor({ state: 'detached' });
    await waitFor(() => focusedName(page), 'Jana');
    await keyboard.press('e');
    const name = page.getByRole('textbox', { name: 'Name of the author' });
    await name.fill('Jana D.');
    await keyboard.press('Enter');
    await waitFor(async () => (await readComment(site(), ids[2] ?? 0)).author_name, 'Jana D.');
    await waitFor(() => focusedName(page), 'Jana D.');
    await page.getByRole('searchbox', { name: 'Search comments' }).focus();
    await keyboard.type('u');
    await waitFor(() => page.url().includes('search=u'), true);
    for (const id of ids) assert.equal((await readComment(site(), id)).status, 'hold');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByRole('checkbox', { name: 'Use these keys' }).uncheck();
    await keyboard.press('j');
    assert.equal(await focusedName(page), 'INPUT', 'the keys are switched off');
    await page.reload();
    assert.equal(await page.getByRole('checkbox', { name: 'Use these keys' }).isChecked(), false);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('publishes replies and shows the conversation', async () => {
    const { post, ids } = await writeComments(site(), 'Replies', ['Karl']);
    const { page, context } = await openList(post);
    const row = rowOf(page, 'Karl');
    await button(row, 'Reply').click();
    await page.getByRole('textbox', { name: 'Reply to Karl' }).fill('Thank you, Karl.');
    await button(row, 'Approve and reply').click();
    const conversation = row.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('Thank you, Karl.').waitFor();
    await waitForStatus(site(), ids[0] ?? 0, 'approved');
    const { body } = await site().service.request('GET', `/cms/v2/comments?post=${post}&parent=${ids[0]}`);
    assert.deepEqual([body.length, body[0].author_name], [1, 'Eva']);
    await site().service.request('POST', '/cms/v2/comments', { post, parent: body[0].id, content: 'A second level.' });
    await page.goto(`${site().service.origin}/admin/comments?post=${post}`);
    await button(rowOf(page, 'Karl'), 'Conversation').click();
    await page.locator('.replies .replies').getByText('A second level.').waitFor();
    assert.match(
      await page.locator('.comment').filter({ hasText: 'A second level.' }).first().innerText(),
      /In reply to Eva: “Thank you, Karl.”/,
    );
    await takeScreenshot(page, 'comments-conversation');
    assert.deepEqual(await findViolations(page), []);
    await context.close();
  });

  it('never overwrites a newer version, and keeps what was typed', async () => {
    const { post, ids } = await writeComments(site(), 'Conflicts', ['Lena']);
    const { page, context } = await openList(post);
    const row = page.locator('.comment');
    await button(row, 'Edit').click();
    const text = row.getByRole('textbox', { name: 'Comment', exact: true });
    await text.fill('My correction.');
    await site().service.request('POST', `/cms/v2/comments/${ids[0]}`, {
      content: 'A change by another moderator.',
      author_name: 'Lena N.',
    });
    await button(row, 'Save comment').click();
    await row.getByRole('alert').filter({ hasText: 'changed meanwhile' }).waitFor();
    await row.locator('.comment-text').getByText('A change by another moderator.').waitFor();
    assert.equal(await text.inputValue(), 'My correction.');
    assert.equal(await row.getByRole('textbox', { name: 'Name of the author' }).inputValue(), 'Lena N.');
    assert.equal((await readComment(site(), ids[0] ?? 0)).content.raw, 'A change by another moderator.');
    await takeScreenshot(page, 'comments-conflict');
    // The page is closed, by mistake, before the change is saved.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await button(page.locator('.comment'), 'Edit').click();
    await page.getByText('changes of an earlier visit').waitFor();
    assert.equal(await text.inputValue(), 'My correction.');
    await button(row, 'Save comment').click();
    await waitFor(async () => (await readComment(site(), ids[0] ?? 0)).content.raw, 'My correction.');
    await text.waitFor({ state: 'detached' });
    await context.close();
  });

  it('keeps a reply that cannot be sent', async () => {
    const { post } = await writeComments(site(), 'Interrupted', ['Mia'], 'approved');
    const { page, context } = await openList(post, 'approve');
    const row = rowOf(page, 'Mia');
    await button(row, 'Reply').click();
    const text = page.getByRole('textbox', { name: 'Reply to Mia' });
    await text.fill('Must not be lost.');
    await context.setOffline(true);
    await button(row.locator('form'), 'Reply').click();
    await row.getByRole('alert').filter({ hasText: 'You are offline.' }).waitFor();
    assert.equal(await text.inputValue(), 'Must not be lost.');
    await context.setOffline(false);
    await button(row.locator('form'), 'Reply').click();
    await row.getByRole('region', { name: 'Conversation' }).getByText('Must not be lost.').waitFor();
    await button(row, 'Reply').click();
    assert.equal(await text.inputValue(), '', 'what was sent is not kept');
    await context.close();
  });

  it('does not move the rows when comments arrive', async () => {
    const { post } = await writeComments(site(), 'Arrivals', ['Nils', 'Olga']);
    const { page, context } = await openList(post);
    const position = async () => (await rowOf(page, 'Nils').boundingBox())?.y;
    const before = await position();
    await writeComment(site(), post, 'Paul', 'hold', 30);
    const show = button(page, 'Show 1 new');
    await show.waitFor();
    assert.deepEqual(await namesIn(page), ['Olga', 'Nils']);
    assert.equal(await position(), before);
    await takeScreenshot(page, 'comments-new');
    await show.click();
    await waitFor(() => namesIn(page), ['Paul', 'Olga', 'Nils']);
    await context.close();
  });

  it('finds comments by text, author and entry, and deletes them permanently after a question', async () => {
    const { post, ids } = await writeComments(site(), 'Spam here', ['Rosa', 'Sven'], 'spam');
    await writeComments(site(), 'Also here', ['Sven'], 'approved');
    const { page, context } = await openList(post, 'spam');
    await page.getByRole('searchbox', { name: 'Search comments' }).fill('by sven');
    await waitFor(() => namesIn(page), ['Sven']);
    await page.getByRole('link', { name: 'All comments by sven@readers.test' }).click();
    await page.getByText('By: sven@readers.test').waitFor();
    await waitFor(
      () =>
        page
          .locator('.comment-context')
          .allInnerTexts()
          .then((all) => all.map((each) => /On: (.*?) All/.exec(each)?.[1])),
      ['Also here'],
    );
    await page.getByRole('link', { name: 'Show all authors' }).click();
    await page.goto(`${site().service.origin}/admin/comments?status=spam&post=${post}`);
    const row = rowOf(page, 'Rosa');
    await button(row, 'Delete permanently').click();
    const dialog = page.getByRole('dialog');
    assert.match(
      await dialog.innerText(),
      /Delete 1 comment permanently\? This cannot be undone\. Replies to it remain\./,
    );
    await button(dialog, 'Cancel').click();
    assert.equal((await readComment(site(), ids[0] ?? 0)).status, 'spam');
    await button(row, 'Delete permanently').click();
    await button(dialog, 'Delete permanently').click();
    await row.waitFor({ state: 'detached' });
    assert.equal((await readComment(site(), ids[0] ?? 0)).code, 'rest_comment_invalid_id');
    await waitFor(() => focusedName(page), 'Sven');
    await context.close();
  });

  it('shows all comments of a long list on its pages', async () => {
    const names = Array.from({ length: 23 }, (_each, at) => `Reader${at}`);
    const { post } = await writeComments(site(), 'Long', names);
    const { page, context } = await openList(post, 'hold', 'eva', 390);
    assert.equal((await namesIn(page)).length, 20);
    await page.getByRole('link', { name: 'Next page' }).click();
    await waitFor(() => namesIn(page), ['Reader2', 'Reader1', 'Reader0']);
    await page.getByText('Page 2 of 2').waitFor();
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    await takeScreenshot(page, 'comments-narrow');
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      it(`is accessible with open forms in ${colorScheme} windows with ${width} pixels`, async () => {
        const { post } = await writeComments(site(), 'Accessible', ['Vera', 'Willi']);
        await writeComment(site(), post, 'Xaver', 'approved');
        const context = await site().newContext(width, colorScheme);
        const page = await site().open(context, `/admin/comments?post=${post}`, [], 'eva');
        await button(rowOf(page, 'Vera'), 'Approve').click();
        await waitForShownStatus(page, 'Vera', 'Approved');
        await page.getByRole('checkbox', { name: 'Select the comment by Willi' }).check();
        for (const part of ['Edit', 'Reply', 'Conversation']) {
          await button(rowOf(page, 'Willi'), part).click();
          await waitUntilLoaded(page);
          assert.deepEqual(await findViolations(page), [], part);
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, part);
          await takeScreenshot(page, `comments-${part.toLowerCase()}-${width}-${colorScheme}`);
        }
        await context.close();
      });

  it('approves comments on the home screen, which leads to the list', async () => {
    const { post } = await writeComments(site(), 'At home', []);
    const id = await writeComment(site(), post, 'Tina', 'hold', 58);
    const context = await site().newContext();
    const page = await site().open(context, '/admin/', [], 'eva');
    const card = page.locator('.card').filter({ hasText: 'Comments waiting for approval' });
    await button(card, 'Approve the comment by Tina').click();
    await waitForStatus(site(), id, 'approved');
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click();
    await waitForStatus(site(), id, 'hold');
    await writeComment(site(), post, 'Uwe', 'hold', 59);
    await card.getByRole('link', { name: 'Moderate comments' }).click();
    await page.getByRole('heading', { level: 1, name: 'Comments' }).waitFor();
    await rowOf(page, 'Uwe').waitFor();
    await context.close();
  });

  it('exists only for users who may moderate comments', async () => {
    await site().createUser('author', 'author');
    const context = await site().newContext();
    const page = await site().open(context, '/admin/comments', [], 'author');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await context.close();
  });
});
