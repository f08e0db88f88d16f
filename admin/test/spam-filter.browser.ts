// The spam filter: a moderator sees why it decides as it does, trains it, and sees the effect; others see nothing of it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { describeSite, paragraph, type Site } from './site.ts';
import { waitFor } from './wait.ts';

const spamText = 'Cheap watches for you, click here: https://shop.example https://shop.example/two';
const url = '/admin/extensions/spam-filter';

interface NewComment {
  readonly post: number;
  readonly name: string;
  readonly content: string;
  readonly status: string;
}

async function comment(site: Site, { name, ...fields }: NewComment): Promise<number> {
  const author = { author_name: name, author_email: `${name.toLowerCase()}@readers.test` };
  const { status, body } = await site.service.request('POST', '/cms/v2/comments', { ...fields, ...author });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

const publish = (site: Site, title: string): Promise<number> =>
  site.create({ title, content: paragraph('Text'), status: 'publish' });

const itemOf = (page: Page, name: string): Locator =>
  page.locator('.decisions > li').filter({ has: page.getByText(name, { exact: true }) });

const statusOf = async (site: Site, id: number): Promise<string> =>
  (await site.service.request('GET', `/cms/v2/comments/${id}?context=edit`)).body.status;

const explain = async (site: Site, id: number) =>
  (await site.service.request('GET', `/spamfilter/v1/explanations?comments=${id}`)).body.explanations[0];

describeSite('the spam filter', (site) => {
  it('says why it decides, learns from a moderator, and shows the effect', async () => {
    const post = await publish(site(), 'Comments');
    const ham = await comment(site(), { post, name: 'Anna', content: 'A quiet walk in the garden.', status: 'hold' });
    const spam = await comment(site(), { post, name: 'Boris', content: spamText, status: 'hold' });
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, url, problems, 'eva');
    await page.getByRole('heading', { level: 1, name: 'Spam filter' }).waitFor();
    await page.getByText('There is no spam.').waitFor();
    await page.getByText('The filter still knows few comments.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Change the settings of the spam filter' }).count(), 0);
    await page
      .getByRole('navigation', { name: 'Comments' })
      .getByRole('link', { name: 'Waiting for approval' })
      .click();

    const [anna, boris] = [itemOf(page, 'Anna'), itemOf(page, 'Boris')];
    await boris.getByRole('button', { name: 'Why?' }).click();
    await boris.getByText('The filter does not classify this as spam').waitFor();
    await boris.getByRole('rowheader', { name: '2 links' }).waitFor();
    await boris.getByRole('cell', { name: '+0.8' }).waitFor();
    assert.deepEqual(await findViolations(page), []);

    await anna.getByRole('button', { name: 'Approve: comment by Anna' }).click();
    await anna.getByText('The filter has learned that this is not spam').waitFor();
    assert.equal(await statusOf(site(), ham), 'approved');
    await boris.getByRole('button', { name: 'Spam: comment by Boris' }).click();
    await boris.getByText('The filter has learned that this is spam').waitFor();
    assert.equal(await statusOf(site(), spam), 'spam');
    const explanation = await explain(site(), spam);
    assert.ok(explanation.score > explanation.untrained_score, JSON.stringify(explanation));
    const percent = (score: number) => `${Math.round(score * 1000) / 10}%`;
    await boris.getByText(`from ${percent(explanation.untrained_score)} to ${percent(explanation.score)}.`).waitFor();
    await boris.getByRole('rowheader', { name: 'The text contains “cheap watches”' }).waitFor();
    await boris.getByRole('rowheader', { name: 'A link to shop.example' }).waitFor();
    await takeScreenshot(page, 'spam-filter');
    assert.deepEqual(await findViolations(page), []);

    // The training is reverted with the decision.
    const notice = page.locator('.notice').filter({ hasText: '1 comment was marked as spam.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await boris.getByText('The filter has learned that this is not spam').waitFor();
    assert.equal(await statusOf(site(), spam), 'hold');
    await waitFor(async () => (await explain(site(), spam)).trained_as, 'ham');
    await boris.getByRole('button', { name: 'Spam: comment by Boris' }).press('Enter');
    await boris.getByText('The filter has learned that this is spam').waitFor();

    await page.getByRole('navigation', { name: 'Comments' }).getByRole('link', { name: 'Spam' }).click();
    await itemOf(page, 'Boris').getByRole('button', { name: 'Not spam: comment by Boris' }).waitFor();
    await page.reload();
    const totals = page.getByRole('region', { name: 'The last 30 days' });
    await totals.getByText('Missed: marked as spam by moderators').waitFor();
    await totals.getByText('Numbers by day').click();
    await waitFor(() => totals.getByRole('row').count(), 31);
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('says so if a decision fails, and leaves the comment where it is', async () => {
    const post = await publish(site(), 'Conflict');
    const id = await comment(site(), { post, name: 'Clara', content: 'Hello there', status: 'hold' });
    const context = await site().newContext();
    const page = await site().open(context, `${url}?comments=waiting`, [], 'eva');
    await itemOf(page, 'Clara').waitFor();
    const changed = await site().service.request('POST', `/cms/v2/comments/${id}`, { content: 'Changed meanwhile' });
    assert.equal(changed.status, 200);
    await itemOf(page, 'Clara').getByRole('button', { name: 'Spam: comment by Clara' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await statusOf(site(), id), 'hold');
    assert.equal(await itemOf(page, 'Clara').getByText('Waiting for approval').count(), 1);
    await context.close();
  });

  it('works on small screens in the dark, and shows administrators the messages of the service', async () => {
    const post = await publish(site(), 'Small');
    for (const name of ['Dora', 'Emil'])
      await comment(site(), { post, name, content: `${spamText} ${'w'.repeat(90)} ${name}`, status: 'spam' });
    const alert = { code: 10008, message: 'The key has expired.' };
    assert.equal((await site().service.request('POST', '/spamfilter/v1/alert', alert)).status, 200);
    const problems: string[] = [];
    const context = await site().newContext(390, 'dark');
    const page = await site().open(context, url, problems);
    await itemOf(page, 'Emil').getByRole('button', { name: 'Why?' }).press('Enter');
    await itemOf(page, 'Emil').getByRole('region', { name: 'Signals' }).waitFor();
    await takeScreenshot(page, 'spam-filter-390-dark');
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    assert.deepEqual(await findViolations(page), []);
    const message = page.getByRole('region', { name: 'Message from the spam-checking service' });
    await message.getByText('The key has expired.').waitFor();
    await message.getByRole('button', { name: 'Delete the message' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await message.waitFor({ state: 'detached' });
    assert.equal((await site().service.request('GET', '/spamfilter/v1/alert')).body.alert, null);
    await page.getByRole('link', { name: 'Change the settings of the spam filter' }).click();
    await page.getByLabel('Minimum score of spam').waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('does not exist for those who may not moderate', async () => {
    await site().createUser('amy', 'author');
    const context = await site().newContext();
    const page = await site().open(context, url, [], 'amy');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Spam filter' }).count(), 0);
    await context.close();
  });
});
