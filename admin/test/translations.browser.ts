// The admin in a generated translation: all texts are translated, and longer texts fit on small screens.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, typeAfter, waitUntilLoaded } from './page-actions.ts';
import { installPseudoLocale, pseudoLanguage, pseudoText } from './pseudo-locale.ts';
import { describeSite, paragraph } from './site.ts';
import { stepTimeoutMs } from './wait.ts';

/** The texts and labels in an element of a page that users see or that screen readers announce. */
const textsIn = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`(() => {
    const texts = [];
    for (const root of document.querySelectorAll(${JSON.stringify(selector)})) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
      for (const each of root.querySelectorAll('*'))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push((each.getAttribute(name) ?? '').trim());
    }
    return texts;
  })()`);

const isTranslated = (text: string): boolean => text.includes('⟦');

/** Waits until an element contains translated texts, because menus and dialogs are empty for a moment. Returns all its texts. */
async function readTranslatedTexts(page: Page, selector: string): Promise<readonly string[]> {
  const endsAt = performance.now() + stepTimeoutMs;
  for (;;) {
    const texts = await textsIn(page, selector);
    if (texts.some(isTranslated)) return texts;
    assert.ok(performance.now() < endsAt, `${selector} contains no translated text, but: ${texts.join(' ')}`);
    await pause(50);
  }
}

/** Asserts that an element contains texts or is about to, and that all of them are translated, except data of the site. */
async function checkTexts(page: Page, selector: string, data: readonly RegExp[]): Promise<void> {
  const texts = (await readTranslatedTexts(page, selector)).filter((text) => /\p{L}{2}/u.test(text));
  const untranslated = texts.filter((text) => !isTranslated(text) && !data.some((pattern) => pattern.test(text)));
  assert.deepEqual(untranslated, [], selector);
}

async function checkWidth(page: Page): Promise<void> {
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  assert.ok(width <= 390, `The page is ${width} pixels wide.`);
}

/** Labels of content types and taxonomies, the name of the user and the title of the site, which are data. */
const common = [/^(Posts|Pages|Categories|Tags|Pattern Categories|Add Post|Add Page|admin|Octavo)$/];

/** Texts of the package of lists, which are translated with a catalogue of the package. */
const ofPackage =
  /^(Layout|Search|Select all|View options|Add filter|Filter|Reset|\d+ Items?|Next page|Previous page|Page|of \d+)$/;

const url = (path: string): string => `${path}?locale=${pseudoLanguage}`;

