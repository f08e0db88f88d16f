// Tests preview links, with which visitors can read an entry without an account: permissions, presentation and expiry.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type Caller, openTestSite, roles, type TestSite } from './site.ts';

const callers: readonly Caller[] = ['anonymous', ...roles, 'other'];

describeEachEngine('previews', (engine) => {
  let site: TestSite;
  let time = Date.parse('2026-03-01T10:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time });
  });

  const path = '/octavo/v1/previews';
  const createDraft = () => site.create('/cms/v2/posts', { title: 'Draft', content: 'Draft words' }, 'author');
  const openPreview = (api: string) => site.request('anonymous', 'GET', api.replace('http://site.test/rest', ''));

  it('are created, listed and revoked by users who may edit the entry', async () => {
    const { id: entry } = await createDraft();
    const { id } = await site.create(path, { entry }, 'author');
    const table: [Caller, number, number, number][] = [];
    for (const caller of callers)
      table.push([
        caller,
        (await site.request(caller, 'POST', path, { entry })).status,
        (await site.request(caller, 'GET', `${path}?entry=${entry}`)).status,
        (await site.request(caller, 'DELETE', `${path}/${id}`)).status,
      ]);
    assert.deepEqual(table, [
      ['anonymous', 401, 401, 401],
      ['subscriber', 403, 403, 403],
      ['contributor', 403, 403, 403],
      ['author', 201, 200, 200],
      ['editor', 201, 200, 404],
      ['administrator', 201, 200, 404],
      ['other', 403, 403, 404],
    ]);
    assert.equal((await site.request('author', 'GET', `${path}?entry=${entry}`)).body.length, 3);
  });

  it('present one entry as it will be published, until they expire or are revoked', async () => {
    const { id: entry } = await createDraft();
    const { id: another } = await createDraft();
    const preview = await site.create(path, { entry, lifetime: 3600 }, 'author');
    assert.deepEqual([preview.created, preview.expires], ['2026-03-01T10:00:00', '2026-03-01T11:00:00']);
    const opened = await openPreview(preview.api);
    assert.deepEqual([opened.status, opened.body.content.rendered.trim()], [200, '<p>Draft words</p>']);
    assert.equal(opened.body.content.raw, undefined);
    assert.match(String(opened.headers['Cache-Control']), /no-store/);
    assert.equal((await openPreview(preview.api.replace(`posts/${entry}`, `posts/${another}`))).status, 401);
    assert.equal((await openPreview(`${preview.api}&context=edit`)).status, 401);
    const openForged = (change: (sign: string) => string) =>
      openPreview(preview.api.replace(/(?<=preview_nonce=)\w+/, (sign: string) => encodeURIComponent(change(sign))));
    for (const change of [
      (sign: string) => `${sign}0`,
      (sign: string) => sign.slice(0, -1),
      (sign: string) => sign.replace(/^\w+?_/, 'zzzzzzzzzz_'),
      (sign: string) => sign.replace('_', '\0'),
      () => '',
      () => '_',
    ])
      assert.equal((await openForged(change)).status, 401, String(change));
    const second = await site.create(path, { entry }, 'author');
    assert.notEqual(second.api, preview.api);
    time += 3601 * 1000;
    const expired = await openPreview(preview.api);
    assert.deepEqual([expired.status, expired.body.code], [401, 'rest_forbidden']);
    assert.match(expired.body.message, /expired/);
    assert.equal((await site.request('author', 'DELETE', `${path}/${preview.id}`)).status, 404);
    assert.equal((await openPreview(second.api)).status, 200);
    const { body } = await site.request('author', 'DELETE', `${path}/${second.id}`);
    assert.deepEqual([body.deleted, body.previous.id], [true, second.id]);
    assert.equal((await openPreview(second.api)).status, 401);
    assert.deepEqual((await site.request('author', 'GET', `${path}?entry=${entry}`)).body, []);
  });

  it('of an autosave present only its text, and are invalid when the entry is deleted', async () => {
    const { id: entry } = await site.create(
      '/cms/v2/posts',
      { title: 'Public', content: 'Old', status: 'publish' },
      'author',
    );
    const save = async (caller: Caller, content: string) =>
      (await site.request(caller, 'POST', `/cms/v2/posts/${entry}/autosaves`, { content })).body;
    const [authorsAutosave, editorsAutosave] = [await save('author', 'Mine'), await save('editor', 'Theirs')];
    const preview = await site.create(path, { entry, revision: authorsAutosave.id }, 'author');
    assert.match((await openPreview(preview.api)).body.content.rendered, /Mine/);
    assert.equal(
      (await openPreview(preview.api.replace(`autosaves/${authorsAutosave.id}`, `autosaves/${editorsAutosave.id}`)))
        .status,
      401,
    );
    assert.equal((await openPreview(preview.api.replace(`autosaves/${authorsAutosave.id}`, 'autosaves'))).status, 401);
    const again = await save('author', 'Mine again');
    assert.equal(again.preview_link, authorsAutosave.preview_link, 'the link stays the same while it is valid');
    await site.request('author', 'DELETE', `/cms/v2/posts/${entry}`);
    assert.equal((await openPreview(preview.api)).status, 401, 'in the trash');
    await site.request('author', 'DELETE', `/cms/v2/posts/${entry}?force=true`);
    assert.equal((await openPreview(preview.api)).status, 404);
  });

  it('are rejected with an error if the input is invalid', async () => {
    const { id: entry } = await createDraft();
    const { id: block } = await site.create('/cms/v2/blocks', { title: 'B', content: 'x', status: 'publish' });
    for (const [input, status, code] of [
      [{}, 400, 'rest_missing_callback_param'],
      [{ entry: 'x' }, 400, 'rest_invalid_param'],
      [{ entry: 0 }, 400, 'rest_invalid_param'],
      [{ entry: 99_999_999 }, 404, 'rest_post_invalid_id'],
      [{ entry: block }, 404, 'rest_post_invalid_id'],
      [{ entry, lifetime: 59 }, 400, 'rest_invalid_param'],
      [{ entry, lifetime: 10 ** 9 }, 400, 'rest_invalid_param'],
      [{ entry, revision: 99_999_999 }, 404, 'rest_post_no_autosave'],
    ] as const) {
      const { status: actualStatus, body } = await site.request('administrator', 'POST', path, input);
      assert.deepEqual([actualStatus, body.code], [status, code], JSON.stringify(input));
    }
    assert.equal((await site.request('administrator', 'DELETE', `${path}/99999999999999999999`)).status, 404);
    for (let n = 0; n < 50; n += 1) await site.create(path, { entry }, 'author');
    assert.equal((await site.request('author', 'POST', path, { entry })).body.code, 'rest_too_many_previews');
    assert.deepEqual(site.errors, []);
  });
});
