// The settings of an entry in the sidebar: terms, featured image, template, excerpt, slug, author, discussion and parent.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeScreenshot } from '../../test/browser.ts';
import { canvasOf, openPopover, reload, save, settingsOf } from './page-actions.ts';
import { describeSite, paragraph, writeConfig } from './site.ts';

/** A site with a taxonomy of its own. */
const config = `{
  taxonomies: [
    { name: 'genre', restBase: 'genres', noun: { one: 'genre', many: 'genres' }, types: ['post'], hierarchical: true },
    { name: 'mood', restBase: 'moods', noun: { one: 'mood', many: 'moods' }, types: ['post'] },
  ],
}`;

/** Creates a term of a taxonomy without a tree in the sidebar, and waits until it exists. */
async function addTerm(page: Page, base: string, label: RegExp, name: string): Promise<void> {
  const isCreation = (method: string, url: string) => method === 'POST' && new URL(url).pathname.endsWith(`/${base}`);
  const created = page.waitForResponse((response) => isCreation(response.request().method(), response.url()));
  await settingsOf(page).getByLabel(label).fill(name);
  await page.keyboard.press('Enter');
  assert.equal((await created).status(), 201);
  await settingsOf(page).getByText(name, { exact: true }).first().waitFor();
}

describeSite(
  'settings of an entry',
  (site) => {
    const content = paragraph('Unchanged text');

    it('creates categories, tags and terms of other taxonomies, and assigns them', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      await site().service.request('POST', '/cms/v2/categories', { name: 'Cats' });
      const id = await site().create({ title: 'Terms', content, status: 'publish' });
      const page = await site().open(context, `/admin/content/post/${id}`, problems);
      const settings = settingsOf(page);
      await settings.getByRole('button', { name: 'Categories' }).click();
      await settings.getByLabel('Cats').check();
      await settings
        .getByRole('button', { name: /Add.*category/i })
        .first()
        .click();
      await settings.getByLabel(/New category name|category name/i).fill('Dogs');
      await settings
        .getByRole('button', { name: /Add.*category/i })
        .last()
        .click();
      await settings.getByRole('checkbox', { name: 'Dogs' }).waitFor();
      await settings.getByRole('button', { name: 'Tags' }).click();
      await addTerm(page, 'tags', /Add.*tag/i, 'red');
      await addTerm(page, 'tags', /Add.*tag/i, 'new and blue');
      await settings.getByRole('button', { name: 'Genres' }).click();
      await settings
        .getByRole('button', { name: /Add.*genre/i })
        .first()
        .click();
      await settings.getByLabel(/genre name/i).fill('Drama');
      await settings
        .getByRole('button', { name: /Add.*genre/i })
        .last()
        .click();
      await settings.getByRole('checkbox', { name: 'Drama' }).waitFor();
      await settings.getByRole('button', { name: 'Moods' }).click();
      await addTerm(page, 'moods', /Add.*mood/i, 'calm');
      await takeScreenshot(page, 'terms');
      await save(page);
      const entry = await site().read(id);
      const namesOf = async (base: string) => {
        const { body } = await site().service.request('GET', `/cms/v2/${base}?post=${id}&orderby=name`);
        return body.map(({ name }: { readonly name: string }) => name);
      };
      assert.deepEqual((await namesOf('categories')).includes('Cats'), true);
      assert.ok((await namesOf('categories')).includes('Dogs'));
      assert.deepEqual(await namesOf('tags'), ['new and blue', 'red']);
      assert.deepEqual(await namesOf('genres'), ['Drama']);
      assert.deepEqual(await namesOf('moods'), ['calm']);
      assert.equal(entry.content.raw, content);
      await reload(page);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('changes excerpt, slug, author, comments and sticky', async () => {
      const problems: string[] = [];
      const context = await site().newContext();
      const id = await site().create({ title: 'Details', content, status: 'publish' });
      const page = await site().open(context, `/admin/content/post/${id}`, problems);
      await (await openPopover(page, /Add an excerpt/)).getByRole('textbox').fill('A short text.');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await (await openPopover(page, /Change link/)).getByRole('textbox').fill('other-slug');
      await page.keyboard.press('Escape');
      await (await openPopover(page, /author/i)).getByRole('combobox').selectOption('Eva');
      await page.keyboard.press('Escape');
      await (await openPopover(page, /discussion/i)).getByRole('radio', { name: /Closed/ }).check();
      await page.keyboard.press('Escape');
      await (await openPopover(page, /status/i)).getByRole('checkbox', { name: 'Sticky' }).check();
      await page.keyboard.press('Escape');
      await takeScreenshot(page, 'details');
      await save(page);
      const entry = await site().read(id);
      const { body: eva } = await site().service.request('GET', '/cms/v2/users?search=eva');
      assert.deepEqual(
        [entry.excerpt.raw, entry.slug, entry.author, entry.comment_status, entry.sticky, entry.content.raw],
        ['A short text.', 'other-slug', eva[0].id, 'closed', true, content],
      );
      await reload(page);
      assert.deepEqual(problems, []);
      await context.close();
    });

    it('sets and removes the featured image', async () => {
      const context = await site().newContext();
      const media = await site().upload('harbour.png');
      const { source_url: url } = (await site().service.request('GET', `/cms/v2/media/${media}`)).body;
      const image =
        `<!-- wp:image {"id":${media}} -->\n<figure class="wp-block-image">` +
        `<img src="${url}" alt="Harbour" class="wp-image-${media}"/></figure>\n<!-- /wp:image -->`;
      const id = await site().create({ title: 'Image', content: image, status: 'publish' });
      const page = await site().open(context, `/admin/content/post/${id}`);
      await canvasOf(page).getByRole('document', { name: 'Block: Image' }).click();
      await page.getByRole('toolbar', { name: 'Block tools' }).getByRole('button', { name: 'Options' }).click();
      await page.getByRole('menuitem', { name: 'Set as featured image' }).click();
      await save(page);
      assert.equal((await site().read(id)).featured_media, media);
      await settingsOf(page).getByRole('tab', { name: 'Post' }).click();
      await settingsOf(page).locator('.editor-post-featured-image').hover();
      await takeScreenshot(page, 'featured-image');
      await settingsOf(page).getByRole('button', { name: 'Remove' }).click();
      await save(page);
      const entry = await site().read(id);
      assert.deepEqual([entry.featured_media, entry.content.raw], [0, image]);
      await reload(page);
      await context.close();
    });

    it('selects a template and the parent of a page', async () => {
      const context = await site().newContext();
      const parent = await site().create({ title: 'Parent page', status: 'publish' }, 'pages');
      const id = await site().create({ title: 'Child page', content, status: 'publish' }, 'pages');
      const template = { slug: 'wide', title: 'Wide layout', content: '<!-- wp:post-content /-->', status: 'publish' };
      assert.equal((await site().service.request('POST', '/cms/v2/templates', template)).status, 201);
      const page = await site().open(context, `/admin/content/page/${id}`);
      await (await openPopover(page, /Template options/)).getByRole('combobox').selectOption('Wide layout');
      await page.keyboard.press('Escape');
      await (await openPopover(page, /parent/i)).getByRole('combobox').fill('Parent');
      await page.getByRole('option', { name: 'Parent page' }).click();
      await page.keyboard.press('Escape');
      await takeScreenshot(page, 'page');
      await save(page);
      const entry = await site().read(id, 'pages');
      assert.deepEqual([entry.parent, entry.template, entry.content.raw], [parent, 'wide', content]);
      assert.match(entry.link, /\/parent-page\/child-page\/$/);
      await reload(page);
      await context.close();
    });
  },
  { prepare: writeConfig(config) },
);
