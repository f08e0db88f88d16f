// Tests rows with damaged JSON: other rows are unaffected, damaged values are read as empty, and writes that would replace
// a damaged value fail.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../server/database/handle.ts';
import { statement } from '../server/database/statement.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

/** Values that can result from a disk error or from manual edits, and that are invalid in a JSON column. */
const damagedValues = ['{"a":', 'ZZZZ', '\u0001', 'null', '[1]', '"text"', '7'];

describeEachEngine('damaged stored JSON', (engine) => {
  let site: TestSite;
  let database: Database;
  let folder: string;
  const ids: Record<string, number> = {};
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-damaged-'));
    database = await engine.open();
    site = await openTestSite({ database, files: await openDiskStore(folder), extensions: ['cmsforms', 'age-check'] });
    for (const base of ['posts', 'pages', 'blocks', 'navigation'])
      ids[base] = (await site.create(`/cms/v2/${base}`, { title: 'One', content: 'A text.', status: 'publish' })).id;
    const headers = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' };
    ids.media = (await site.sendBody('administrator', 'POST', '/cms/v2/media', Buffer.from('text'), headers)).body.id;
    await site.create('/octavo/v1/webhooks', { url: 'https://93.184.216.34/', kinds: ['entry.created'] });
    const fields = [{ name: 'name', kind: 'text', label: 'Name', required: true }];
    const meta = { fields };
    ids.form = (await site.create('/cms/v2/forms', { title: 'Form', status: 'publish', meta })).id;
    await site.create(`/cmsforms/v1/forms/${ids.form}/submissions`, { values: { name: 'Ann' } });
    await site.create('/cms/v2/users/me/application-passwords', { name: 'limited', namespaces: ['cms/v2'] });
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const damage = (table: string, column: string, text: string, where = '1 = 1') =>
    database.schemaChange((tx) =>
      tx.execute(`update ${table} set ${column} = '${text.replaceAll("'", "''")}' where ${where}`),
    );
  const admin = (method: string, path: string, json?: unknown) =>
    site.request('administrator', method, `/cms/v2/${path}`, json);

  for (const text of damagedValues) {
    const description = JSON.stringify(text);

    it(`of entries is read as empty, and is not replaced: ${description}`, async () => {
      await damage('entries', 'meta', text);
      for (const base of ['posts', 'pages', 'blocks', 'navigation']) {
        for (const query of ['?context=edit', '?context=edit&_fields=id,meta']) {
          const list = await admin('GET', `${base}${query}`);
          assert.equal(list.status, 200, JSON.stringify(list.body));
          assert.ok(list.body.some(({ id }: { id: number }) => id === ids[base]));
        }
        assert.equal((await admin('GET', `${base}/${ids[base]}?context=edit`)).status, 200);
        const rejected = await admin('POST', `${base}/${ids[base]}`, { title: 'Two', meta: { footnotes: '[]' } });
        assert.deepEqual([rejected.status, rejected.body.code], [503, 'rest_storage_unusable'], base);
        assert.equal((await admin('GET', `${base}/${ids[base]}?context=edit`)).body.title.raw, 'One');
      }
      await damage('entries', 'meta', '');
      assert.equal((await admin('POST', `posts/${ids.posts}`, { meta: { footnotes: '[]' } })).status, 200);
    });

    it(`of users, files and settings is read as empty: ${description}`, async () => {
      await damage('users', 'meta', text);
      await damage('media', 'details', text);
      await damage('settings', 'value', text, "name = 'posts_per_page'");
      for (const path of ['users?context=edit', 'users/me?context=edit', 'media?context=edit', `media/${ids.media}`])
        assert.equal((await admin('GET', path)).status, 200, path);
      const rejected = await admin('POST', 'users/me', { meta: { persisted_preferences: {} } });
      assert.deepEqual([rejected.status, rejected.body.code], [503, 'rest_storage_unusable']);
      assert.equal((await admin('GET', 'settings')).status, 200);
      assert.equal((await admin('POST', 'settings', { posts_per_page: 10 })).body.posts_per_page, 10);
      await damage('users', 'meta', '');
    });

    it(`of webhooks, application passwords, forms and the audit log is read as empty: ${description}`, async () => {
      await damage('cmsforms_submissions', 'answers', text);
      const submissions = await site.request('administrator', 'GET', `/cmsforms/v1/forms/${ids.form}/submissions`);
      assert.deepEqual([submissions.status, submissions.body[0].values], [200, {}]);
      await damage('webhooks', 'kinds', text);
      await damage('application_passwords', 'namespaces', text, "name = 'limited'");
      assert.equal((await site.request('administrator', 'GET', '/octavo/v1/webhooks')).status, 200);
      assert.equal((await admin('GET', 'users/me/application-passwords')).status, 200);
      await damage('audit_log', 'details', text);
      const log = await site.request('administrator', 'GET', '/octavo/v1/audit-log');
      assert.deepEqual([log.status, log.body[0].details], [200, {}]);
    });
  }

  it('of fonts, styles, images and settings of extensions is not replaced by partial updates', async () => {
    const settings = JSON.stringify({
      name: 'Box',
      slug: 'box',
      fontFamily: 'Box',
      preview: 'https://site.test/a.svg',
    });
    const family = (await site.create('/cms/v2/font-families', { font_family_settings: settings })).id;
    const themes = (await admin('GET', 'themes/quarto')).body;
    const styles = Number(/\d+$/.exec(themes._links['cms:user-global-styles'][0].href)?.[0]);
    const url = '/age-check/v3/admin/settings';
    const selected = (terms: object) => site.request('administrator', 'POST', url, { selected_terms: terms });
    assert.equal((await selected({ category: [1] })).status, 200);
    const stored = async (table: string, column: string, where: string) => {
      const found = statement(
        () => sql<{ text: string }>`select ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.raw(where)}`,
      );
      return (await database.read.all(found, {})).map(({ text }) => text);
    };
    const updates = [
      [
        'entries',
        'content',
        `id = ${family}`,
        () => admin('POST', `font-families/${family}`, { font_family_settings: '{"fontFamily":"B"}' }),
      ],
      ['entries', 'content', `id = ${styles}`, () => admin('POST', `global-styles/${styles}`, { settings: {} })],
      ['media', 'details', `entry_id = ${ids.media}`, () => admin('POST', `media/${ids.media}/finalize`, {})],
      ['settings', 'value', "name = 'extension:age-check:selected_terms'", () => selected({ post_tag: [] })],
    ] as const;
    for (const [table, column, where, update] of updates) {
      await damage(table, column, '{"a":', where);
      const { status, body } = await update();
      assert.deepEqual([status, body.code], [503, 'rest_storage_unusable'], `${table} ${JSON.stringify(body)}`);
      assert.deepEqual(await stored(table, column, where), ['{"a":'], table);
      await damage(table, column, '{}', where);
      assert.equal((await update()).status, 200, table);
    }
  });

  it("in an application password's restrictions disables the password", async () => {
    const made = await site.create('/cms/v2/users/me/application-passwords', {
      name: 'more',
      namespaces: ['oembed/1.0'],
    });
    const authorization = `Basic ${Buffer.from(`admin:${made.password}`).toString('base64')}`;
    for (const text of damagedValues) {
      await damage('application_passwords', 'namespaces', text, "name = 'more'");
      const response = await site.request('anonymous', 'GET', '/cms/v2/users/me', undefined, { authorization });
      assert.equal(response.status, 503, `${text}: ${JSON.stringify(response.body)}`);
    }
  });

  it('is not reported as an internal error', () => assert.deepEqual(site.errors, []));
});
