// Profile images: chosen from the media library or uploaded, for oneself and for others.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findViolations, takeScreenshot } from '../../test/browser.ts';
import { canvasOf, waitUntilLoaded } from './page-actions.ts';
import { describeSite, pngOf } from './site.ts';
import { waitFor } from './wait.ts';

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Profile image' });

async function save(page: Page): Promise<void> {
  await sectionOf(page).getByRole('button', { name: 'Save the profile image' }).click();
  await page.getByText('The profile image was saved.').last().waitFor();
}

/** Chooses an image of the media library, by its title. */
async function choose(page: Page, title: string): Promise<void> {
  await sectionOf(page).getByRole('button', { name: 'Choose: Image' }).click();
  await page.getByLabel('Search: Image').fill(title);
  await sectionOf(page).getByRole('listitem').filter({ hasText: title }).getByRole('button').click();
}

describeSite('profile images', (site) => {
  const imageOf = async (user: number) =>
    (await site().service.request('GET', `/octavo/v1/users/${user}/profile-image`)).body;
  const idOf = async (username: string): Promise<number> =>
    (await site().service.request('GET', `/cms/v2/users?context=edit&search=${username}`)).body[0].id;

  it('are uploaded, used as avatars, and removed, without requests to other hosts', async () => {
    await site().createUser('mia', 'author');
    const mia = await idOf('mia');
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, '/admin/profile', problems, 'mia');
    await sectionOf(page)
      .getByLabel('New image')
      .setInputFiles({
        ...{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Text') },
      });
    await sectionOf(page).getByRole('alert').getByText('This file is not an image.').waitFor();
    await sectionOf(page)
      .getByLabel('New image')
      .setInputFiles({
        ...{ name: 'portrait.png', mimeType: 'image/png', buffer: await pngOf('#c04070', 300, 200) },
      });
    await sectionOf(page).getByText('portrait', { exact: true }).waitFor();
    assert.equal((await imageOf(mia)).media, 0, 'nothing is changed before it is saved');
    await save(page);
    const { media, url } = await imageOf(mia);
    assert.notEqual(media, 0);
    await waitFor(() => sectionOf(page).getByAltText('Current profile image').getAttribute('src'), url);
    const user = (await site().service.request('GET', `/cms/v2/users/${mia}`)).body;
    assert.equal(user.avatar_urls['96'], url);
    await waitUntilLoaded(page);
    await sectionOf(page).scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'profile-image');
    await sectionOf(page).getByRole('button', { name: 'Remove: Image' }).click();
    await save(page);
    assert.deepEqual(await imageOf(mia), { media: 0, url: null });
    await sectionOf(page).getByAltText('Current profile image').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
    await context.close();
  });

  it('are chosen in a narrow window by users who may not upload files', async () => {
    await site().createUser('sid', 'subscriber');
    const image = await site().upload('harbor.png');
    const context = await site().newContext(390, 'dark');
    const page = await site().open(context, '/admin/profile', [], 'sid');
    await choose(page, 'harbor');
    assert.equal(await sectionOf(page).getByRole('button', { name: 'Upload an image' }).count(), 0);
    await save(page);
    await waitUntilLoaded(page);
    await sectionOf(page).scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'profile-image-390-dark');
    assert.deepEqual(await findViolations(page), []);
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 390);
    assert.equal((await imageOf(await idOf('sid'))).media, image);
    await context.close();
  });

  it('are displayed in the editor, unlike avatars of other hosts', async () => {
    const eva = await idOf('eva');
    const media = await site().upload('lake.png');
    const { body } = await site().service.request('PUT', `/octavo/v1/users/${eva}/profile-image`, { media });
    const content = [eva, 1].map((userId) => `<!-- wp:avatar {"userId":${userId}} /-->`).join('\n\n');
    const id = await site().create({ title: 'Portraits', content });
    const problems: string[] = [];
    const context = await site().newContext();
    const page = await site().open(context, `/admin/content/post/${id}`, problems);
    const avatars = canvasOf(page).locator('[data-type="core/avatar"] img');
    const isOwn = (source: string | null) => source?.startsWith(body.url) === true;
    await waitFor(async () => isOwn(await avatars.first().getAttribute('src')), true, 'The image is not displayed.');
    for (const avatar of await avatars.all())
      assert.equal(new URL((await avatar.getAttribute('src')) ?? '', page.url()).origin, site().service.origin);
    assert.deepEqual(problems, []);
    await site().service.request('DELETE', `/octavo/v1/users/${eva}/profile-image`);
    await context.close();
  });

  it('of others are changed by administrators, and not overwritten unseen', async () => {
    const eva = await idOf('eva');
    const [own, other] = [await site().upload('beach.png'), await site().upload('forest.png')];
    const context = await site().newContext();
    const page = await site().open(context, `/admin/users/${eva}`);
    await choose(page, 'beach');
    await site().service.request('PUT', `/octavo/v1/users/${eva}/profile-image`, { media: other });
    await sectionOf(page).getByRole('button', { name: 'Save the profile image' }).click();
    await sectionOf(page).getByRole('alert').waitFor();
    assert.equal((await imageOf(eva)).media, other);
    // The form shows what is stored now, and still has the choice.
    const { url } = await imageOf(eva);
    await waitFor(() => sectionOf(page).getByAltText('Current profile image').getAttribute('src'), url);
    await sectionOf(page).getByText('beach', { exact: true }).waitFor();
    await save(page);
    assert.equal((await imageOf(eva)).media, own);
    await context.close();
  });
});
