// Text without blocks, unknown blocks and invalid blocks: their bytes stay the same until they are changed.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { importedFile } from '../../test/clients/imported-service.ts';
import { runCommand } from '../../test/commands/in-process.ts';
import { openEntry } from './open-entry.ts';
import { canvasOf, saveBy, saveByKeyboard, startParagraph, typeAfter } from './page-actions.ts';
import { describeSite, paragraph, type Site } from './site.ts';
import { waitFor } from './wait.ts';

/** An entry whose title a test changes. */
interface Entry {
  readonly id: number;
  readonly type: string;
  /** The REST base of the type. */
  readonly base: string;
}

/** Contents that other serializers would change, by the reason. */
const contents: Readonly<Record<string, string>> = {
  'text with paragraphs': 'First & foremost\n\nSecond <b>bold</b>\nline',
  CRLF: 'One\r\n\r\nTwo\r\nThree',
  'whitespace at the end': 'Text \t\n\n\n',
  'whitespace at the beginning': '\n\n  Text',
  'paragraphs in HTML': '<p>One</p><p class="x">Two</p>\n<br/>\n<P>Three',
  'shortcodes and more': '[gallery ids="1,2"]\n\nIntro<!--more-->Rest\n\n<!--nextpage-->\n[caption]x[/caption]',
  entities: 'A &amp; B & C &nbsp; &hellip; \u00a0 &lt;p&gt; "quoted" \'single\'',
  'unclosed tags': '<div>One <em>two\n\n</p><ul><li>three',
  scripts: 'Before <script>alert(1)</script><img src=x onerror="alert(1)"> after',
  'text between blocks': `Before\r\n\r\n${paragraph('One')}\r\n\r\nBetween <b>x\n\n\n${paragraph('Two')}After `,
  'unusual delimiters':
    '<!-- wp:paragraph   {"dropCap":false , "a":1.0}   -->\n<p>One</p>\n<!--   /wp:paragraph -->\n \n',
  'unknown blocks': `<!-- wp:shop/cart {"n":1.50} -->\n<b>Cart</b>\n<!-- /wp:shop/cart -->\n<!-- wp:shop/sum {"a":"é"} /-->`,
  'invalid blocks': '<!-- wp:heading -->\n<h2 onclick="x()">Changed <i>by hand</h2>\n<!-- /wp:heading -->\n\n\nText',
  'a classic block': '<!-- wp:freeform -->\n<p>One</p>\nTwo\n\nThree\n<!-- /wp:freeform -->\n',
  'unclosed blocks': '<!-- wp:group --><div class="wp-block-group"><!-- wp:paragraph --><p>One</p>',
};

/** Contents that have blocks which the editor reports as invalid or unknown. */
const reported = ['unknown blocks', 'invalid blocks', 'unclosed blocks'];

