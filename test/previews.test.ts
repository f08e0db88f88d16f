// Addresses at which an entry is looked at without an account: who makes, sees and takes them back, and when they end.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, roles, type TestSite } from './site.ts';

const everybody: readonly Person[] = ['anonymous', ...roles, 'other'];

describeEachEngine('previews', (engine) => {
  let site: TestSite;
  let time = Date.parse('2026-03-01T10:00:00Z');
  before(async () => {
    site = await openTestSite({ database: await engine.open(), clock: () => time });
  });

  const path = '/octavo/v1/previews';
  const draft = () => site.make('/cms/v2/posts', { title: 'Draft', content: 'Draft words' }, 'author');
  const look = (api: string) => site.ask('anonymous', 'GET', api.replace('http://site.test/rest', ''));

  it('are made, listed and taken back by who may change the entry', async () => {
    const { id: entry } = await draft();
    const { id } = await site.make(path, { entry }, 'author');
    const table: [Person, number, number, number][] = [];
    for (const person of everybody)
      table.push([
        person,
        (await site.ask(person, 'POST', path, { entry })).status,
        (await site.ask(person, 'GET', `${path}?entry=${entry}`)).status,
        (await site.ask(person, 'DELETE', `${path}/${id}`)).status,
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
    assert.equal((await site.ask('author', 'GET', `${path}?entry=${entry}`)).body.length, 3);
  });

  it('show one entry as readers will see it, until they end or are taken back', async () => {
    const { id: entry } = await draft();
    const { id: another } = await draft();
    const made = await site.make(path, { entry, lifetime: 3600 }, 'author');
    assert.deepEqual([made.created, made.expires], ['2026-03-01T10:00:00', '2026-03-01T11:00:00']);
    const shown = await look(made.api);
    assert.deepEqual([shown.status, shown.body.content.rendered.trim()], [200, '<p>Draft words</p>']);
    assert.equal(shown.body.content.raw, undefined);
    assert.match(String(shown.headers['Cache-Control']), /no-store/);
    assert.equal((await look(made.api.replace(`posts/${entry}`, `posts/${another}`))).status, 401);
    assert.equal((await look(`${made.api}&context=edit`)).status, 401);
    const forge = (change: (sign: string) => string) =>
      look(made.api.replace(/(?<=preview_nonce=)\w+/, (sign: string) => encodeURIComponent(change(sign))));
    for (const change of [
      (sign: string) => `${sign}0`,
      (sign: string) => sign.slice(0, -1),
      (sign: string) => sign.replace(/^\w+?_/, 'zzzzzzzzzz_'),
      (sign: string) => sign.replace('_', '\0'),
      () => '',
      () => '_',
    ])
      assert.equal((await forge(change)).status, 401, String(change));
    const second = await site.make(path, { entry }, 'author');
    assert.notEqual(second.api, made.api);
    time += 3601 * 1000;
    const ended = await look(made.api);
    assert.deepEqual([ended.status, ended.body.code], [401, 'rest_forbidden']);
    assert.match(ended.body.message, /expired/);
    assert.equal((await site.ask('author', 'DELETE', `${path}/${made.id}`)).status, 404);
    assert.equal((await look(second.api)).status, 200);
    const { body } = await site.ask('author', 'DELETE', `${path}/${second.id}`);
    assert.deepEqual([body.deleted, body.previous.id], [true, second.id]);
    assert.equal((await look(second.api)).status, 401);
    assert.deepEqual((await site.ask('author', 'GET', `${path}?entry=${entry}`)).body, []);
  });

  it('of an autosave show that text and no other, and end with the entry', async () => {
    const { id: entry } = await site.make(
      '/cms/v2/posts',
      { title: 'Public', content: 'Old', status: 'publish' },
      'author',
    );
    const save = async (person: Person, content: string) =>
      (await site.ask(person, 'POST', `/cms/v2/posts/${entry}/autosaves`, { content })).body;
    const [mine, theirs] = [await save('author', 'Mine'), await save('editor', 'Theirs')];
    const made = await site.make(path, { entry, revision: mine.id }, 'author');
    assert.match((await look(made.api)).body.content.rendered, /Mine/);
    assert.equal((await look(made.api.replace(`autosaves/${mine.id}`, `autosaves/${theirs.id}`))).status, 401);
    assert.equal((await look(made.api.replace(`autosaves/${mine.id}`, 'autosaves'))).status, 401);
    const again = await save('author', 'Mine again');
    assert.equal(again.preview_link, mine.preview_link, 'the address stays as long as it holds');
    await site.ask('author', 'DELETE', `/cms/v2/posts/${entry}`);
    assert.equal((await look(made.api)).status, 401, 'in the trash');
    await site.ask('author', 'DELETE', `/cms/v2/posts/${entry}?force=true`);
    assert.equal((await look(made.api)).status, 404);
  });

  it('are refused where they cannot be', async () => {
    const { id: entry } = await draft();
    const { id: block } = await site.make('/cms/v2/blocks', { title: 'B', content: 'x', status: 'publish' });
    for (const [sent, status, code] of [
      [{}, 400, 'rest_missing_callback_param'],
      [{ entry: 'x' }, 400, 'rest_invalid_param'],
      [{ entry: 0 }, 400, 'rest_invalid_param'],
      [{ entry: 99_999_999 }, 404, 'rest_post_invalid_id'],
      [{ entry: block }, 404, 'rest_post_invalid_id'],
      [{ entry, lifetime: 59 }, 400, 'rest_invalid_param'],
      [{ entry, lifetime: 10 ** 9 }, 400, 'rest_invalid_param'],
      [{ entry, revision: 99_999_999 }, 404, 'rest_post_no_autosave'],
    ] as const) {
      const { status: found, body } = await site.ask('administrator', 'POST', path, sent);
      assert.deepEqual([found, body.code], [status, code], JSON.stringify(sent));
    }
    assert.equal((await site.ask('administrator', 'DELETE', `${path}/99999999999999999999`)).status, 404);
    for (let n = 0; n < 50; n += 1) await site.make(path, { entry }, 'author');
    assert.equal((await site.ask('author', 'POST', path, { entry })).body.code, 'rest_too_many_previews');
    assert.deepEqual(site.faults, []);
  });
});
