// Tests the data that an admin needs at its start: what each role gets, and that it gets nothing else.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { maxAutoDrafts } from '../contract/octavo-v1/auto-drafts.ts';
import type { Limits } from '../server/access/actor.ts';
import { builtInCapabilities } from '../server/access/roles.ts';
import { issueApplicationPassword } from '../server/cms-v2/application-passwords/issue.ts';
import type { Extension } from '../server/extensions/extension.ts';
import { version } from '../server/version.ts';
import { describeEachEngine } from './engines.ts';
import { type Caller, openTestSite, roles, type TestSite } from './site.ts';
import { openVisitor } from './visitor.ts';

const path = '/octavo/v1/admin';

const config = {
  types: [
    { name: 'book', restBase: 'books', noun: { one: 'book', many: 'books' }, rights: 'pages', taxonomies: ['genre'] },
    {
      name: 'log',
      restBase: 'logs',
      noun: { one: 'log', many: 'logs' },
      description: { visibility: { show_ui: false, show_in_nav_menus: false } },
    },
  ],
  taxonomies: [{ name: 'genre', restBase: 'genres', noun: { one: 'genre', many: 'genres' }, types: ['book'] }],
};

/** Everything that a caller may do with the entries of a type. */
const everything =
  'create publish edit edit_published edit_others edit_private read_private delete delete_published delete_others delete_private';
const ownDrafts = 'edit delete';
const own = 'publish edit edit_published delete delete_published';

/** The rights of each role on the entries of each type that it gets. Synced patterns are created with the right to publish. */
const typesOf: Readonly<Record<(typeof roles)[number], Readonly<Record<string, string>>>> = {
  subscriber: {},
  contributor: { post: `create ${ownDrafts}`, attachment: ownDrafts, cms_block: ownDrafts },
  author: { post: `create ${own}`, attachment: `create ${own}`, cms_block: `create ${own}` },
  editor: { post: everything, page: everything, attachment: everything, cms_block: everything, book: everything },
  administrator: {
    ...{ post: everything, page: everything, attachment: everything, cms_block: everything, book: everything },
    cms_navigation: everything,
  },
};

/** The rights of each role on the terms of each taxonomy that it gets. */
const taxonomiesOf: Readonly<Record<(typeof roles)[number], Readonly<Record<string, string>>>> = {
  subscriber: {},
  ...{ contributor: assignable('assign'), author: assignable('assign') },
  ...{ editor: assignable('manage edit delete assign'), administrator: assignable('manage edit delete assign') },
};

function assignable(rights: string): Readonly<Record<string, string>> {
  return { category: rights, post_tag: rights, cms_pattern_category: rights, genre: rights };
}

interface Described {
  readonly slug: string;
  readonly can: Readonly<Record<string, boolean>>;
}

/** Returns the rights that are true, as a list of their names, keyed by slug. */
const rightsOf = (described: readonly Described[]): Record<string, string> =>
  Object.fromEntries(
    described.map(({ slug, can }) => [
      slug,
      Object.entries(can)
        .filter(([, may]) => may)
        .map(([name]) => name)
        .join(' '),
    ]),
  );

