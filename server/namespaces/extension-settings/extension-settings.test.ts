// Tests the settings of extensions for administrators, with an extension that declares them and nothing else.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Type } from '../../../contract/grammar/schema.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { administrators, callers } from '../../../test/permission-rows.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import { ApiError } from '../../api-error.ts';
import { issueApplicationPassword } from '../../cms-v2/application-passwords/issue.ts';
import { statement } from '../../database/statement.ts';
import { type Extension, requireValidExtension } from '../../extensions/extension.ts';

const path = '/octavo/v1/extension-settings/shop';

const allSettings = statement((q) => q.selectFrom('settings').select(['name', 'value']));

const line = (more: object = {}) => Type.String({ maxLength: 100, ...more });

const settings = {
  currency: Type.Unsafe<string>({ type: 'string', enum: ['EUR', 'USD'], enumLabels: { EUR: 'Euro' }, default: 'EUR' }),
  gateway: Type.Object(
    { url: line({ pattern: '^https://' }), user: line(), token: line({ writeOnly: true, boundTo: ['url'] }) },
    { title: 'Gateway', additionalProperties: false, default: { url: 'https://pay.test', user: '', token: '' } },
  ),
  rates: Type.Array(Type.Object({ name: line({ minLength: 1 }), percent: Type.Integer({ maximum: 100 }) }), {
    maxItems: 5,
    default: [],
  }),
  license: line({ writeOnly: true, default: '' }),
  orders: Type.Integer({ default: 7 }),
};

const shop = (more: Partial<Extension> = {}): Extension => ({
  ...{ name: 'shop', version: '1.0.0', title: 'Shop', description: 'Sells things.', namespace: 'shop/v1' },
  resources: [],
  settings,
  adminSettings: ['currency', 'gateway', 'rates', 'license'],
  open: () => ({
    modules: [],
    settingsRules: {
      async prepare({ submitted, next }) {
        if (submitted.includes('license') && next.license === 'stolen')
          throw new ApiError('shop_invalid_license', 400, 'This license is invalid.');
        return submitted.includes('license') ? { orders: 0 } : undefined;
      },
      apply: async (_tx, { current, next }) => (next.currency === current.currency ? undefined : { rates: [] }),
    },
  }),
  ...more,
});

