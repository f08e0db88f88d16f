// Tests of setting up a new site with the link that the service prints.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openVisitor } from '../../test/visitor.ts';
import type { Database } from '../database/handle.ts';
import { migrateAll } from '../database/migrate.ts';
import { statement } from '../database/statement.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';
import { openDiskStore } from '../files/disk-store.ts';
import { toText } from '../http/json-text.ts';
import { makeRequest } from '../http/request.ts';
import { initializeSite } from '../initialize-site.ts';
import { makeService, type Service } from '../service.ts';
import { makeSite } from '../site.ts';
import { makeSiteSetup } from './set-up-site.ts';
import { createSetupSecret } from './setup-link.ts';

const settingsStatement = statement((q) => q.selectFrom('settings').select(['name', 'value']));
const auditStatement = statement((q) => q.selectFrom('audit_log').selectAll());

/** The fields that a user fills in. */
const account = {
  title: 'Tea & cake',
  login: 'mia',
  email: 'mia@example.org',
  'new-password': 'correct horse battery',
  again: 'correct horse battery',
};

describeEachEngine('setting up a new site', (engine) => {
  const opened: { readonly service: Service; readonly database: Database; readonly folder: string }[] = [];
  after(async () => {
    for (const { service, database, folder } of opened) {
      await service.close();
      service.mediaWorkers.close();
      await database.close();
      await rm(folder, { recursive: true });
    }
  });

  /** Opens a new site without an administrator. */
  async function openNewSite() {
    let time = Date.UTC(2026, 0, 2, 3, 4, 5);
    const database = await engine.open();
    await migrateAll(database, migrationSetsOf([]));
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-setup-'));
    const served = { database, site: makeSite('http://site.test'), files: await openDiskStore(folder) };
    const service = await makeService(served, { time: { clock: () => time } });
    opened.push({ service, database, folder });
    await initializeSite(service, database, undefined, { withAdministrator: false });
    service.screens.offerSetup(makeSiteSetup(service, database, '/admin/'));
    const read = async (path: string) => {
      const { status, body } = await service.dispatch(makeRequest('GET', path));
      return { status, body: JSON.parse(toText(body ?? '')) };
    };
    return {
      ...{ service, database, read },
      later: (milliseconds: number) => {
        time += milliseconds;
      },
      createSecret: async () =>
        (await createSetupSecret(database, service)) ?? assert.fail('there is an administrator'),
      submit: (fields: Readonly<Record<string, string>>) =>
        openVisitor({ service }).submitForm('/account/setup', { ...account, ...fields }),
    };
  }

  it('creates the administrator, who is signed in and becomes the author of the content', async () => {
    const site = await openNewSite();
    const before = await site.read('/cms/v2/posts?_embed');
    assert.deepEqual([before.status, before.body.length, before.body[0].author], [200, 1, 0]);
    const browser = openVisitor(site);
    assert.match((await browser.get('/account/sign-in')).body, /not set up yet/);
    const secret = await site.createSecret();
    const { status, location } = await browser.submitForm('/account/setup', { ...account, link: secret });
    assert.deepEqual([status, location], [303, '/admin/']);
    assert.match((await browser.get('/account/profile')).body, /mia@example\.org/);
    const [post] = (await site.read('/cms/v2/posts?_embed')).body;
    const { body: users } = await site.read('/cms/v2/users');
    assert.deepEqual(
      users.map(({ id, name }: { id: number; name: string }) => [id, name]),
      [[post.author, 'mia']],
    );
    const { title, email } = site.service.settings.values;
    assert.deepEqual([title, email], ['Tea &amp; cake', 'mia@example.org']);
    const [created] = await site.database.read.all(auditStatement, {});
    assert.deepEqual([created?.action, created?.origin], ['user-created', '192.0.2.7']);
    await openVisitor(site).signIn('mia', account['new-password']);
  });

  it('has the chosen language, or else that of the browser', async () => {
    for (const [fields, headers, language] of [
      [{}, {}, 'en_US'],
      [{}, { 'accept-language': 'de-AT, en;q=0.8' }, 'de_DE'],
      [{ language: 'en' }, { 'accept-language': 'de' }, 'en_US'],
      [{ language: 'de' }, {}, 'de_DE'],
      [{ language: 'fr' }, {}, 'en_US'],
    ] as const) {
      const site = await openNewSite();
      const browser = openVisitor(site, headers);
      const { body } = await browser.get('/account/setup');
      const preselected = 'accept-language' in headers ? 'de' : 'en';
      assert.deepEqual(
        [...body.matchAll(/name="language" type="radio" value="(\w+)"( checked)?/g)].map(([, value, checked]) => [
          value,
          checked !== undefined,
        ]),
        ['en', 'de'].map((value) => [value, value === preselected]),
      );
      const link = await site.createSecret();
      assert.equal((await browser.submitForm('/account/setup', { ...account, ...fields, link })).status, 303);
      assert.equal(site.service.settings.values.language, language);
    }
  });

  it('accepts the whole link instead of its secret, and stores neither', async () => {
    const site = await openNewSite();
    const secret = await site.createSecret();
    const stored = JSON.stringify(await site.database.read.all(settingsStatement, {}));
    assert.ok(!stored.includes(secret));
    assert.equal((await site.submit({ link: `http://site.test/account/setup#${secret}` })).status, 303);
    assert.ok(!JSON.stringify(await site.database.read.all(settingsStatement, {})).includes('setup_link'));
  });

  it('shows the URL of the site, and warns if the page was opened at another one', async () => {
    const site = await openNewSite();
    const pageAt = async (host: string) =>
      (
        await site.service.screens.handle({
          ...{ method: 'GET', path: '/account/setup', query: '', headers: { host }, fields: new URLSearchParams() },
          ip: '192.0.2.7',
        })
      ).body;
    const own = await pageAt('site.test');
    assert.match(own, /The URL of the site is <strong>http:\/\/site\.test<\/strong>\. If this URL is wrong/);
    assert.match(await pageAt('<b>.test'), /You have opened this page at <strong>&lt;b&gt;\.test<\/strong>/);
  });

  describe('rejects', () => {
    it('an unknown, replaced or expired link, and changes nothing', async () => {
      const site = await openNewSite();
      assert.equal((await site.submit({ link: 'x'.repeat(43) })).status, 400, 'there is no link');
      const replaced = await site.createSecret();
      const current = await site.createSecret();
      for (const link of ['', 'x', replaced, current.slice(1)])
        assert.match((await site.submit({ link })).body, /This link is not valid/);
      site.later(3_600_000);
      assert.match((await site.submit({ link: current })).body, /This link is not valid/);
      assert.deepEqual((await site.read('/cms/v2/users')).body, []);
    });

    it('invalid fields, and keeps what was entered except for passwords', async () => {
      const site = await openNewSite();
      const link = await site.createSecret();
      for (const [fields, message] of [
        [{ login: 'mia müller' }, /A username may contain only/],
        [{ login: 'm'.repeat(61) }, /at most 60 characters/],
        [{ email: 'mia' }, /No email can be sent/],
        [{ email: `${'m'.repeat(65)}@example.org` }, /No email can be sent/],
        [{ 'new-password': 'short', again: 'short' }, /at least 8 characters/],
        [{ again: 'another password' }, /do not match/],
      ] as const) {
        const { status, body } = await site.submit({ link, ...fields });
        assert.equal(status, 400);
        assert.match(body, message);
        assert.match(body, /value="Tea &amp; cake"/);
        assert.ok(!body.includes(account['new-password']));
      }
      assert.equal((await site.submit({ link })).status, 303);
    });

    it('a second use, also at the same time', async () => {
      const site = await openNewSite();
      const link = await site.createSecret();
      const logins = ['mia', 'ben', 'eve'];
      const outcomes = await Promise.all(
        logins.map((login) => site.submit({ link, login, email: `${login}@example.org` })),
      );
      assert.equal(outcomes.filter(({ status }) => status === 303).length, 1);
      assert.equal((await openVisitor(site).get('/account/setup')).status, 410);
      assert.equal(await createSetupSecret(site.database, site.service), undefined);
      const administrators = (await site.database.read.all(auditStatement, {})).filter(
        ({ action }) => action === 'user-created',
      );
      assert.equal(administrators.length, 1);
    });

    it('a form that another site has submitted', async () => {
      const site = await openNewSite();
      const link = await site.createSecret();
      const submitted = await openVisitor(site).post('/account/setup', { ...account, link });
      assert.equal(submitted.status, 403);
      assert.deepEqual((await site.read('/cms/v2/users')).body, []);
    });
  });

  for (const [start, posts, location] of [
    ['example', 1, '/admin/'],
    ['empty', 0, '/admin/'],
    ['demo', 10, '/admin/'],
    ['import', 1, '/admin/operations/import'],
    ['restore', 1, '/admin/operations/backups?upload'],
    ['something else', 1, '/admin/'],
  ] as const)
    it(`begins as chosen: ${start}`, async () => {
      const site = await openNewSite();
      const outcome = await site.submit({ link: await site.createSecret(), start });
      assert.equal(outcome.location, location);
      assert.equal((await site.read('/cms/v2/posts')).body.length, posts);
    });
});

describeEachEngine('the setup screen', (engine) => {
  it('does not exist on a site that is set up', async () => {
    const { openTestSite } = await import('../../test/site.ts');
    const site = await openTestSite({ database: await engine.open() });
    assert.equal((await openVisitor(site).get('/account/setup')).status, 404);
    assert.match((await openVisitor(site).get('/account/sign-in')).body, /<h1>Sign in<\/h1>/);
    await site.database.close();
  });
});
