// Lists of long texts: built a few texts at a time, within a limit, others being served between them.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { textOf } from '../server/http/json-text.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const count = 24;
const textBytes = 300_000;

interface Record_ {
  readonly id: number;
  readonly content: { readonly raw?: string; readonly rendered: string };
}

describeEachEngine('a list of long texts', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
    for (let n = 0; n < count; n += 1) {
      const words = n % 3 === 0 ? 'Short.' : `${`Text ${n} goes on. `.repeat(textBytes / 17)}`;
      await site.make('/cms/v2/posts', { title: `Post ${n}`, status: 'publish', content: words });
    }
  });
  after(() => site.database.close());

  /** Answers a request as the edge has it answered: what is held, and how many turns of the event loop it left to others. */
  async function ask(path: string, authorization?: string) {
    const held: number[] = [];
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const hold = async (bytes: number) => void held.push(bytes);
    const request = makeRequest('GET', path, authorization === undefined ? {} : { headers: { authorization } });
    const answer = await site.service.dispatch({ ...request, hold });
    isDone = true;
    const body = JSON.parse(textOf(answer.body ?? 'null'));
    return { status: answer.status, body, parts: answer.body, held, turns };
  }

  for (const context of ['view', 'edit'])
    it(`is the same as its items, and leaves turns to others while it is built (${context})`, async () => {
      const authorization = context === 'edit' ? site.authorizationOf('administrator') : undefined;
      const path = `/cms/v2/posts?per_page=${count}&context=${context}`;
      const { status, body, parts, held, turns } = await ask(path, authorization);
      assert.equal(status, 200);
      assert.equal(body.length, count);
      for (const record of body as Record_[]) {
        const one = await ask(`/cms/v2/posts/${record.id}?context=${context}`, authorization);
        const { _links: _one, ...own } = one.body;
        const { _links: _other, ...listed } = record as Record_ & { _links: unknown };
        assert.deepEqual(listed, own);
      }
      assert.ok(Array.isArray(parts), 'it is sent in parts');
      assert.ok(turns >= count / 3, `${turns} turns were left to others`);
      const size = (parts as { bytes: Buffer }[]).reduce((sum, { bytes }) => sum + bytes.length, 0);
      const total = held.reduce((sum, bytes) => sum + bytes, 0);
      assert.ok(total > size * 0.8, `${total} of ${size} bytes were held`);
      assert.ok(Math.max(...held) < 5 * textBytes, `${Math.max(...held)} bytes were held at once`);
    });

  it('of revisions is built in the same way', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'Changed', status: 'publish' });
    const texts = Array.from({ length: 6 }, (_, n) => `Version ${n}. `.repeat(textBytes / 11));
    for (const content of texts) await site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { content });
    const { body, held, turns } = await ask(
      `/cms/v2/posts/${id}/revisions?context=edit`,
      site.authorizationOf('administrator'),
    );
    const raw = (body as Record_[]).map(({ content }) => content.raw ?? '');
    for (const text of texts) assert.ok(raw.includes(text) || raw.includes(text.trim()));
    assert.ok(turns >= texts.length && held.length >= texts.length, `${turns} turns, ${held.length} times held`);
  });

  it('reads what its items embed once, however many are built apart', async () => {
    const authorization = site.authorizationOf('administrator');
    const statementsOf = async (query: string) => {
      await site.make('/cms/v2/tags', { name: `Changed before ${query}` });
      const before = site.database.statistics().statements;
      assert.equal((await ask(`/cms/v2/posts?per_page=${count}&${query}`, authorization)).status, 200);
      return site.database.statistics().statements - before;
    };
    const plain = await statementsOf('exclude=900001');
    const embedding = await statementsOf('exclude=900002&_embed=author');
    assert.ok(embedding <= plain + 3, `${embedding} statements, ${plain} without embedding`);
  });

  it('counts what is embedded as often as it is in the list', async () => {
    const description = 'word '.repeat(200_000);
    await site.ask('administrator', 'POST', '/cms/v2/users/me', { description });
    const path = (perPage: number) => `/cms/v2/posts?per_page=${perPage}&_embed=author&_fields=id,_links,_embedded`;
    const { status, parts, held, turns } = await ask(path(14));
    assert.equal(status, 200);
    assert.ok(Array.isArray(parts), 'it is sent in parts');
    const size = (parts as { bytes: Buffer }[]).reduce((sum, { bytes }) => sum + bytes.length, 0);
    const total = held.reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(size > 14 * description.length * 0.9 && total > size * 0.9, `${total} of ${size} bytes were held`);
    assert.ok(turns > 1, `${turns} turns were left to others`);
    const refused = await ask(path(18));
    assert.deepEqual([refused.status, refused.body.code], [400, 'rest_response_too_large']);
    await site.ask('administrator', 'POST', '/cms/v2/users/me', { description: '' });
  });

  it('is refused where it must be written in one piece and is too long for that', async () => {
    const { status, body } = await ask(`/cms/v2/posts?per_page=${count}&_envelope`);
    // The refusal is in the envelope.
    assert.deepEqual([status, body.status, body.body.code], [200, 400, 'rest_response_too_large']);
    assert.deepEqual(body.body.data.params, ['per_page', '_fields']);
    assert.equal((await ask('/cms/v2/posts?per_page=3&_envelope')).body.status, 200);
    assert.equal((await ask(`/cms/v2/posts?per_page=${count}&_envelope&_fields=id`)).body.status, 200);
  });
});