describeEachEngine('settings of extensions for administrators', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open(), extensions: [shop(), 'union'] });
  });
  after(() => assert.deepEqual(site.errors, []));

  const read = () => site.request('administrator', 'GET', path);
  const write = (input: object, headers?: Readonly<Record<string, string>>) =>
    site.request('administrator', 'PATCH', path, input, headers);
  const storedText = async () => JSON.stringify(await site.database.read.all(allSettings, {})).replaceAll('\\', '');

  it('require manage_options, and an application password for the namespace of the extension', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH']) {
      const responses = await Promise.all(
        callers.map((caller) => site.request(caller, method, path, method === 'GET' ? undefined : {})),
      );
      assert.deepEqual(
        responses.map(({ status }) => status),
        administrators,
        method,
      );
    }
    for (const [limits, status] of [
      [{ namespaces: ['octavo/v1'] }, 403],
      [{ namespaces: ['octavo/v1', 'shop/v1'] }, 200],
    ] as const) {
      const { password } = await issueApplicationPassword(
        { database: site.database, ...site.service },
        { userId: site.ids.administrator, name: 'limited', limits: { readOnly: false, expires: null, ...limits } },
      );
      const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
      assert.equal((await site.request('anonymous', 'PATCH', path, {}, { authorization })).status, status);
    }
  });

  it('are described with objects, lists and secrets', async () => {
    const { groups } = (await site.request('administrator', 'GET', '/octavo/v1/setting-groups')).body;
    const group = groups.find(({ name }: { name: string }) => name === 'shop');
    assert.deepEqual(
      [group.path, group.settings.map(({ name }: { name: string }) => name)],
      [path, ['currency', 'gateway', 'rates', 'license']],
    );
    const [currency, gateway, rates, license] = group.settings;
    assert.deepEqual(currency.choices, [
      { value: 'EUR', label: 'Euro' },
      { value: 'USD', label: 'USD' },
    ]);
    assert.deepEqual(gateway.schema.properties.token, {
      ...{ type: 'string', maxLength: 100, writeOnly: true, boundTo: ['url'], title: 'Token' },
    });
    assert.equal(rates.schema.items.properties.name.title, 'Name');
    assert.deepEqual([license.label, license.schema.writeOnly], ['License', true]);
  });

  it('merge objects, never return secrets, and record only names', async () => {
    const { status, body } = await write({
      gateway: { token: 'very secret', user: 'me' },
      rates: [{ name: 'Books', percent: 7 }],
      license: 'also secret',
    });
    assert.equal(status, 200, JSON.stringify(body));
    const expected = {
      ...{ currency: 'EUR', rates: [{ name: 'Books', percent: 7 }], license_set: true },
      gateway: { url: 'https://pay.test', user: 'me', token_set: true },
    };
    assert.deepEqual(body, expected);
    const { body: current } = await read();
    assert.deepEqual(current, expected);
    assert.match(await storedText(), /"token":"very secret"/);
    const log = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=settings-updated')).body;
    assert.deepEqual(log[0].details.settings, ['gateway.token', 'gateway.user', 'rates', 'license']);
    const everything = [body, current, log, (await site.request('administrator', 'GET', '/octavo/v1/events')).body];
    assert.doesNotMatch(JSON.stringify(everything), /secret"/);
    assert.match(await storedText(), /extension:shop:orders","value":"0"/, 'the rule stores a further setting');
    assert.deepEqual((await write({ gateway: { user: '' } })).body.gateway, { ...expected.gateway, user: '' });
    assert.match(await storedText(), /"token":"very secret"/, 'the secret is unchanged');
  });

  it('send no secret elsewhere: it is submitted again with what it is bound to, or deleted', async () => {
    const { status, body } = await write({ gateway: { url: 'https://thief.test' } });
    assert.deepEqual([status, body.code, Object.keys(body.data.params)], [400, 'rest_secret_required', ['gateway']]);
    assert.equal((await read()).body.gateway.url, 'https://pay.test');
    const replaced = await write({ gateway: { url: 'https://new.test', token: 'other' } });
    assert.deepEqual([replaced.body.gateway.url, replaced.body.gateway.token_set], ['https://new.test', true]);
    const deleted = await write({ gateway: { url: 'https://newer.test', token: '' } });
    assert.deepEqual([deleted.body.gateway.url, deleted.body.gateway.token_set], ['https://newer.test', false]);
    assert.equal((await write({ gateway: { url: 'https://pay.test' } })).status, 200, 'without a secret it can change');
  });

  it('are rejected together if one is invalid, or if a rule rejects them', async () => {
    const before = (await read()).body;
    for (const [input, code] of [
      [{ currency: 'GBP' }, 'rest_invalid_param'],
      [{ gateway: { url: 'http://pay.test' } }, 'rest_invalid_param'],
      [{ gateway: { token_set: false } }, 'rest_invalid_param'],
      [{ gateway: 'none' }, 'rest_invalid_param'],
      [{ gateway: { url: null } }, 'rest_invalid_param'],
      [{ rates: [{ name: '', percent: 7 }] }, 'rest_invalid_param'],
      [{ rates: [{ percent: 7 }] }, 'rest_invalid_param'],
      [{ rates: Array.from({ length: 6 }, () => ({ name: 'x', percent: 1 })) }, 'rest_invalid_param'],
      [{ license: 'x'.repeat(101) }, 'rest_invalid_param'],
      [{ license: 'stolen' }, 'shop_invalid_license'],
    ] as const) {
      const { status, body } = await write({ rates: [{ name: 'Lost', percent: 1 }], ...input });
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(input).slice(0, 80));
    }
    assert.deepEqual((await read()).body, before);
    const ignored = await write(JSON.parse('{"orders":1,"license_set":true,"__proto__":{"currency":"USD"}}'));
    assert.deepEqual([ignored.status, ignored.body], [200, before]);
  });

  it('are reset by null, also the secrets in them', async () => {
    await write({ gateway: { user: 'me', token: 'hidden' }, currency: 'USD', license: 'hidden' });
    const { body } = await write({ gateway: null, currency: null, license: null });
    assert.deepEqual(body.gateway, { url: 'https://pay.test', user: '', token_set: false });
    assert.deepEqual([body.currency, body.license_set], ['EUR', false]);
    assert.doesNotMatch(await storedText(), /hidden/);
  });

  it('add what a rule returns in the transaction', async () => {
    await write({ rates: [{ name: 'Books', percent: 7 }] });
    assert.deepEqual((await write({ currency: 'USD' })).body.rates, []);
    await write({ currency: 'EUR' });
  });

  it('are not changed if If-Match does not match, also after a secret was replaced', async () => {
    await write({ license: 'first' });
    const { etag } = await read();
    await write({ license: 'second' });
    assert.equal((await write({ currency: 'USD' }, { 'if-match': etag })).status, 412);
    const { etag: current } = await read();
    assert.notEqual(current, etag);
    assert.equal((await write({ rates: [] }, { 'if-match': current })).status, 200);
  });

  it('of built-in extensions keep their rules', async () => {
    const of = (extension: string) => (input: object) =>
      site.request('administrator', 'POST', `/octavo/v1/extension-settings/${extension}`, input);
    const [mail, forms, spam] = [of('mail-smtp'), of('cmsforms'), of('spamfilter')];
    const { body } = await mail({ mail: { mailer: 'smtp' } });
    assert.deepEqual([body.code, body.message], ['rest_invalid_param', 'smtp[host] is required for the mailer smtp.']);
    const smtp = { host: 'smtp.test', user: 'me', password: 'hidden' };
    assert.equal((await mail({ mail: { mailer: 'smtp' }, smtp })).body.smtp.password_set, true);
    assert.equal((await mail({ smtp: { host: 'other.test' } })).body.code, 'rest_secret_required');
    assert.equal((await mail({ smtp: { encryption: 'none' } })).body.code, 'mail_smtp_secret_needed');
    assert.equal((await mail({ google: { token_url: 'http://x.test' } })).body.code, 'rest_invalid_param');
    assert.equal((await mail({ mail: { mailer: 'none' }, smtp: { password: '' } })).body.smtp.password_set, false);
    const provider = { token_url: 'https://pay.test/token', client_secret: 'hidden' };
    assert.equal((await forms({ payment_provider: provider })).body.payment_provider.client_secret_set, true);
    const moved = { payment_provider: { token_url: 'https://thief.test/token' } };
    assert.equal((await forms(moved)).body.code, 'rest_secret_required');
    assert.equal((await spam({ spamfilter_endpoint: 'http://x.test' })).body.code, 'rest_invalid_param');
    assert.equal((await spam({ key: 'short' })).body.code, 'rest_invalid_param');
    const compatible = await site.requestCompatible('administrator', 'GET', '/octavo/v1/extension-settings/akismet');
    assert.deepEqual(Object.keys(compatible.body), [
      ...[
        'akismet_strictness',
        'akismet_show_user_comments_approved',
        'akismet_threshold',
        'akismet_endpoint',
        'key_set',
      ],
    ]);
  });

  it('are validated at the start', () => {
    const errorOf = (more: Partial<Extension>) => {
      try {
        requireValidExtension(shop(more), []);
        return undefined;
      } catch (error) {
        return String(error);
      }
    };
    const secret = line({ writeOnly: true, default: '' });
    const inList = Type.Array(Type.Object({ token: secret }), { default: [] });
    const properties = { token: secret };
    const secretsElsewhere = [
      { type: ['object', 'null'], properties },
      { type: 'object', additionalProperties: secret },
      { type: 'object', properties: { host: line({}) }, additionalProperties: secret },
      { type: 'object', patternProperties: { '^token': secret } },
      { anyOf: [{ type: 'null' }, { type: 'object', properties }] },
      { oneOf: [secret] },
      { allOf: [secret] },
      { type: 'array', prefixItems: [secret] },
      { type: ['object', 'null'], properties: { default: secret } },
    ].map((schema) => Type.Unsafe({ ...schema, default: {} }));
    assert.equal(errorOf({}), undefined);
    assert.match(errorOf({ adminSettings: ['missing'] }) ?? '', /lists missing in adminSettings/);
    for (const [declared, message] of [
      [line({ writeOnly: true, minLength: 1, default: '' }), /whose default does not match its schema/],
      ...[inList, ...secretsElsewhere].map(
        (schema) => [schema, /has a secret in token that is not a property/] as const,
      ),
      [Type.Integer({ writeOnly: true, default: 0 }), /is not a string/],
      [{ ...secret, default: 'x' }, /is not a string/],
      [{ ...secret, boundTo: ['url'] }, /binds the secret token to url/],
      [Type.Object({ deep: Type.Object({ token: secret }) }, { default: {} }), /has a secret in token\[deep\]/],
    ] as const)
      assert.match(errorOf({ settings: { token: declared }, adminSettings: ['token'] }) ?? '', message);
  });
});
