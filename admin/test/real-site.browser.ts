// Every file and menu item of an export opens, and a change of its title changes nothing else that is stored. freeform.browser.ts does the
// same with posts and pages.
import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { openDatabase } from '../../server/database/open.ts';
import { importedFile } from '../../test/clients/imported-service.ts';
import { runCommand } from '../../test/commands/in-process.ts';
import { type Dump, dumpSite } from '../../test/import/dump-site.ts';
import { skipWithoutRealSite } from '../../test/real-site.ts';
import { save } from './menu-pages.ts';
import { describeSite, type Site } from './site.ts';
import { waitFor } from './wait.ts';

/** The columns that a change of a title changes. */
const titleColumns: Partial<Record<keyof Dump, readonly string[]>> = {
  entries: ['title', 'title_rendered', 'title_key', 'modified', 'modified_gmt'],
  entry_text: ['title'],
};

/** The types of entries that this test or, in the editor, freeform.browser.ts opens. */
const testedTypes = ['attachment', 'nav_menu_item', 'page', 'post'];

describeSite('files and menu items of an imported site', (site) => {
  it('open in their screens, and a change of a title changes nothing else', { skip: skipWithoutRealSite }, async () => {
    await runCommand(['import', importedFile, '--data', site().service.data]);
    const before = await dump(site());
    const importedIds = new Set(
      before.imported.filter(({ kind }) => String(kind).startsWith('entry')).map(({ own_id }) => own_id),
    );
    const imported = before.entries.filter(({ id }) => importedIds.has(id));
    assert.deepEqual([...new Set(imported.map(({ type }) => String(type)))].sort(), testedTypes);
    const idsOf = (type: string) => imported.filter((entry) => entry.type === type).map(({ id }) => Number(id));
    const [files, items] = [idsOf('attachment'), idsOf('nav_menu_item')];

    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/media', problems);
    const oldTitles = new Map(imported.map(({ id, title }) => [Number(id), String(title)]));
    for (const id of files) await changeFile(page, id, oldTitles.get(id) ?? '');
    await changeMenus(page, site(), { entry_terms: before.entry_terms, imported: items });
    assert.deepEqual(problems, []);
    await context.close();

    const changed = [...files, ...items];
    const after = await dump(site());
    const titles = new Map(after.entries.map(({ id, title }) => [id, title]));
    assert.deepEqual(
      changed.map((id) => titles.get(id)),
      changed.map(newTitle),
    );
    assert.deepEqual(withoutTitles(after, changed), withoutTitles(before, changed));
    console.log(`${files.length} files, ${items.length} menu items`);
  });
});

/** The items of menus. */
interface MenuRows extends Pick<Dump, 'entry_terms'> {
  /** The IDs of all imported items. */
  readonly imported: readonly number[];
}

const newTitle = (id: number): string => `Changed ${id}`;

/** Changes the title of a file on its own screen. `title` is the stored one. */
async function changeFile(page: Page, id: number, title: string): Promise<void> {
  // The document is not loaded again for each file, as if a link was used.
  await page.evaluate(`history.pushState(null, '', '/admin/media/${id}')`);
  const field = page.getByRole('textbox', { name: 'Title', exact: true });
  await waitFor(
    async () => (await field.count()) > 0 && (await field.inputValue()) === title,
    true,
    `The file ${id} has not opened.`,
  );
  await field.fill(newTitle(id));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { level: 1, name: newTitle(id), exact: true }).waitFor();
}

/** Changes the labels of all items of all menus, and saves each menu. */
async function changeMenus(page: Page, { service }: Site, { entry_terms, imported }: MenuRows): Promise<void> {
  const left = new Set(imported);
  const { body: menus } = await service.request('GET', '/cms/v2/menus?per_page=100');
  for (const { id: menu } of menus) {
    const items = entry_terms.filter(({ term_id }) => term_id === menu).map(({ entry_id }) => Number(entry_id));
    await page.goto(`${service.origin}/admin/menus/${menu}`);
    const rows = page.locator('.menu-item');
    await page.getByRole('button', { name: 'Save menu' }).waitFor();
    await waitFor(() => rows.count(), items.length, `The menu ${menu} does not contain its items.`);
    for (const id of items) {
      const row = page.locator(`[data-row="item-${id}"]`);
      await row.locator('.item-title').click();
      await row.getByRole('textbox', { name: 'Label', exact: true }).fill(newTitle(id));
      left.delete(id);
    }
    if (items.length > 0) await save(page);
  }
  assert.deepEqual([...left], [], 'every item is in a menu');
}

/** Reads all tables of the site. */
async function dump({ service }: Site): Promise<Dump> {
  const database = await openDatabase({ kind: 'sqlite', file: path.join(service.data, 'octavo.sqlite') });
  try {
    return await dumpSite(database.read);
  } finally {
    await database.close();
  }
}

/** Returns the rows in the order of their other columns, without what a change of the titles of these entries changes. */
function withoutTitles(tables: Dump, ids: readonly number[]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows
        .map((row) => {
          const isChanged = ids.includes(Number(table === 'entries' ? row.id : row.entry_id));
          const omitted = isChanged ? (titleColumns[table as keyof Dump] ?? []) : [];
          return JSON.stringify(
            Object.fromEntries(Object.entries(row).filter(([column]) => !omitted.includes(column))),
          );
        })
        .sort(),
    ]),
  );
}
