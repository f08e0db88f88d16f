// Nothing that a user types is lost or overwritten when several tabs, users and requests meet.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { autosaveEvery, canvasOf, confirmPublishing, openPublishPanel, saveButton, typeAfter } from './page-actions.ts';
import { describeSite, paragraph } from './site.ts';
import { stepTimeoutMs, waitFor } from './wait.ts';

/**
 * Holds the changes that a page sends to some URLs. `waitForChange` resolves when the first one was sent, and fails if none is. `release`
 * lets all of them continue, also later ones.
 */
async function holdChanges(page: Page, matches: (url: URL) => boolean) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  await page.route(matches, async (route) => {
    if (['GET', 'OPTIONS'].includes(route.request().method())) return route.continue();
    send();
    await released;
    await route.continue();
  });
  const waitForChange = async () => {
    const timer = new AbortController();
    const late = pause(stepTimeoutMs, undefined, { signal: timer.signal });
    await Promise.race([sent, late.then(() => assert.fail('The page has not sent the change.'))]);
    timer.abort();
  };
  return { waitForChange, release };
}

const isUpdateOf = (id: number) => (url: URL) => url.pathname.endsWith(`/wp/v2/posts/${id}`);

describeSite('data loss', (site) => {
  it('does not overwrite what another tab of the same user has saved', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Two tabs', content: paragraph('Start'), status: 'publish' });
    const first = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(first).getByText('Start').waitFor();
    const second = await context.newPage();
    await second.goto(first.url());
    await typeAfter(second, 'Start', ' of the second tab');
    await typeAfter(first, 'Start', ' of the first tab');
    await saveButton(first).click();
    await site().waitForContent(id, paragraph('Start of the first tab'));
    await saveButton(second).click();
    const dialog = second.getByRole('dialog', { name: 'This entry was changed meanwhile' });
    await dialog.getByText('Start of the first tab').waitFor();
    await dialog.getByRole('button', { name: 'Continue editing' }).click();
    assert.equal((await site().read(id)).content.raw, paragraph('Start of the first tab'));
    await canvasOf(second).getByText('Start of the second tab').waitFor();
    await context.close();
  });

  it('does not overwrite what a user has saved who took over', async () => {
    const id = await site().create({ title: 'Two users', content: paragraph('Start'), status: 'publish' });
    const [first, second] = [await site().newContext(), await site().newContext()];
    const ofAdmin = await site().open(first, `/admin/content/post/${id}`);
    await typeAfter(ofAdmin, 'Start', ' of admin');
    const ofEva = await site().open(second, `/admin/content/post/${id}`, [], 'eva');
    await ofEva.getByRole('button', { name: 'Take over' }).click();
    await typeAfter(ofEva, 'Start', ' of Eva');
    await saveButton(ofEva).click();
    await site().waitForContent(id, paragraph('Start of Eva'));
    await ofAdmin.getByRole('button', { name: 'Take over' }).click();
    await saveButton(ofAdmin).click();
    const dialog = ofAdmin.getByRole('dialog', { name: 'This entry was changed meanwhile' });
    await dialog.getByText('Start of Eva').waitFor();
    assert.equal((await site().read(id)).content.raw, paragraph('Start of Eva'));
    await dialog.getByRole('button', { name: 'Replace the other version with mine' }).click();
    await site().waitForContent(id, paragraph('Start of admin'));
    await first.close();
    await second.close();
  });

  it('publishes the latest text during an autosave whose response is late', async () => {
    const context = await site().newContext();
    await autosaveEvery(context, 1);
    const id = await site().create({ title: 'Late autosave', content: paragraph('Start'), status: 'draft' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    const { waitForChange, release } = await holdChanges(page, (url) => url.pathname.endsWith(`/${id}/autosaves`));
    const sequence: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.method() !== 'GET' && /posts\/\d+/.test(request.url()))
        sequence.push(new URL(request.url()).pathname);
    });
    await typeAfter(page, 'Start', ' that is autosaved');
    await waitForChange();
    await page.keyboard.type(', and that is published');
    const opened = openPublishPanel(page);
    setTimeout(release, 2000);
    await confirmPublishing(page, await opened);
    const { status, content } = await site().read(id);
    assert.deepEqual([status, content.raw], ['publish', paragraph('Start that is autosaved, and that is published')]);
    // On a slow machine, another autosave may follow the first one. Publishing waits for all of them.
    const update = `/admin/api/wp/v2/posts/${id}`;
    await waitFor(() => sequence.at(-1), update);
    assert.ok(sequence.length > 1);
    assert.deepEqual(sequence, [...sequence.slice(1).map(() => `${update}/autosaves`), update]);
    await canvasOf(page).getByText('Start that is autosaved, and that is published').waitFor();
    await context.close();
  });

  it('does not replace what is typed while a save is in flight', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'First title', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    const title = canvasOf(page).getByRole('textbox', { name: 'Add title' });
    await title.fill('Second title');
    await typeAfter(page, 'Start', ' and more');
    const { waitForChange, release } = await holdChanges(page, isUpdateOf(id));
    await saveButton(page).click();
    await waitForChange();
    await typeAfter(page, 'Start and more', ' and even more');
    // The title is changed back to the value that the service still has.
    await title.fill('First title');
    release();
    await site().waitForContent(id, paragraph('Start and more'));
    await page.getByText('The post was updated.').first().waitFor();
    await page.unrouteAll();
    assert.equal(await title.innerText(), 'First title');
    await canvasOf(page).getByText('Start and more and even more', { exact: true }).waitFor();
    await saveButton(page).click();
    await site().waitForContent(id, paragraph('Start and more and even more'));
    assert.equal((await site().read(id)).title.raw, 'First title');
    await context.close();
  });

  it('knows that what is typed in the same block while a save is in flight is not saved', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Same block', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and');
    const { waitForChange, release } = await holdChanges(page, isUpdateOf(id));
    // Until the editor knows that the entry was changed, it has nothing to save, and ignores the keys.
    await saveButton(page).and(page.locator(':not([aria-disabled="true"])')).waitFor();
    await page.keyboard.press('Control+s');
    await waitForChange();
    await page.keyboard.type(' more');
    release();
    await page.getByText('The post was updated.').first().waitFor();
    await page.unrouteAll();
    assert.equal((await site().read(id)).content.raw, paragraph('Start and'));
    await saveButton(page).click();
    await site().waitForContent(id, paragraph('Start and more'));
    await context.close();
  });

  it('saves with a new nonce if the nonce has expired', async () => {
    const context = await site().newContext();
    const id = await site().create({ title: 'Old nonce', content: paragraph('Start'), status: 'publish' });
    const page = await site().open(context, `/admin/content/post/${id}`);
    await typeAfter(page, 'Start', ' and end');
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (isUpdateOf(id)(new URL(response.url()))) statuses.push(response.status());
    });
    await page.route(
      isUpdateOf(id),
      (route) => route.continue({ headers: { ...route.request().headers(), 'x-wp-nonce': '0123456789' } }),
      { times: 1 },
    );
    await saveButton(page).click();
    await site().waitForContent(id, paragraph('Start and end'));
    await page.getByText('The post was updated.').first().waitFor();
    assert.deepEqual(statuses, [403, 200]);
    await context.close();
  });

  it('leaves the bytes of unknown blocks unchanged when the title is changed', async () => {
    const context = await site().newContext();
    const submitted = [
      `<!-- wp:acme/unknown {"b":1,  "a":"\\u003cx\\u003e"} -->\n<div  class='x' >Odd &amp; bytes\t&nbsp;</DIV>\n\n<!-- /wp:acme/unknown -->`,
      paragraph('Known'),
      '<!--   wp:acme/void {"n":1.0}   /-->',
    ].join('\n\n');
    const id = await site().create({ title: 'Unknown blocks', content: submitted, status: 'publish' });
    // The service may change the spaces in block comments, but not what is in the blocks.
    const content = (await site().read(id)).content.raw;
    assert.ok(content.includes(`<div  class='x' >Odd &amp; bytes\t&nbsp;</DIV>\n\n`), content);
    const page = await site().open(context, `/admin/content/post/${id}`);
    await canvasOf(page).getByText('Known', { exact: true }).waitFor();
    await canvasOf(page).getByRole('textbox', { name: 'Add title' }).fill('Another title');
    await saveButton(page).click();
    await page.getByText('The post was updated.').first().waitFor();
    const saved = await site().read(id);
    assert.deepEqual([saved.title.raw, saved.content.raw], ['Another title', content]);
    await context.close();
  });
});
