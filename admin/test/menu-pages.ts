// Functions with which tests use menus in pages and through the API.
import type { Locator, Page } from 'playwright-core';
import type { Site } from './site.ts';

export interface Item {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly parent: number;
  readonly menu_order: number;
  readonly [field: string]: unknown;
}

/** Reads the items of a menu in their order. */
export async function readItems(site: Site, menu: number): Promise<readonly Item[]> {
  const query = `menus=${menu}&context=edit&status=publish,draft`;
  const first = await site.service.request('GET', `/cms/v2/menu-items?${query}`);
  return first.body;
}

/** Returns the titles of the items of a menu, with a hyphen for each level. */
export async function readOutline(site: Site, menu: number): Promise<string[]> {
  const items = await readItems(site, menu);
  const lines = (parent: number, level: string): string[] =>
    items
      .filter((item) => item.parent === parent)
      .flatMap(({ id, title }) => [level + title.raw, ...lines(id, `${level}-`)]);
  return lines(0, '');
}

export const createMenu = async (site: Site, name: string): Promise<number> =>
  (await site.service.request('POST', '/cms/v2/menus', { name })).body.id;

export const createLink = async (site: Site, menus: number, title: string, more: object = {}): Promise<number> =>
  (await site.service.request('POST', '/cms/v2/menu-items', { title, url: `/${title}/`, menus, ...more })).body.id;

export const rowOf = (page: Page, title: string): Locator =>
  page.locator('.menu-item').filter({ has: page.getByRole('button', { name: `Move ${title} with the arrow keys` }) });
export const open = (page: Page, title: string) => rowOf(page, title).locator('.item-title').click();
export const handleOf = (page: Page, title: string) =>
  page.getByRole('button', { name: `Move ${title} with the arrow keys` });

/** Returns the texts of the rows, with a hyphen for each level. */
export const outlineOf = (page: Page): Promise<string[]> =>
  page.locator('.menu-item').evaluateAll((rows) =>
    rows.map((row) => {
      const level = Number(row.style.getPropertyValue('--depth'));
      return `${'-'.repeat(level)}${row.querySelector('.item-title')?.firstChild?.textContent}`;
    }),
  );

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save menu' }).click();
  await page.getByText('The menu is saved.').last().waitFor();
}

/** Records the requests of batches. */
export function recordBatches(page: Page): { method: string; path: string; body?: object; headers?: object }[][] {
  const batches: { method: string; path: string; body?: object; headers?: object }[][] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/batch/v1')) batches.push(request.postDataJSON().requests);
  });
  return batches;
}