describeSite('text without blocks', (site) => {
  it('opens every entry of an export without invalid blocks, and keeps its bytes when the title is changed', async () => {
    const { service } = site();
    await runCommand(['import', importedFile, '--data', service.data]);
    const { page, entries } = await openEditor(site(), await listEntries(site()));
    let texts = 0;
    for (const entry of entries) {
      const before = await site().read(entry.id, entry.base);
      await openEntry(page, entry.type, entry.id, before.title.raw);
      const invalid = await canvasOf(page).locator('.has-warning').allInnerTexts();
      assert.deepEqual(invalid, [], before.title.raw);
      await changeTitle(page, `Changed ${entry.id}`);
      const after = await site().read(entry.id, entry.base);
      assert.deepEqual([after.title.raw, after.content.raw], [`Changed ${entry.id}`, before.content.raw]);
      if (before.content.raw !== '' && !before.content.raw.includes('<!-- wp:')) texts += 1;
    }
    assert.ok(texts > 0, 'some entries have text without blocks');
    console.log(`${entries.length} entries, ${texts} of them with text without blocks`);
    await page.context().close();
  });

  it('keeps the bytes of contents that other serializers would change', async () => {
    const created = new Map<number, string>();
    for (const [title, content] of Object.entries(contents))
      created.set(await site().create({ title, content }), title);
    const entries = [...created.keys()].map((id) => ({ id, type: 'post', base: 'posts' }));
    const { page } = await openEditor(site(), entries);
    for (const [id, title] of created) {
      await openEntry(page, 'post', id, title);
      // The service normalizes delimiters of blocks.
      const { raw } = (await site().read(id)).content;
      const warnings = canvasOf(page).locator('.has-warning');
      await waitFor(async () => (await warnings.count()) > 0, reported.includes(title), title);
      await changeTitle(page, `${title}!`);
      assert.equal((await site().read(id)).content.raw, raw, title);
    }
    await page.context().close();
  });

  it('changes only the block that the user changes', async () => {
    const content = contents['text between blocks'] ?? '';
    const id = await site().create({ title: 'Mixed', content });
    const { page } = await openEditor(site(), [{ id, type: 'post', base: 'posts' }]);
    await typeAfter(page, 'One', ' more');
    await saveByKeyboard(page);
    await site().waitForContent(id, content.replace('<p>One</p>', '<p>One more</p>'));
    await page.context().close();
  });

  it('saves changes to blocks that were never selected', async () => {
    const content = `${paragraph('One')}\r\n\r\n${paragraph('Two')}`;
    const id = await site().create({
      title: 'Renamed',
      content: `<!-- wp:group -->\n<div class="wp-block-group">${content}</div>\n<!-- /wp:group -->\r\n`,
    });
    const { raw } = (await site().read(id)).content;
    const { page } = await openEditor(site(), [{ id, type: 'post', base: 'posts' }]);
    await page.getByRole('button', { name: 'Document Overview' }).click();
    await page.getByRole('treegrid').getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog', { name: 'Rename' }).getByRole('textbox').fill('Intro');
    await page.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Save' }).click();
    await saveBy(page, () => page.getByRole('button', { name: 'Save draft' }).click());
    const attributes = '{"metadata":{"name":"Intro"}}';
    await site().waitForContent(
      id,
      raw.replace('<!-- wp:group', `<!-- wp:group ${attributes}`).replace('\r\n\r\n', '\n\n'),
    );
    await page.context().close();
  });

  it('displays text as the site does, and saves exactly the HTML that the user edits', async () => {
    const content = 'One & only\r\n\r\nTwo\r\nlines <img src="https://elsewhere.test/a.png" alt="Far away">';
    const id = await site().create({ title: 'Classic', content, status: 'publish' });
    const problems: string[] = [];
    const { page } = await openEditor(site(), [{ id, type: 'post', base: 'posts' }], problems);
    const preview = canvasOf(page).locator('.octavo-classic-text-preview');
    const { rendered } = (await site().read(id)).content;
    const texts = ['One & only', 'Two\nlines Far away – https://elsewhere.test/a.png'];
    assert.equal([...rendered.matchAll(/<p>/g)].length, texts.length);
    await waitFor(() => preview.locator('p').allInnerTexts(), texts);
    await preview.click();
    await takeScreenshot(page, 'classic-text-selected');
    await page.getByRole('button', { name: 'Edit HTML' }).click();
    const source = canvasOf(page).getByRole('textbox', { name: 'HTML of the text' });
    await takeScreenshot(page, 'classic-text-source');
    await source.press('Control+Home');
    await page.keyboard.type('<b>New</b> ');
    // The editor hides the toolbar from typing until the mouse moves.
    await source.hover();
    await canvasOf(page).getByRole('textbox', { name: 'Add title' }).hover();
    await page.getByRole('button', { name: 'Edit HTML' }).click();
    await preview.getByText('New').waitFor();
    await takeScreenshot(page, 'classic-text');
    await saveByKeyboard(page);
    await site().waitForContent(id, `<b>New</b> ${content}`);
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  it('saves paragraphs when a block is added, because the site adds none then', async () => {
    const id = await site().create({ title: 'Growing', content: 'One\n\nTwo' });
    const { page } = await openEditor(site(), [{ id, type: 'post', base: 'posts' }]);
    await canvasOf(page).locator('.octavo-classic-text-preview').click();
    await startParagraph(page);
    await page.keyboard.type('Three');
    await saveByKeyboard(page);
    await site().waitForContent(id, `<p>One</p>\n<p>Two</p>\n\n${paragraph('Three')}`);
    await page.context().close();
  });

  it('converts text to blocks, which can be undone', async () => {
    const content = '<h2>Title</h2>\nOne\n\n<ul><li>Item</li></ul>';
    const id = await site().create({ title: 'Convertible', content });
    const { page } = await openEditor(site(), [{ id, type: 'post', base: 'posts' }]);
    await canvasOf(page).locator('.octavo-classic-text-preview').click();
    await page.getByRole('button', { name: 'Convert to blocks' }).click();
    await saveByKeyboard(page);
    await site().waitForContent(
      id,
      [
        '<!-- wp:heading -->\n<h2 class="wp-block-heading">Title</h2>\n<!-- /wp:heading -->',
        paragraph('One'),
        '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>Item</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
      ].join('\n\n'),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await saveByKeyboard(page);
    await site().waitForContent(id, content);
    await page.context().close();
  });

  it('edits shortcodes and the HTML of all blocks', async () => {
    const id = await site().create({ title: 'Code', content: '<!-- wp:shortcode -->\n[one]\n<!-- /wp:shortcode -->' });
    const { page } = await openEditor(site(), [{ id, type: 'post', base: 'posts' }]);
    await canvasOf(page).getByRole('textbox', { name: 'Shortcode text' }).fill('[two]');
    await saveByKeyboard(page);
    await site().waitForContent(id, '<!-- wp:shortcode -->\n[two]\n<!-- /wp:shortcode -->');
    await page.keyboard.press('Control+Shift+Alt+m');
    await page.getByRole('textbox', { name: 'Type text or HTML' }).fill('Only text');
    await saveByKeyboard(page);
    await site().waitForContent(id, 'Only text');
    await page.context().close();
  });
});

/** Opens the editor with the first entry. */
async function openEditor(site: Site, entries: readonly Entry[], problems: string[] = []) {
  const [first] = entries;
  assert.ok(first, 'there are entries');
  const page = await site.open(await site.newContext(), `/admin/content/${first.type}/${first.id}`, problems);
  await canvasOf(page).locator('.is-root-container').waitFor();
  return { page, entries };
}

/** Returns all entries that the editor can open. */
async function listEntries(site: Site): Promise<Entry[]> {
  const types = [
    { type: 'post', base: 'posts' },
    { type: 'page', base: 'pages' },
  ];
  const lists = types.map(async ({ type, base }) => {
    const { body } = await site.service.request('GET', `/cms/v2/${base}?per_page=100&context=edit&status=any`);
    return body.map(({ id }: { id: number }) => ({ id, type, base }));
  });
  return (await Promise.all(lists)).flat();
}

/** Changes the title in the editor, and saves the entry. */
async function changeTitle(page: Page, title: string): Promise<void> {
  await canvasOf(page).getByRole('textbox', { name: 'Add title' }).fill(title);
  await saveByKeyboard(page);
}
