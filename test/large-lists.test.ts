// Tests that lists of long texts are built in parts, within a memory limit, and that other requests are handled in between.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { toText } from '../server/http/json-text.ts';
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
      const content = n % 3 === 0 ? 'Short.' : `${`Text ${n} goes on. `.repeat(textBytes / 17)}`;
      await site.create('/cms/v2/posts', { title: `Post ${n}`, status: 'publish', content });
    }
  });
  after(() => site.database.close());

  /**
   * Sends a request as the edge does. Returns the response, the sizes of the reservations in bytes, and the number of event loop turns
   * until the response was complete.
   */
  async function dispatch(path: string, authorization?: string) {
    const reservedBytes: number[] = [];
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const reserve = async (bytes: number) => void reservedBytes.push(bytes);
    const request = makeRequest('GET', path, authorization === undefined ? {} : { headers: { authorization } });
    const response = await site.service.dispatch({ ...request, reserve });
    isDone = true;
    const body = JSON.parse(toText(response.body ?? 'null'));
    return { status: response.status, body, parts: response.body, reservedBytes, turns };
  }

  for (const context of ['view', 'edit'])
    it(`contains the same records as its items, and yields to other requests while it is built (${context})`, async () => {
      const authorization = context === 'edit' ? site.authorizationOf('administrator') : undefined;
      const path = `/cms/v2/posts?per_page=${count}&context=${context}`;
      const { status, body, parts, reservedBytes, turns } = await dispatch(path, authorization);
      assert.equal(status, 200);
      assert.equal(body.length, count);
      for (const record of body as Record_[]) {
        const one = await dispatch(`/cms/v2/posts/${record.id}?context=${context}`, authorization);
        const { _links: _one, ...item } = one.body;
        const { _links: _other, ...listed } = record as Record_ & { _links: unknown };
        assert.deepEqual(listed, item);
      }
      assert.ok(Array.isArray(parts), 'the response is sent in parts');
      assert.ok(turns >= count / 3, `${turns} turns for other requests`);
      const size = (parts as { bytes: Buffer }[]).reduce((sum, { bytes }) => sum + bytes.length, 0);
      const total = reservedBytes.reduce((sum, bytes) => sum + bytes, 0);
      assert.ok(total > size * 0.8, `${total} of ${size} bytes were reserved`);
      assert.ok(
        Math.max(...reservedBytes) < 5 * textBytes,
        `${Math.max(...reservedBytes)} bytes were reserved at once`,
      );
    });

  it('of revisions is built in the same way', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'Changed', status: 'publish' });
    const texts = Array.from({ length: 6 }, (_, n) => `Version ${n}. `.repeat(textBytes / 11));
    for (const content of texts) await site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { content });
    const { body, reservedBytes, turns } = await dispatch(
      `/cms/v2/posts/${id}/revisions?context=edit`,
      site.authorizationOf('administrator'),
    );
    const raw = (body as Record_[]).map(({ content }) => content.raw ?? '');
    for (const text of texts) assert.ok(raw.includes(text) || raw.includes(text.trim()));
    assert.ok(
      turns >= texts.length && reservedBytes.length >= texts.length,
      `${turns} turns, ${reservedBytes.length} reservations`,
    );
  });

  it('reads embedded records once, regardless of the number of parts', async () => {
    const authorization = site.authorizationOf('administrator');
    const statementsOf = async (query: string) => {
      await site.create('/cms/v2/tags', { name: `Changed before ${query}` });
      const before = site.database.statistics().statements;
      assert.equal((await dispatch(`/cms/v2/posts?per_page=${count}&${query}`, authorization)).status, 200);
      return site.database.statistics().statements - before;
    };
    const plain = await statementsOf('exclude=900001');
    const embedding = await statementsOf('exclude=900002&_embed=author');
    assert.ok(embedding <= plain + 3, `${embedding} statements, ${plain} without embedding`);
  });

  it('counts embedded records as often as they occur in the list', async () => {
    const description = 'word '.repeat(200_000);
    await site.request('administrator', 'POST', '/cms/v2/users/me', { description });
    const path = (perPage: number) => `/cms/v2/posts?per_page=${perPage}&_embed=author&_fields=id,_links,_embedded`;
    const { status, parts, reservedBytes, turns } = await dispatch(path(14));
    assert.equal(status, 200);
    assert.ok(Array.isArray(parts), 'the response is sent in parts');
    const size = (parts as { bytes: Buffer }[]).reduce((sum, { bytes }) => sum + bytes.length, 0);
    const total = reservedBytes.reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(size > 14 * description.length * 0.9 && total > size * 0.9, `${total} of ${size} bytes were reserved`);
    assert.ok(turns > 1, `${turns} turns for other requests`);
    const rejected = await dispatch(path(18));
    assert.deepEqual([rejected.status, rejected.body.code], [400, 'rest_response_too_large']);
    await site.request('administrator', 'POST', '/cms/v2/users/me', { description: '' });
  });

  it('is rejected if it must be built as a whole and exceeds the limit', async () => {
    const { status, body } = await dispatch(`/cms/v2/posts?per_page=${count}&_envelope`);
    // The error is inside the envelope.
    assert.deepEqual([status, body.status, body.body.code], [200, 400, 'rest_response_too_large']);
    assert.deepEqual(body.body.data.params, ['per_page', '_fields']);
    assert.equal((await dispatch('/cms/v2/posts?per_page=3&_envelope')).body.status, 200);
    assert.equal((await dispatch(`/cms/v2/posts?per_page=${count}&_envelope&_fields=id`)).body.status, 200);
  });
});
