// What an application password was limited to when it was made holds on every route, in batches and in what is embedded.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type Answered, openTestSite, type TestSite } from './site.ts';

describeEachEngine('limits of application passwords', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => now, pause: async () => {} });
  });
  after(() => assert.deepEqual(site.faults, []));

  const own = '/cms/v2/users/me/application-passwords';

  /** A password of the administrator with these limits, and what asks with it. */
  const limited = async (limits: object) => {
    const body = await site.make(own, { name: 'limited', ...limits });
    const authorization = `Basic ${Buffer.from(`admin:${body.password}`).toString('base64')}`;
    const ask = (method: string, address: string, json?: unknown): Promise<Answered> =>
      site.ask('anonymous', method, address, json, { authorization });
    return { body, ask };
  };
  const told = ({ status, body }: Answered) => [status, body.code];

  test('what has none shows none, and what has some shows them', async () => {
    const plain = await site.make(own, { name: 'plain', read_only: false, namespaces: [], expires: null });
    assert.deepEqual(Object.keys(plain), [
      'uuid',
      'app_id',
      'name',
      'password',
      'created',
      'last_used',
      'last_ip',
      '_links',
    ]);
    const { body, ask } = await limited({
      read_only: true,
      namespaces: ['cms/v2', 'cms/v2'],
      expires: '2026-05-01T14:30:00+02:00',
    });
    const shown = { expires: '2026-05-01T12:30:00', read_only: true, namespaces: ['cms/v2'] };
    const { expires, read_only, namespaces } = body;
    assert.deepEqual({ expires, read_only, namespaces }, shown);
    const { body: seen } = await ask('GET', `${own}/introspect?_fields=expires,read_only,namespaces`);
    assert.deepEqual(seen, shown);
  });

  test('limits that cannot be are refused', async () => {
    for (const limits of [
      { expires: '2026-05-01T12:00:00' },
      { expires: 'tomorrow' },
      { expires: '2027-02-30T00:00:00' },
      { namespaces: ['cms/v3'] },
      { namespaces: ['cms/v2', ''] },
      { read_only: 'perhaps' },
    ]) {
      const answer = await site.ask('administrator', 'POST', own, { name: 'x', ...limits });
      assert.deepEqual(told(answer), [400, 'rest_invalid_param'], JSON.stringify(limits));
    }
  });

  test('limits stay as they were made', async () => {
    const { body, ask } = await limited({ namespaces: ['cms/v2'] });
    const { body: changed } = await ask('POST', `${own}/${body.uuid}`, {
      name: 'renamed',
      namespaces: [],
      read_only: true,
    });
    assert.deepEqual([changed.name, changed.namespaces, changed.read_only], ['renamed', ['cms/v2'], undefined]);
  });

  test('one that may only read changes nothing, on any route and by any way', async () => {
    const { ask } = await limited({ read_only: true });
    const post = await site.make('/cms/v2/posts', { title: 'Stays', status: 'publish' });
    const refused = [403, 'rest_application_password_read_only'];
    for (const { declared, endpoints } of site.service.table.routes) {
      const address = declared.path
        .replace('<user_id>', 'me')
        .replace('<id>', String(declared.path.includes('/posts/') ? post.id : 1))
        .replace(/<\w+>/g, '1');
      for (const { declared: endpoint } of endpoints) {
        if (endpoint.methods.includes('GET')) continue;
        for (const method of endpoint.methods) {
          const { status, body } = await ask(method, address, {});
          assert.ok(status >= 400 && status < 500, `${method} ${address}: ${status}`);
          assert.ok(status !== 403 || body.code === refused[1], `${method} ${address}: ${body.code}`);
        }
      }
    }
    const address = `/cms/v2/posts/${post.id}`;
    const wish = { title: 'Changed' };
    const authorized = await Promise.all([
      ask('POST', address, wish),
      ask('GET', `${address}?_method=PUT`, wish),
      ask('POST', '/batch/v1', { requests: [{ path: address, method: 'PUT', body: wish }] }),
      ask('DELETE', `${address}?force=true`),
      ask('POST', '/cms/v2/settings', { title: 'Changed' }),
      ask('POST', own, { name: 'another' }),
      ask('DELETE', own),
    ]);
    for (const answer of authorized) assert.deepEqual(told(answer), refused);
    const { body, headers } = await ask('GET', `${address}?context=edit`);
    assert.deepEqual([body.title.raw, headers.Allow], ['Stays', 'GET']);
    assert.deepEqual(body._links.self[0].targetHints.allow, ['GET']);
  });

  test('one of a namespace is of use there alone, also in batches and for what is embedded', async () => {
    const { ask } = await limited({ namespaces: ['octavo/v1'] });
    const refused = [403, 'rest_application_password_out_of_scope'];
    assert.equal((await ask('GET', '/octavo/v1/audit-log')).status, 200);
    assert.equal((await ask('GET', '/')).status, 200);
    for (const address of ['/cms/v2/posts', '/cms/v2/users/me', '/cms-block-editor/v1/navigation-fallback'])
      assert.deepEqual(told(await ask('GET', address)), refused, address);
    const requests = [{ path: '/cms/v2/posts', method: 'POST', body: { title: 'x' } }];
    const { body: batch } = await ask('POST', '/batch/v1', { requests });
    assert.deepEqual([batch.responses[0].status, batch.responses[0].body.code], refused);
    const editor = await limited({ namespaces: ['cms-block-editor/v1'] });
    const { body } = await editor.ask('GET', '/cms-block-editor/v1/navigation-fallback?_embed');
    assert.deepEqual([body._embedded.self[0].code, body.id > 0], [refused[1], true]);
  });

  test('one that has expired is nobody, at once and for good', async () => {
    const { ask } = await limited({ expires: '2026-05-01T12:00:10' });
    assert.equal((await ask('GET', '/cms/v2/users/me')).status, 200);
    now += 10_000;
    const { status, headers } = await ask('GET', '/cms/v2/users/me');
    assert.deepEqual([status, headers['X-CMS-Credential']], [401, 'refused']);
  });

  test('check 19: a limited one makes no credentials that are not', async () => {
    const user = await site.make('/cms/v2/users', { username: 'u', email: 'u@site.test', password: 'p' });
    for (const limits of [{ namespaces: ['cms/v2'] }, { expires: '2026-06-01T00:00:00' }]) {
      const { ask } = await limited(limits);
      const wishes: [address: string, json: object, code: string][] = [
        [own, { name: 'another' }, 'rest_cannot_create_application_passwords'],
        [
          `/cms/v2/users/${user.id}/application-passwords`,
          { name: 'another' },
          'rest_cannot_create_application_passwords',
        ],
        ['/cms/v2/users', { username: 'v', email: 'v@site.test', password: 'p' }, 'rest_cannot_create_user'],
        ['/cms/v2/users/me', { password: 'mine' }, 'rest_cannot_edit'],
        ['/cms/v2/users/me', { email: 'mine@site.test' }, 'rest_cannot_edit'],
        [`/cms/v2/users/${user.id}`, { password: 'mine' }, 'rest_cannot_edit'],
        [`/cms/v2/users/${user.id}`, { roles: ['administrator'] }, 'rest_cannot_edit_roles'],
      ];
      for (const [address, json, code] of wishes) {
        assert.deepEqual(told(await ask('POST', address, json)), [403, code], JSON.stringify(json));
        if (address === own || address.endsWith('passwords')) continue;
        const { body } = await ask('POST', '/batch/v1', { requests: [{ path: address, method: 'POST', body: json }] });
        const item = body.responses[0];
        const expected = address.endsWith('/me') ? [400, 'rest_batch_not_allowed'] : [403, code];
        assert.deepEqual([item.status, item.body.code], expected, JSON.stringify(json));
      }
      assert.equal((await ask('POST', '/cms/v2/users/me', { description: 'Mine' })).status, 200);
    }
  });

  test('one that expires makes no webhook that would tell on after it', async () => {
    const hooks = '/octavo/v1/webhooks';
    const { id } = await site.make(hooks, { url: 'https://93.184.216.34/' });
    const { ask } = await limited({ expires: '2026-06-01T00:00:00' });
    const code = 'rest_cannot_manage_webhooks';
    for (const [method, address, json] of [
      ['POST', hooks, { url: 'https://93.184.216.34/' }],
      ['PATCH', `${hooks}/${id}`, { url: 'https://93.184.216.35/' }],
      ['POST', `${hooks}/${id}/secret`, {}],
    ] as const)
      assert.deepEqual(told(await ask(method, address, json)), [403, code], `${method} ${address}`);
    assert.equal((await ask('GET', `${hooks}/${id}`)).status, 200);
    assert.equal((await ask('POST', `${hooks}/${id}/deliveries`)).status, 201);
    assert.equal((await ask('DELETE', `${hooks}/${id}`)).status, 200);
    const lasting = await limited({ namespaces: ['octavo/v1'] });
    assert.equal((await lasting.ask('POST', hooks, { url: 'https://93.184.216.34/' })).status, 201);
    const reading = await limited({ read_only: true });
    assert.deepEqual(told(await reading.ask('POST', hooks, { url: 'https://93.184.216.34/' })), [
      403,
      'rest_application_password_read_only',
    ]);
    const elsewhere = await limited({ namespaces: ['cms/v2'] });
    for (const address of [hooks, '/octavo/v1/events'])
      assert.deepEqual(told(await elsewhere.ask('GET', address)), [403, 'rest_application_password_out_of_scope']);
  });
});
