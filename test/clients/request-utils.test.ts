// Tests the unmodified request helpers of the block editor's browser tests: they sign in with the form, fetch a nonce,
// discover the service, and use the session.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { RequestUtils } from '@wordpress/e2e-test-utils-playwright';
import sharp from 'sharp';
import { type InProcessService, startInProcess } from '../service-in-process.ts';

const require = createRequire(import.meta.url);

describe('@wordpress/e2e-test-utils-playwright', () => {
  let service: InProcessService;
  let folder: string;
  let utils: RequestUtils;
  let user: { username: string; password: string };
  let Utils: typeof RequestUtils;
  before(async () => {
    service = await startInProcess();
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-request-utils-'));
    user = { username: 'admin', password: service.accountPassword };
    // The package reads this variable when it is loaded.
    process.env.WP_BASE_URL = `${service.origin}/`;
    ({ RequestUtils: Utils } = require('@wordpress/e2e-test-utils-playwright'));
    utils = await Utils.setup({ user, baseURL: `${service.origin}/` });
  });
  after(async () => {
    await utils.request.dispose();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('signs in and discovers the service', async () => {
    const { cookies, nonce, rootURL } = await utils.setupRest();
    assert.equal(rootURL, `${service.origin}/wp-json/`);
    assert.match(nonce, /^[0-9a-f]{10}$/);
    assert.ok(cookies.some(({ name, httpOnly, sameSite }) => name === 'cms_session' && httpOnly && sameSite === 'Lax'));
    const me = await utils.rest<{ username: string }>({ path: '/wp/v2/users/me', params: { context: 'edit' } });
    assert.equal(me.username, 'admin');
  });

  it('rejects a wrong password', async () => {
    const other = await Utils.setup({ user: { ...user, password: 'wrong' }, baseURL: `${service.origin}/` });
    await assert.rejects(other.login());
    await other.request.dispose();
  });

  it('fetches a new nonce when the old one has expired', async () => {
    await utils.setupRest();
    assert.ok(utils.storageState);
    utils.storageState.nonce = '0123456789';
    assert.equal((await utils.rest<{ id: number }>({ path: '/wp/v2/users/me' })).id, 1);
  });

  it('creates and deletes posts, pages, blocks and comments', async () => {
    const post = await utils.createPost({
      title: 'A post',
      content: 'x',
      status: 'publish',
      date_gmt: '2026-01-02T03:04:05',
    });
    const page = await utils.createPage({ title: 'A page', status: 'publish', content: 'y' });
    const block = (await utils.createBlock({ title: 'A block', content: 'z', status: 'publish' })) as { id: number };
    assert.ok(post.id > 0 && page.id > 0 && block.id > 0);
    await utils.createComment({ content: 'A comment', post: post.id });
    await utils.deleteAllComments();
    await utils.deleteAllPosts();
    await utils.deleteAllPages();
    await utils.deleteAllBlocks();
    for (const type of ['posts', 'pages', 'blocks', 'comments'])
      assert.deepEqual(await utils.rest({ path: `/wp/v2/${type}`, params: { context: 'edit' } }), [], type);
  });

  it('creates users and menus, uploads files, changes settings and preferences', async () => {
    await utils.createUser({
      username: 'writer',
      email: 'writer@site.test',
      password: 'correct horse',
      roles: ['author'],
    });
    const writer = await Utils.setup({
      user: { username: 'writer', password: 'correct horse' },
      baseURL: `${service.origin}/`,
    });
    await assert.rejects(writer.createUser({ username: 'x', email: 'x@site.test', password: 'correct horse' }), {
      code: 'rest_cannot_create_user',
    });
    await writer.request.dispose();
    await utils.deleteAllUsers();
    assert.equal((await utils.rest<object[]>({ path: '/wp/v2/users', params: { context: 'edit' } })).length, 1);
    await utils.createClassicMenu('A menu');
    const menu = await utils.createNavigationMenu({ title: 'Navigation', content: '' });
    assert.ok(menu.id > 0);
    await utils.deleteAllMenus();
    const imageFile = path.join(folder, 'small.png');
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } }).toFile(imageFile);
    const media = await utils.uploadMedia(imageFile);
    assert.match(media.source_url, /\/small\.png$/);
    await utils.deleteAllMedia();
    await utils.updateSiteSettings({ title: 'Renamed' });
    assert.equal((await utils.getSiteSettings()).title, 'Renamed');
    await utils.setPreferences('core/edit-post', { welcomeGuide: false });
    await utils.resetPreferences();
    await utils.createTemplate('wp_template', { slug: 'made', title: 'Made', content: 'x' });
    await utils.deleteAllTemplates('wp_template');
    assert.equal(await utils.getMaxBatchSize(), 25);
  });
});
