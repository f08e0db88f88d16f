// Secrets that were set or created are in no response, no export and no log afterwards: all GET routes are requested as an administrator.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { instances } from '../extensions/built-in.ts';
import { describeEachEngine } from './engines.ts';
import { sharedFixture } from './fixture-hooks.ts';
import { client, startProvider } from './mail-provider.ts';
import { openTestSite } from './site.ts';

const mail = '/cms-mail-smtp/setup-wizard/v1';

/** Routes whose responses do not end. They contain events, which never contain content (docs/events.md). */
const streams = ['/octavo/v1/events', '/octavo/v1/live'];

describeEachEngine('secrets', (engine) => {
  const provider = sharedFixture(() => startProvider());
  after(() => provider.close());
  const log: string[] = [];
  const record = (fields: object, event: string) => log.push(`${JSON.stringify(fields)} ${event}`);
  const site = sharedFixture(async () =>
    openTestSite({
      database: await engine.open(),
      extensions: instances.union ?? [],
      fetchLimits: { hosts: new Set(['127.0.0.1']), timeoutMs: 30_000 },
      logOf: () => ({ info: record, warn: record }),
    }),
  );

  const send = async (method: string, path: string, json?: object) => {
    const response = await site.request('administrator', method, path, json);
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };

  /** Sets or creates a secret of each kind, and returns them with what they are for. */
  const createSecrets = async (): Promise<ReadonlyMap<string, string>> => {
    const secrets = new Map([
      ['the password of the mail server', 'smtp-pa55word'],
      ['the client secret of the mail account', client.client_secret],
      ['the client secret of the payment provider', 'payment-s3cret'],
      ['the key of the spam-checking service', 'Abc012Def345'],
    ]);
    const google = {
      ...client,
      ...{ authorize_url: `${provider.root}/allow`, token_url: `${provider.root}/token` },
      ...{ revoke_url: '', host: '127.0.0.1', port: 2525, encryption: 'none' },
    };
    const smtp = { host: '127.0.0.1', port: 2526, encryption: 'none', user: 'site', password: 'smtp-pa55word' };
    await send('POST', `${mail}/update`, { value: { mail: { mailer: 'google' }, google, smtp } });
    const { oauth_url: url } = await send('POST', `${mail}/get-oauth-url`, { mailer: 'google' });
    const { searchParams } = new URL(provider.allow(url));
    await send('GET', `${mail}/oauth-callback?${searchParams}`);
    assert.equal((await send('POST', `${mail}/get-connected-data`, { mailer: 'google' })).connected, true);
    const issued = [...provider.tokens.keys()];
    assert.equal(issued.length, 1);
    secrets.set('the access token of the mail account', String(issued[0]));
    secrets.set('the refresh token of the mail account', String(issued[0]).replace('acc3ss', 'r3fresh'));
    const payment = { token_url: `${provider.root}/pay`, client_secret: 'payment-s3cret' };
    await send('POST', '/octavo/v1/extension-settings/cmsforms', { payment_provider: payment });
    await send('POST', '/spamfilter/v1/key', { key: 'Abc012Def345' });
    const webhook = await send('POST', '/octavo/v1/webhooks', { url: `${provider.root}/hook` });
    secrets.set('the secret of the webhook', webhook.secret);
    const token = 'the-t0ken-of-the-cdn';
    await send('POST', '/octavo/v1/webhooks', { url: `${provider.root}/purge`, format: 'fastly', token });
    secrets.set('the token of a webhook that purges a CDN', token);
    const { link } = await send('POST', '/octavo/v1/design-previews', {});
    secrets.set('the token of a preview of the design', new URL(link).searchParams.get('design_preview') ?? '');
    const created = await send('POST', '/cms/v2/users/me/application-passwords', { name: 'A program' });
    secrets.set('the application password', created.password);
    secrets.set('the application password without spaces', created.password.replaceAll(' ', ''));
    const user = { username: 'ina', email: 'ina@people.test', password: 'the-account-pa55word' };
    await send('POST', '/cms/v2/users', user);
    secrets.set('the password of a user', user.password);
    return secrets;
  };

  it('are in no response, no export and no log after they were set', async () => {
    const secrets = await createSecrets();
    for (const [name, secret] of secrets) assert.ok(secret.length >= 8, `${name}: ${secret}`);
    const webhooks = (await send('GET', '/octavo/v1/webhooks')) as { readonly id: number }[];
    const passwords = (await send('GET', '/cms/v2/users/me/application-passwords')) as { readonly uuid: string }[];
    const { id: form } = await send('POST', '/cms/v2/forms', { title: 'Contact', status: 'publish' });
    const { routes } = await send('GET', '/');
    const paths = Object.entries(routes as Readonly<Record<string, { readonly methods: readonly string[] }>>)
      .filter(([path, { methods }]) => methods.includes('GET') && !path.includes('(?P<') && !streams.includes(path))
      .map(([path]) => path);
    const withIds = [
      ...webhooks.flatMap(({ id }) => [`/octavo/v1/webhooks/${id}`, `/octavo/v1/webhooks/${id}/deliveries`]),
      ...passwords.map(({ uuid }) => `/cms/v2/users/me/application-passwords/${uuid}`),
      ...['csv', 'json'].map((type) => `/cmsforms/v1/forms/${form}/submissions/export/${type}`),
      ...(instances.union ?? []).map((name) => `/octavo/v1/extension-settings/${name}`),
      ...['cms/v2/users/me', 'cms/v2/users'].map((path) => `/${path}?context=edit`),
    ];
    let successes = 0;
    for (const path of [...paths, ...withIds]) {
      const { status, body, headers } = await site.request('administrator', 'GET', path);
      if (status === 200) successes += 1;
      assert.ok(status < 500, `${path}: ${status}`);
      requireNoSecret(
        secrets,
        path,
        `${typeof body === 'string' ? body : JSON.stringify(body)} ${JSON.stringify(headers)}`,
      );
    }
    assert.ok(successes > 60, `only ${successes} of ${paths.length} routes responded`);
    for (const name of ['settings', 'hydrate', 'health', 'get-partner-plugins-info'])
      requireNoSecret(secrets, name, JSON.stringify(await send('POST', `${mail}/${name}`)));
    // Exports of settings that are imported again contain no secrets either.
    const { settings } = await send('POST', `${mail}/import-settings`, {
      value: await send('POST', `${mail}/settings`),
    });
    requireNoSecret(secrets, 'import-settings', JSON.stringify(settings));
    requireNoSecret(secrets, 'the log', log.join('\n'));
    assert.ok(log.some((line) => line.includes('mail account connected')));
    assert.deepEqual(site.errors, []);
  });
});

function requireNoSecret(secrets: ReadonlyMap<string, string>, where: string, text: string): void {
  for (const [name, secret] of secrets)
    assert.ok(!text.includes(secret) && !text.includes(encodeURIComponent(secret)), `${where} contains ${name}`);
}