describeSite(
  'translations',
  (site) => {
    it('translates the shell and the home screen, which fit on a small screen', async () => {
      const context = await site().newContext(390);
      await site().create({ title: 'A draft', status: 'draft' });
      const page = await site().open(context, url('/admin/'));
      await page.getByRole('heading', { level: 1, name: '⟦' }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), pseudoLanguage);
      await waitUntilLoaded(page);
      await checkTexts(page, '#admin', [...common, /^A draft$/, /^Mail is not configured$/]);
      await checkWidth(page);
      await page.getByRole('button', { name: pseudoText('Menu') }).click();
      await takeScreenshot(page, 'pseudo-home');
      await checkWidth(page);
      await page.goto(site().service.origin + url('/admin/nothing'));
      await page.getByRole('heading', { level: 1, name: pseudoText('Page not found') }).waitFor();
      await checkTexts(page, '#admin', common);
      await checkWidth(page);
      await context.close();
    });

    it('translates lists: actions, filters, questions and notices', async () => {
      const context = await site().newContext(390);
      await site().create({ title: 'Translated', status: 'draft' });
      const page = await site().open(context, url('/admin/content/post'));
      const row = page.getByRole('row').filter({ hasText: 'Translated' });
      await row.waitFor();
      await takeScreenshot(page, 'pseudo-list');
      await checkWidth(page);
      await checkTexts(page, 'main', [...common, ofPackage, /^(Hello|Translated|A draft)$/, /^\w{3} \d+, \d{4}, /]);
      await row.getByRole('button', { name: pseudoText('Actions') }).click();
      await checkTexts(page, '[role=menu]', []);
      await page.getByRole('menuitem', { name: pseudoText('Publish') }).click();
      const question = page.getByRole('dialog');
      await question.getByText('⟦').first().waitFor();
      await takeScreenshot(page, 'pseudo-question');
      await checkTexts(page, 'dialog', []);
      await question.getByRole('button', { name: pseudoText('Publish') }).click();
      await page
        .locator('.notice')
        .filter({ hasText: pseudoText('%d entry was published.').replace('%d', '1') })
        .waitFor();
      await checkTexts(page, '.notices', []);
      await checkWidth(page);
      await context.close();
    });

    it('translates the lists of comments and terms with their forms', async () => {
      const context = await site().newContext(390);
      const post = await site().create({ title: 'Discussed', status: 'publish' });
      await site().service.request('POST', '/cms/v2/comments', { post, content: 'Well written', status: 'hold' });
      const page = await site().open(context, url('/admin/comments'));
      const data = [...common, /^(Discussed|Well written|admin@example\.com)$/, /^\w{3} \d+, \d{4}, /];
      await page.locator('.comment').first().waitFor();
      await checkTexts(page, 'main', data);
      for (const part of ['Edit', 'Reply', 'Conversation']) {
        await page.getByRole('button', { name: pseudoText(part) }).click();
        await waitUntilLoaded(page);
        await checkTexts(page, '.comment', data);
        await checkWidth(page);
      }
      await takeScreenshot(page, 'pseudo-comments');
      const id = (await site().service.request('POST', '/cms/v2/tags', { name: 'Boat' })).body.id;
      await page.goto(site().service.origin + url('/admin/terms/post_tag'));
      const row = page.getByRole('row').filter({ hasText: 'Boat' });
      await row.waitFor();
      const ofTerms = [
        ...common,
        ofPackage,
        /^(Boat|boat|Add Tag|Edit Tag)$/,
        /^The display name on the site\.$/,
        /^Some themes/,
      ];
      await checkTexts(page, 'main', ofTerms);
      await checkWidth(page);
      for (const action of ['Edit', 'Merge into another', 'Delete permanently']) {
        await row.getByRole('button', { name: pseudoText('Actions') }).click();
        await page.getByRole('menuitem', { name: pseudoText(action) }).click();
        await checkTexts(page, 'dialog[open]', ofTerms);
        await takeScreenshot(page, `pseudo-term-${action.split(' ', 1)[0]?.toLowerCase()}`);
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
      }
      assert.equal((await site().service.request('GET', `/cms/v2/tags/${id}`)).status, 200);
      await context.close();
    });

    it('translates the dialogs of the editor', async () => {
      const id = await site().create({ title: 'Shared', content: paragraph('Text'), status: 'publish' });
      const [first, second] = [await site().newContext(), await site().newContext(390)];
      const pageOfEva = await site().open(first, `/admin/content/post/${id}`, [], 'eva');
      await canvasOf(pageOfEva).getByText('Text').waitFor();
      const page = await site().open(second, url(`/admin/content/post/${id}`));
      await page.locator('dialog[open]').getByText('Eva').waitFor();
      await takeScreenshot(page, 'pseudo-lock');
      await checkTexts(page, 'dialog[open]', []);
      await checkWidth(page);
      await first.close();
      await second.close();
    });

    it('translates the comparison with another version', async () => {
      const id = await site().create({ title: 'Compared', content: paragraph('Start'), status: 'publish' });
      const context = await site().newContext(390);
      const page = await site().open(context, url(`/admin/content/post/${id}`));
      await typeAfter(page, 'Start', ' of mine');
      await site().service.request('PUT', `/cms/v2/posts/${id}`, { content: paragraph('Text of theirs') });
      await page
        .locator('.components-notice')
        .getByRole('button', { name: pseudoText('Compare') })
        .click();
      await page.locator('dialog[open]').getByText('Text of theirs').waitFor();
      await takeScreenshot(page, 'pseudo-conflict');
      await checkTexts(page, 'dialog[open]', [/wp:paragraph|^<p>/]);
      await checkWidth(page);
      await context.close();
    });
  },
  { prepare: installPseudoLocale },
);
