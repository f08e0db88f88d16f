// Tests that each request of a batch is authorized, validated and executed separately (protocol.md §14).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

describeEachEngine('a batch', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });
  after(() => site.database.close());

  const run = (requests: unknown, caller: Caller = 'editor', validation?: string) =>
    site.request(caller, 'POST', '/batch/v1', validation ? { requests, validation } : { requests });
  const codes = (response: { body: { responses: { status: number; body: { code?: string } }[] } }) =>
    response.body.responses.map(({ status, body }) => body.code ?? status);
  const posts = async () =>
    Number((await site.request('editor', 'GET', '/cms/v2/posts?status=any')).headers['X-CMS-Total']);

  it('keeps the changes before and after a failed request', async () => {
    const countBefore = await posts();
    const response = await run([
      { path: '/cms/v2/posts', body: { title: 'One' } },
      { path: '/cms/v2/posts', body: {} },
      { path: '/cms/v2/posts/999999', method: 'DELETE' },
      { path: '/cms/v2/posts?_fields=id', body: { title: 'Two' } },
    ]);
    assert.deepEqual(codes(response), [201, 'empty_content', 'rest_post_invalid_id', 201]);
    assert.deepEqual(Object.keys(response.body.responses[3].body), ['id']);
    assert.equal(await posts(), countBefore + 2);
  });

  it('waits for one flush to disk for all requests, which are transactions of their own', async () => {
    const before = site.database.statistics();
    const requests = Array.from({ length: 25 }, (_, n) => ({ path: '/cms/v2/posts', body: { title: `Post ${n}` } }));
    assert.deepEqual(codes(await run(requests)), Array(25).fill(201));
    const after = site.database.statistics();
    assert.ok(after.transactions - before.transactions >= 25);
    // PostgreSQL flushes by itself.
    assert.equal(after.syncs - before.syncs, engine.name === 'postgres' ? 0 : 1);
  });

  it('compares `If-Match` for each request, and returns the ETag of each item whose version it names', async () => {
    const [one, other] = [
      await site.create('/cms/v2/posts', { title: 'One' }),
      await site.create('/cms/v2/posts', { title: 'Other' }),
    ];
    const update = (id: number, title: string, tag: string) => ({
      ...{ path: `/cms/v2/posts/${id}`, method: 'PUT', body: { title }, headers: { 'If-Match': tag } },
    });
    const first = await run([update(one.id, 'Two', '*'), update(other.id, 'Two', '"outdated"')]);
    assert.deepEqual(codes(first), [200, 'rest_precondition_failed']);
    const { ETag: etag } = first.body.responses[0].headers;
    assert.match(etag, /^"[\w-]{22}"$/);
    const unnamed = await run([{ path: `/cms/v2/posts/${other.id}`, method: 'PUT', body: { title: 'Changed' } }]);
    assert.deepEqual(codes(unnamed), [200]);
    assert.equal(unnamed.body.responses[0].headers.ETag, undefined);
    assert.deepEqual(codes(await run([update(one.id, 'Three', etag), update(one.id, 'Four', etag)])), [
      200,
      'rest_precondition_failed',
    ]);
  });

  it('executes nothing if all requests must be valid and one is not', async () => {
    const countBefore = await posts();
    const requests = [
      { path: '/cms/v2/posts', body: { title: 'Never' } },
      { path: '/cms/v2/posts', body: { status: 'nonsense' } },
    ];
    const response = await run(requests, 'editor', 'require-all-validate');
    assert.equal(response.body.failed, 'validation');
    assert.equal(response.body.responses[0], null);
    assert.deepEqual(response.body.responses[1].body.code, 'rest_invalid_param');
    assert.equal(await posts(), countBefore);
  });

  it('authorizes each request as the caller of the batch, regardless of its headers', async () => {
    const authorization = 'Basic YWRtaW46eA==';
    const requests = [
      { path: '/cms/v2/categories', body: { name: 'Mine' }, headers: { authorization } },
      { path: '/cms/v2/posts', body: { title: 'x' }, headers: { Authorization: [authorization] } },
    ];
    assert.deepEqual(codes(await run(requests, 'contributor')), ['rest_cannot_create', 201]);
    assert.deepEqual(codes(await run(requests, 'anonymous')), ['rest_cannot_create', 'rest_cannot_create']);
  });

  it('rejects paths to other hosts or routes, and nested batches', async () => {
    const paths = [
      'http:///x',
      '//',
      'http://a:b/',
      'https://other.test/rest/cms/v2/posts',
      '//other.test/cms/v2/posts',
    ];
    const routes = ['cms/v2/posts', '/cms/v2/posts/', '/cms/../cms/v2/posts', '/cms/v2/posts/1/..', '', '/'];
    const response = await run([...paths, ...routes].map((path) => ({ path, body: { title: 'x' } })));
    const unreadable = paths.slice(0, 3).map(() => 'parse_path_failed');
    assert.deepEqual(codes(response), [...unreadable, ...Array(8).fill('rest_no_route')]);
    const inner = { path: '/batch/v1', body: { requests: [{ path: '/cms/v2/posts', body: { title: 'x' } }] } };
    assert.deepEqual(codes(await run([inner])), ['rest_batch_not_allowed']);
  });

  it('ignores method overrides inside a request', async () => {
    const requests = [
      { path: '/cms/v2/posts?_method=GET&_envelope&_embed&_fields=id', body: { title: 'x' } },
      { path: '/cms/v2/posts', headers: { 'X-HTTP-Method-Override': 'GET' }, body: { title: 'x' } },
    ];
    const response = await run(requests);
    assert.deepEqual(codes(response), [201, 201]);
    assert.deepEqual(Object.keys(response.body.responses[0].body), ['id']);
  });

  it('supports If-Match in a request', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'One' });
    const { etag } = await site.request('administrator', 'GET', `/cms/v2/posts/${id}?context=edit`);
    const change = (title: string) => ({ path: `/cms/v2/posts/${id}`, body: { title }, headers: { 'If-Match': etag } });
    const response = await run([change('Two'), change('Three')], 'administrator');
    assert.deepEqual(codes(response), [200, 'rest_precondition_failed']);
  });

  it('has a limit for the total length of the texts of its requests', async () => {
    const countBefore = await posts();
    const requests = [400, 700, 560, 24, 1100, 1].map((kilobytes, n) => ({
      path: '/cms/v2/posts?_fields=id',
      body: { title: `Part ${n}`, content: 'é'.repeat(kilobytes * 512) },
    }));
    const tooMuch = 'rest_too_much_text';
    const response = await run(requests);
    assert.deepEqual(codes(response), [201, tooMuch, 201, tooMuch, 'rest_invalid_param', 201]);
    assert.equal(await posts(), countBefore + 3);
    assert.deepEqual((await run(requests, 'editor', 'require-all-validate')).body.failed, 'validation');
    assert.equal(await posts(), countBefore + 3);
  });

  it('accepts less text in many requests than in one', async () => {
    const requests = Array.from({ length: 25 }, (_, n) => ({
      path: '/cms/v2/posts?_fields=id',
      body: { title: `Share ${n}`, content: 'é'.repeat(15 * 1024) },
    }));
    const response = await run(requests);
    const accepted = codes(response).filter((code) => code === 201).length;
    // Each request counts with its 30 KB, and each one after the first also with a fiftieth of the limit of 1 MB.
    assert.equal(accepted, Math.floor((1024 * 1024) / (30 * 1024 + 20 + (1024 * 1024) / 50)));
  });

  it('is rejected as a whole when malformed', async () => {
    const item = { path: '/cms/v2/posts', body: { title: 'x' } };
    const invalid: unknown[] = [
      Array(26).fill(item),
      'x',
      [5],
      [{}],
      [{ ...item, method: 'GET' }],
      [{ ...item, body: 'x' }],
    ];
    for (const requests of invalid)
      assert.equal((await run(requests)).status, 400, JSON.stringify(requests).slice(0, 60));
    const body =
      '{"requests":[{"path":"/cms/v2/posts","body":{"title":"x","__proto__":{"status":"publish"}},"__proto__":{"method":"DELETE"}}]}';
    const response = await run(JSON.parse(body).requests);
    assert.deepEqual(codes(response), [201]);
    assert.equal(response.body.responses[0].body.status, 'draft');
    assert.deepEqual(site.errors, []);
  });
});
