// Tests the routes of all settings, their groups and the configuration on every database engine.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { declaredSettings } from '../../../contract/cms-v2/settings.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { administrators, callers } from '../../../test/permission-rows.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import { issueApplicationPassword } from '../../cms-v2/application-passwords/issue.ts';

const path = '/octavo/v1/settings';

interface Setting {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly option: string | null;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly choices: readonly { readonly value: string | number; readonly label: string }[];
}

interface Group {
  readonly name: string;
  readonly path: string;
  readonly settings: readonly Setting[];
}

describeEachEngine('settings for user interfaces', (engine) => {
  let site: TestSite;
  before(async () => {
    const extensions = ['age-check', 'bmgr', 'cmsforms', 'mail-smtp', 'sbc', 'spamfilter'];
    site = await openTestSite({ database: await engine.open(), extensions });
  });
  after(() => assert.deepEqual(site.errors, []));

  const read = async () => (await site.request('administrator', 'GET', path)).body;
  const write = (input: object, headers?: Readonly<Record<string, string>>) =>
    site.request('administrator', 'PATCH', path, input, headers);
  const groups = async (): Promise<readonly Group[]> =>
    (await site.request('administrator', 'GET', '/octavo/v1/setting-groups')).body.groups;

  it('require manage_options', async () => {
    for (const [method, route] of [
      ['GET', path],
      ['POST', path],
      ['PUT', path],
      ['PATCH', path],
      ['GET', '/octavo/v1/setting-groups'],
      ['GET', '/octavo/v1/configuration'],
    ] as const) {
      const responses = await Promise.all(
        callers.map((caller) => site.request(caller, method, route, method === 'GET' ? undefined : {})),
      );
      assert.deepEqual(
        responses.map(({ status }) => status),
        administrators,
        `${method} ${route}`,
      );
      for (const { status, body } of responses)
        if (status !== 200) assert.deepEqual(Object.keys(body).sort(), ['code', 'data', 'message']);
    }
  });

  it('are closed to application passwords that may not change them at the other route', async () => {
    const limits = { readOnly: false, namespaces: ['octavo/v1'], expires: null };
    const { password } = await issueApplicationPassword(
      { database: site.database, ...site.service },
      { userId: site.ids.administrator, name: 'limited', limits },
    );
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
    for (const route of [path, '/cms/v2/settings']) {
      const { status, body } = await site.request(
        'anonymous',
        'POST',
        route,
        { title: 'Taken over' },
        { authorization },
      );
      assert.deepEqual([status, body.code], [403, 'rest_application_password_out_of_scope'], route);
    }
    assert.notEqual((await read()).title, 'Taken over');
  });

  it('contain all declared settings, each in exactly one group', async () => {
    const names = Object.keys(declaredSettings);
    const { url, ...values } = await read();
    assert.equal(url, 'http://site.test');
    assert.deepEqual(Object.keys(values).sort(), [...names].sort());
    const ofSite = (await groups()).filter((group) => group.path === path).flatMap(({ settings }) => settings);
    assert.deepEqual(ofSite.map(({ name }) => name).sort(), [...names, 'url'].sort());
    for (const { name, label, help, option, schema } of ofSite) {
      assert.ok(label !== '' && help.endsWith('.'), name);
      assert.equal(option, name === 'url' ? '--home' : null);
      assert.ok(['string', 'integer', 'boolean'].includes(String(schema.type)), name);
    }
  });

  it('of extensions have the route that reads and changes them, and none of their secrets', async () => {
    const ofExtensions = (await groups()).filter((group) => group.path !== path);
    assert.deepEqual(
      ofExtensions.map(({ name, path, settings }) => [name, path, settings.map((each) => each.name).join(' ')]),
      [
        [
          'age-check',
          '/octavo/v1/extension-settings/age-check',
          'enabled required_age method applies_to selected_terms remember_days exempt_signed_in',
        ],
        [
          'cmsforms',
          '/octavo/v1/extension-settings/cmsforms',
          'retention_days spam_days most_kept per_minute notify payment_provider',
        ],
        ['mail-smtp', '/octavo/v1/extension-settings/mail-smtp', 'mail smtp google microsoft'],
        ['sbc', '/sbc/v1/settings', 'text categories cookie_days retention_days'],
        [
          'spamfilter',
          '/octavo/v1/extension-settings/spamfilter',
          'spamfilter_strictness spamfilter_show_user_comments_approved spamfilter_threshold spamfilter_endpoint key',
        ],
      ],
    );
    for (const group of ofExtensions) {
      const { body, status, etag } = await site.request('administrator', 'GET', group.path);
      assert.equal(status, 200);
      const names = group.settings.map(({ name, schema }) => (schema.writeOnly ? `${name}_set` : name));
      assert.deepEqual(Object.keys(body).sort(), names.sort());
      const [setting] = group.settings.filter(({ schema }) => schema.type === 'boolean' || schema.type === 'integer');
      const name = setting?.name ?? 'mail';
      const changed = { boolean: !body[name], number: body[name] + 1, object: { from_name: 'Site' } };
      const value = changed[typeof body[name] as keyof typeof changed];
      const update = () => site.request('administrator', 'POST', group.path, { [name]: value }, { 'if-match': etag });
      assert.deepEqual([(await update()).status, (await update()).status], [200, 412], group.name);
    }
    const method = ofExtensions[0]?.settings.find(({ name }) => name === 'method');
    assert.deepEqual(method?.choices, [
      { value: 'birth-date', label: 'Birth date' },
      { value: 'confirm', label: 'Confirm' },
    ]);
  });

  it('have the names of the mount', async () => {
    const response = await site.requestCompatible('administrator', 'GET', '/octavo/v1/setting-groups');
    const group = (response.body.groups as readonly Group[]).find(({ name }) => name === 'akismet');
    assert.equal(group?.path, '/octavo/v1/extension-settings/akismet');
    assert.equal(group?.settings[0]?.name, 'akismet_strictness');
    assert.deepEqual(group?.settings.find(({ name }) => name === 'key')?.schema.boundTo, ['akismet_endpoint']);
  });

  it('are stored like those of /cms/v2/settings, and returned as they were entered', async () => {
    const title = `<b>"A" & 'B'</b> &lt; <`;
    const { status, body } = await write({ title, comment_depth: 3, menus_public: true, moderation_keys: 'one\ntwo' });
    assert.equal(status, 200);
    const expected = { comment_depth: 3, menus_public: true, moderation_keys: 'one\ntwo' };
    for (const values of [body, await read()]) assert.deepEqual({ ...values, ...expected }, values);
    assert.equal(body.title, `<b>"A" & 'B'</b> < <`);
    const stored = (await site.request('administrator', 'GET', '/cms/v2/settings')).body;
    assert.equal(stored.title, '&lt;b&gt;&quot;A&quot; &amp; &#039;B&#039;&lt;/b&gt; &lt; &lt;');
    assert.equal((await write({ title: body.title })).body.title, body.title, 'saving the value again changes nothing');
    assert.equal((await site.request('administrator', 'GET', '/cms/v2/settings')).body.title, stored.title);
    await write({ title: 'Site', menus_public: false, comment_depth: null });
    assert.equal((await read()).comment_depth, null);
  });

  it('are rejected together, with a message for each invalid value', async () => {
    const page = await site.create('/cms/v2/pages', { title: 'Front', status: 'publish' });
    const before = await read();
    const invalid: Readonly<Record<string, readonly [unknown, RegExp]>> = {
      email: ['x', /email/],
      start_of_week: [7, /must be one of: 0, 1, 2, 3, 4, 5, 6/],
      default_ping_status: ['ajar', /must be one of: open, closed/],
      show_on_front: ['anything', /must be one of: posts, page/],
      comment_depth: [-1, /at least 0/],
      mail_log_days: [1e9, /at most 36500/],
      use_smilies: ['perhaps', /boolean/],
    };
    const rules: typeof invalid = {
      timezone: ['Nowhere/Land', /must be the name of a time zone/],
      posts_per_page: [0, /must be an integer other than 0/],
      permalink_structure: ['/category/%postname%/', /must not begin with \/category\//],
      default_category: [987654, /No category with the ID 987654/],
      page_on_front: [987654, /No page with the ID 987654/],
      site_icon: [page.id, /No image with the ID/],
      site_logo: [-1, /at least 0/],
    };
    for (const [name, [value, message]] of Object.entries({ ...invalid, ...rules })) {
      const { status, body } = await write({ title: 'Lost', [name]: value });
      assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], name);
      assert.deepEqual(Object.keys(body.data.params), [name]);
      assert.match(body.data.params[name], message);
    }
    const { body } = await write({ timezone: 'Mars', posts_per_page: 0, title: 'Lost', email: null });
    assert.deepEqual(Object.keys(body.data.params).sort(), ['email', 'posts_per_page', 'timezone']);
    assert.deepEqual(await read(), before);
    const accepted = { page_on_front: page.id, page_for_posts: 0, site_icon: 0, permalink_structure: '/a/%postname%/' };
    const { body: changed } = await write(accepted);
    assert.deepEqual({ ...changed, ...accepted }, changed);
    await write({ page_on_front: 0, permalink_structure: null });
  });

  it('ignore unknown names, the URL of the site and prototype keys', async () => {
    const before = await read();
    const { status, body } = await site.request(
      'administrator',
      'POST',
      path,
      JSON.parse('{"url":"https://elsewhere.test","nothing":1,"__proto__":{"title":"x"},"constructor":{"title":"x"}}'),
    );
    assert.deepEqual([status, body], [200, before]);
  });

  it('are not changed if If-Match does not match', async () => {
    const { etag } = await site.request('administrator', 'GET', path);
    await write({ description: 'Changed meanwhile' });
    assert.equal((await write({ description: 'Late' }, { 'if-match': etag })).status, 412);
    const { etag: current } = await site.request('administrator', 'GET', path);
    assert.equal((await write({ description: 'In time' }, { 'if-match': current })).body.description, 'In time');
  });

  it('are recorded in the audit log by their names', async () => {
    await write({ comment_moderation: true, description: 'Recorded' });
    const [event] = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=settings-updated')).body;
    assert.deepEqual(event.details.settings.sort(), ['comment_moderation', 'description']);
    assert.doesNotMatch(JSON.stringify(event), /Recorded/);
  });
});