describeEachEngine('the data of an admin', (engine) => {
  let site: TestSite;
  before(async () => {
    const database = await engine.open();
    site = await openTestSite({ database, config, maxUploadBytes: 7_000_000, maxTextBytes: 500_000 });
    const settings = { title: 'A & B', timezone: 'Europe/Berlin', date_format: 'Y-m-d' };
    await site.request('administrator', 'POST', '/cms/v2/settings', settings);
  });

  const get = async (caller: Caller) => {
    const { status, body } = await site.request(caller, 'GET', path);
    assert.equal(status, 200, caller);
    return body;
  };

  it('requires a user who is signed in', async () => {
    const { status, body } = await site.request('anonymous', 'GET', path);
    assert.deepEqual([status, body.code], [401, 'rest_not_logged_in']);
    for (const method of ['POST', 'PUT', 'DELETE'])
      assert.equal((await site.request('administrator', method, path)).status, 404, method);
  });

  for (const role of roles)
    it(`contains exactly what a user with the role ${role} may see and do`, async () => {
      const body = await get(role);
      assert.deepEqual(
        Object.keys(body),
        ...[
          ['nonce', 'session', 'user', 'capabilities', 'site', 'types', 'taxonomies', 'roles', 'can_send_mail'].concat([
            'extensions',
            'extension_screens',
            'limits',
            'event_position',
            'mounts',
            'version',
          ]),
        ],
      );
      const username = role === 'administrator' ? 'admin' : role;
      const { body: user } = await site.request(role, 'GET', '/cms/v2/users/me?context=edit');
      const chosen = { locale: '', color_scheme: '' };
      assert.deepEqual(body.user, { id: site.ids[role], username, name: user.name, ...chosen, roles: [role] });
      const { [role]: _role, ...capabilities } = user.capabilities;
      assert.deepEqual(body.capabilities, capabilities);
      assert.ok(Object.keys(body.capabilities).every((name) => builtInCapabilities.includes(name)));
      assert.deepEqual(rightsOf(body.types), typesOf[role]);
      assert.deepEqual(rightsOf(body.taxonomies), taxonomiesOf[role]);
      assert.deepEqual([body.nonce, body.session], ['', null]);
      const assignable = role === 'administrator' ? roles.map((name) => ({ name, assignable: true })) : [];
      assert.deepEqual(body.roles, assignable);
      assert.equal(body.can_send_mail, false);
      assert.equal(typeof body.event_position, role === 'subscriber' ? 'object' : 'number');
      const maxUploadBytes = ['subscriber', 'contributor'].includes(role) ? null : 7_000_000;
      const { upload_extensions: extensions, ...limits } = body.limits;
      assert.equal(extensions?.includes('png'), maxUploadBytes === null ? undefined : true);
      assert.equal(extensions?.includes('html') === true, capabilities.unfiltered_html === true);
      assert.deepEqual(limits, {
        ...{ max_upload_bytes: maxUploadBytes, max_body_bytes: 4 * 1024 * 1024, max_text_bytes: 500_000 },
        ...{ max_per_page: 100, default_per_page: 10, max_auto_drafts: maxAutoDrafts },
      });
    });

  it('agrees with what the routes allow', async () => {
    for (const role of roles) {
      const body = await get(role);
      for (const type of body.types) {
        const url = `/${type.rest_namespace}/${type.rest_base}`;
        const { status } = await site.request(role, 'GET', `${url}?context=edit&per_page=1`);
        assert.equal(status, 200, `${role} ${url}`);
        // Media are created by uploads.
        if (type.slug === 'attachment') continue;
        const created = await site.request(role, 'POST', url, { title: 'New', content: 'Text' });
        assert.equal(created.status, type.can.create ? 201 : 403, `${role} creates ${type.slug}`);
        const published = await site.request(role, 'POST', url, { title: 'New', content: 'Text', status: 'publish' });
        assert.equal(
          published.status,
          type.can.create && type.can.publish ? 201 : 403,
          `${role} publishes ${type.slug}`,
        );
      }
    }
  });

  it('describes types and taxonomies as their own routes do', async () => {
    const body = await get('administrator');
    const [{ body: types }, { body: taxonomies }] = [
      await site.request('administrator', 'GET', '/cms/v2/types?context=edit'),
      await site.request('administrator', 'GET', '/cms/v2/taxonomies?context=edit'),
    ];
    for (const [described, known] of [
      [body.types, types],
      [body.taxonomies, taxonomies],
    ])
      for (const { can: _can, ...each } of described) {
        const picked = Object.fromEntries(Object.keys(each).map((name) => [name, known[each.slug][name]]));
        assert.deepEqual(each, picked);
      }
    assert.ok(!('log' in rightsOf(body.types)), 'a type without a user interface is omitted');
    assert.ok(!('nav_menu' in rightsOf(body.taxonomies)), 'a taxonomy without a user interface is omitted');
  });

  it('contains the site, its mounts and the version', async () => {
    const body = await get('subscriber');
    assert.deepEqual(body.site, {
      ...{ title: 'A &amp; B', description: '', url: 'http://site.test', home: 'http://site.test' },
      ...{ language: 'en_US', is_rtl: false, timezone: 'Europe/Berlin' },
      ...{ date_format: 'Y-m-d', time_format: 'g:i a', start_of_week: 1 },
    });
    assert.deepEqual(body.mounts, [
      { spelling: 'native', path: '/rest' },
      { spelling: 'compatible', path: '/wp-json' },
    ]);
    assert.equal(body.version, version());
  });

  it('contains the enabled extensions, in the names of the mount', async () => {
    const extensions = ['sbc', 'spamfilter'];
    const other = await openTestSite({ database: await engine.open(), extensions });
    assert.deepEqual((await get('subscriber')).extensions, []);
    assert.deepEqual((await other.request('subscriber', 'GET', path)).body.extensions, extensions);
    assert.deepEqual((await other.requestCompatible('subscriber', 'GET', path)).body.extensions, ['sbc', 'akismet']);
  });

  it('contains the screens of extensions that the role may see, without the paths of their files', async () => {
    const screenOf = (name: string, capability: string) => ({
      ...{ name, capability, title: `Screen ${name}`, component: new URL(import.meta.resolve('axe-core/axe.min.js')) },
    });
    const shop: Extension = {
      ...{ name: 'shop', version: '1', title: 'Shop', description: '', namespace: 'shop/v1', resources: [] },
      screens: [
        { ...screenOf('orders', 'manage_options'), translations: { de: { 'Screen orders': 'Bestellungen' } } },
        screenOf('drafts', 'edit_posts'),
      ],
      open: () => ({ modules: [] }),
    };
    const other = await openTestSite({ database: await engine.open(), extensions: [shop] });
    const described = (name: string, translations = {}) => ({
      ...{ extension: 'shop', name, title: `Screen ${name}`, translations },
      component: `assets/extensions/shop/${name}.js`,
    });
    const orders = described('orders', { de: { 'Screen orders': 'Bestellungen' } });
    for (const role of roles) {
      const { body } = await other.request(role, 'GET', path);
      const expected = { administrator: [orders, described('drafts')], subscriber: [] }[role as string];
      assert.deepEqual(body.extension_screens, expected ?? [described('drafts')], role);
      assert.ok(!JSON.stringify(body).includes('axe-core'));
    }
    assert.deepEqual((await get('administrator')).extension_screens, []);
  });

  it('contains the language that the user has chosen', async () => {
    const localeOf = async () => (await get('author')).user.locale;
    const choose = (language: unknown) =>
      site.request('author', 'POST', '/cms/v2/users/me', {
        meta: { persisted_preferences: { 'octavo/admin': { language } } },
      });
    assert.equal(await localeOf(), '');
    await site.request('author', 'POST', '/cms/v2/users/me', { locale: 'en_US' });
    assert.equal(await localeOf(), 'en_US');
    for (const [language, locale] of [
      ['de', 'de'],
      ['<b>', 'en_US'],
      [5, 'en_US'],
    ]) {
      await choose(language);
      assert.equal(await localeOf(), locale);
    }
    assert.equal((await get('editor')).user.locale, '', 'other users have their own');
    await site.request('author', 'POST', '/cms/v2/users/me', { locale: '', meta: { persisted_preferences: null } });
  });

  it('uses the names of the mount', async () => {
    const { body } = await site.requestCompatible('editor', 'GET', path);
    assert.deepEqual(Object.keys(rightsOf(body.types)), ['post', 'page', 'attachment', 'wp_block', 'book']);
    const block = body.types.find(({ slug }: Described) => slug === 'wp_block');
    assert.deepEqual([block.rest_namespace, block.taxonomies], ['wp/v2', ['wp_pattern_category']]);
    assert.deepEqual(body.taxonomies.find(({ slug }: Described) => slug === 'wp_pattern_category').types, ['wp_block']);
    const { body: narrowed } = await site.requestCompatible('editor', 'GET', `${path}?_fields=user.id,version`);
    assert.deepEqual(narrowed, { user: { id: site.ids.editor }, version: version() });
  });

  it('contains the nonce and the end of a session, but no session of other callers', async () => {
    const browser = openVisitor(site);
    await browser.signIn('admin', 'correct horse');
    const nonce = await browser.nonce();
    const cookie = browser.cookie();
    const { body, headers } = await site.request('anonymous', 'GET', path, undefined, { cookie, 'x-cms-nonce': nonce });
    assert.deepEqual([body.nonce, headers['X-CMS-Nonce']], [nonce, nonce]);
    assert.match(body.session.expires, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    const hours = (Date.parse(`${body.session.expires}Z`) - Date.now()) / 3600_000;
    assert.ok(hours > 47 && hours <= 48, String(hours));
    assert.match(String(headers['Cache-Control']), /no-store/);
    const withoutNonce = await site.request('anonymous', 'GET', path, undefined, { cookie });
    assert.equal(withoutNonce.status, 401);
  });

  it('applies the limits of application passwords', async () => {
    const issue = async (limits: Limits) => {
      const request = { userId: site.ids.editor, name: 'limited', limits };
      const { password } = await issueApplicationPassword({ database: site.database, ...site.service }, request);
      return { authorization: `Basic ${Buffer.from(`editor:${password}`).toString('base64')}` };
    };
    const unlimited = { readOnly: false, namespaces: [], expires: null };
    const ask = async (limits: Limits) => site.request('anonymous', 'GET', path, undefined, await issue(limits));
    const { body: readOnly } = await ask({ ...unlimited, readOnly: true });
    assert.equal(rightsOf(readOnly.types).post, 'read_private');
    assert.equal(rightsOf(readOnly.taxonomies).category, '');
    const { body: outside } = await ask({ ...unlimited, namespaces: ['octavo/v1'] });
    assert.deepEqual([outside.types, outside.taxonomies], [[], []]);
    assert.equal((await ask({ ...unlimited, namespaces: ['cms/v2'] })).status, 403);
    const started = await site.request(
      'anonymous',
      'POST',
      '/octavo/v1/auto-drafts',
      { type: 'post' },
      await issue({ ...unlimited, namespaces: ['octavo/v1'] }),
    );
    assert.deepEqual([started.status, started.body.code], [403, 'rest_application_password_out_of_scope']);
  });

  it('lists only the native mount of a service without the compatible one', async () => {
    const other = await openTestSite({ database: await engine.open(), isCompatible: false });
    const { body } = await other.request('author', 'GET', path);
    assert.deepEqual(body.mounts, [{ spelling: 'native', path: '/rest' }]);
    assert.deepEqual([...site.errors, ...other.errors], []);
  });
});
