// Every request of a long session that changes an existing record names the version that it is based on.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { autosaveEvery, canvasOf, publish, saveButton, saveBy, typeAfter } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { stepTimeoutMs } from './wait.ts';

/** Requests that change no existing record, with the reason. All others must name a version. */
const exceptions: readonly [method: string, path: RegExp, reason: string][] = [
  ['POST', /^\/octavo\/v1\/auto-drafts$/, 'creates an entry'],
  ['POST', /^\/wp\/v2\/[a-z-]+$/, 'creates a record'],
  ['POST', /^\/octavo\/v1\/locks\/\d+$/, 'locks have no versions: exactly one of several users gets one'],
  ['DELETE', /^\/octavo\/v1\/locks\/\d+$/, 'only the own lock can be released'],
];

/** Records the changes of a page: all of them, and those without a version that are no exceptions. */
function recordChanges(page: Page) {
  const all: string[] = [];
  const withoutVersion: string[] = [];
  const record = (request: Request) => {
    const { pathname } = new URL(request.url());
    const [, path] = /^\/admin\/api(\/.*)$/.exec(pathname) ?? [];
    const headers = request.headers();
    const method = headers['x-http-method-override'] ?? request.method();
    if (path === undefined || ['GET', 'OPTIONS', 'HEAD'].includes(method)) return;
    all.push(`${method} ${path.replaceAll(/\/\d+/g, '/ID')}`);
    const isException = exceptions.some(([other, pattern]) => other === method && pattern.test(path));
    if (!isException && headers['if-match'] === undefined) withoutVersion.push(`${method} ${path}`);
  };
  page.on('request', record);
  return { all, withoutVersion };
}

/** Waits until a recorded change matches a pattern. The first `from` changes do not count. */
async function waitForChange(all: readonly string[], pattern: RegExp, from = 0): Promise<void> {
  const endsAt = performance.now() + stepTimeoutMs;
  while (!all.slice(from).some((change) => pattern.test(change))) {
    assert.ok(performance.now() < endsAt, `There was no ${pattern} in ${all.join(', ')}`);
    await pause(50);
  }
}

describeSite('versions of changes', (site) => {
  it('are named by every change of an existing record', async () => {
    const context = await site().newContext();
    await autosaveEvery(context, 1);
    const pattern = await site().create(
      { title: 'Greeting', content: paragraph('Hello'), status: 'publish' },
      'blocks',
    );
    const page = await site().open(context, '/admin/content/post/new');
    const { all, withoutVersion } = recordChanges(page);

    // A new entry: autosaves, a draft, a new category, and publishing.
    await canvasOf(page).getByRole('textbox', { name: 'Add title' }).fill('Many changes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('First');
    await waitForChange(all, /^POST .*\/autosaves$/);
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Post' }).click();
    await page.getByRole('button', { name: 'Categories' }).click();
    await page.getByRole('button', { name: 'Add Category' }).click();
    await page.getByRole('textbox', { name: 'New Category Name' }).fill('News');
    await page.getByRole('button', { name: 'Add Category' }).last().click();
    await page.getByRole('checkbox', { name: 'News' }).waitFor();
    const id = await publish(page);
    await page.getByRole('button', { name: 'Close panel' }).click();

    // A published entry: an autosave, an update, and a preference.
    const before = all.length;
    await typeAfter(page, 'First', ' and second');
    await waitForChange(all, /^POST .*\/autosaves$/, before);
    await saveBy(page, () => saveButton(page).click());
    await site().waitForContent(id, paragraph('First and second'));
    await page.getByRole('button', { name: 'Options', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Top toolbar' }).click();
    await page.keyboard.press('Escape');
    await waitForChange(all, /^(?:POST|PUT) .*\/users\/me$/);

    // A record that is edited inside of an entry.
    await site().service.request('PUT', `/cms/v2/posts/${id}`, { content: `<!-- wp:block {"ref":${pattern}} /-->` });
    await page.reload();
    await canvasOf(page).locator('[data-type="core/block"]').click();
    await page.getByRole('button', { name: 'Edit original' }).first().click();
    await typeAfter(page, 'Hello', ' again');
    await saveBy(page, () => saveButton(page).click());
    await site().waitForContent(pattern, paragraph('Hello again'), 'blocks');

    // Lists: trash, undo, and bulk actions.
    await page.goto(`${site().service.origin}/admin/content/post`);
    await page.getByRole('row', { name: 'Many changes' }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 entry was restored.').waitFor();

    // Comments: status, text, and permanent deletion.
    await site().service.request('POST', '/cms/v2/comments', { post: id, content: 'A comment', status: 'hold' });
    await page.goto(`${site().service.origin}/admin/comments?status=hold`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('1 comment was approved.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('A changed comment');
    await page.getByRole('button', { name: 'Save comment' }).click();
    await page.locator('.comment-text').getByText('A changed comment').waitFor();
    await page.getByRole('button', { name: 'Spam' }).click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('1 comment was deleted.').waitFor();

    // Terms: fields, and merging.
    await site().service.request('POST', '/cms/v2/tags', { name: 'Ship' });
    await site().service.request('POST', '/cms/v2/tags', { name: 'Boat' });
    await page.goto(`${site().service.origin}/admin/terms/post_tag`);
    await page.getByRole('row', { name: 'Boat' }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Boats');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('row', { name: 'Boats' }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another' }).click();
    await page.getByRole('radio', { name: 'Ship' }).check();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('1 term was merged.').waitFor();

    assert.deepEqual(withoutVersion, []);
    for (const change of [
      'POST /octavo/v1/auto-drafts',
      'POST /wp/v2/posts/ID/autosaves',
      'POST /wp/v2/categories',
      'PUT /wp/v2/posts/ID',
      'PUT /wp/v2/blocks/ID',
      'POST /wp/v2/users/me',
      'DELETE /wp/v2/posts/ID',
      'POST /wp/v2/posts/ID',
      'POST /wp/v2/comments/ID',
      'DELETE /wp/v2/comments/ID',
      'POST /wp/v2/tags/ID',
      'POST /octavo/v1/terms/ID/merge',
    ])
      assert.ok(all.includes(change), `${change} was not part of the session: ${[...new Set(all)].join(', ')}`);
    await context.close();
  });
});
