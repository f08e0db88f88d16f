// Batches (protocol.md §14): one object a request, judged, checked and carried out by itself.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';

describeEachEngine('a batch', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });
  after(() => site.database.close());

  const run = (requests: unknown, person: Person = 'editor', validation?: string) =>
    site.ask(person, 'POST', '/batch/v1', validation ? { requests, validation } : { requests });
  const codes = (answer: { body: { responses: { status: number; body: { code?: string } }[] } }) =>
    answer.body.responses.map(({ status, body }) => body.code ?? status);
  const posts = async () =>
    Number((await site.ask('editor', 'GET', '/cms/v2/posts?status=any')).headers['X-CMS-Total']);

  it('keeps what came before and after a request that fails', async () => {
    const had = await posts();
    const answer = await run([
      { path: '/cms/v2/posts', body: { title: 'One' } },
      { path: '/cms/v2/posts', body: {} },
      { path: '/cms/v2/posts/999999', method: 'DELETE' },
      { path: '/cms/v2/posts?_fields=id', body: { title: 'Two' } },
    ]);
    assert.deepEqual(codes(answer), [201, 'empty_content', 'rest_post_invalid_id', 201]);
    assert.deepEqual(Object.keys(answer.body.responses[3].body), ['id']);
    assert.equal(await posts(), had + 2);
  });

  it('carries out nothing where all must be valid and one is not', async () => {
    const had = await posts();
    const requests = [
      { path: '/cms/v2/posts', body: { title: 'Never' } },
      { path: '/cms/v2/posts', body: { status: 'nonsense' } },
    ];
    const answer = await run(requests, 'editor', 'require-all-validate');
    assert.equal(answer.body.failed, 'validation');
    assert.equal(answer.body.responses[0], null);
    assert.deepEqual(answer.body.responses[1].body.code, 'rest_invalid_param');
    assert.equal(await posts(), had);
  });

  it('judges each request for who sends the batch, whatever its headers say', async () => {
    const authorization = 'Basic YWRtaW46eA==';
    const requests = [
      { path: '/cms/v2/categories', body: { name: 'Mine' }, headers: { authorization } },
      { path: '/cms/v2/posts', body: { title: 'x' }, headers: { Authorization: [authorization] } },
    ];
    assert.deepEqual(codes(await run(requests, 'contributor')), ['rest_cannot_create', 201]);
    assert.deepEqual(codes(await run(requests, 'anonymous')), ['rest_cannot_create', 'rest_cannot_create']);
  });

  it('refuses paths that lead elsewhere, and batches within it', async () => {
    const paths = [
      'http:///x',
      '//',
      'http://a:b/',
      'https://other.test/rest/cms/v2/posts',
      '//other.test/cms/v2/posts',
    ];
    const routes = ['cms/v2/posts', '/cms/v2/posts/', '/cms/../cms/v2/posts', '/cms/v2/posts/1/..', '', '/'];
    const answer = await run([...paths, ...routes].map((path) => ({ path, body: { title: 'x' } })));
    const unreadable = paths.slice(0, 3).map(() => 'parse_path_failed');
    assert.deepEqual(codes(answer), [...unreadable, ...Array(8).fill('rest_no_route')]);
    const inner = { path: '/batch/v1', body: { requests: [{ path: '/cms/v2/posts', body: { title: 'x' } }] } };
    assert.deepEqual(codes(await run([inner])), ['rest_batch_not_allowed']);
  });

  it('heeds no disguise inside a request', async () => {
    const requests = [
      { path: '/cms/v2/posts?_method=GET&_envelope&_embed&_fields=id', body: { title: 'x' } },
      { path: '/cms/v2/posts', headers: { 'X-HTTP-Method-Override': 'GET' }, body: { title: 'x' } },
    ];
    const answer = await run(requests);
    assert.deepEqual(codes(answer), [201, 201]);
    assert.deepEqual(Object.keys(answer.body.responses[0].body), ['id']);
  });

  it('lets a request say what state it has seen', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'One' });
    const { etag } = await site.ask('administrator', 'GET', `/cms/v2/posts/${id}?context=edit`);
    const change = (title: string) => ({ path: `/cms/v2/posts/${id}`, body: { title }, headers: { 'If-Match': etag } });
    const answer = await run([change('Two'), change('Three')], 'administrator');
    assert.deepEqual(codes(answer), [200, 'rest_precondition_failed']);
  });

  it('may hold as much text as one request, in all its requests together', async () => {
    const had = await posts();
    const requests = [400, 700, 560, 24, 1100, 1].map((kilobytes, n) => ({
      path: '/cms/v2/posts?_fields=id',
      body: { title: `Part ${n}`, content: 'é'.repeat(kilobytes * 512) },
    }));
    const tooMuch = 'rest_too_much_text';
    const answer = await run(requests);
    assert.deepEqual(codes(answer), [201, tooMuch, 201, tooMuch, 'rest_invalid_param', 201]);
    assert.equal(await posts(), had + 3);
    assert.deepEqual((await run(requests, 'editor', 'require-all-validate')).body.failed, 'validation');
    assert.equal(await posts(), had + 3);
  });

  it('holds less text in many requests than in one', async () => {
    const requests = Array.from({ length: 25 }, (_, n) => ({
      path: '/cms/v2/posts?_fields=id',
      body: { title: `Share ${n}`, content: 'é'.repeat(15 * 1024) },
    }));
    const answer = await run(requests);
    const accepted = codes(answer).filter((code) => code === 201).length;
    // Each counts its 30 KB, and each after the first a fiftieth of the limit of 1 MB.
    assert.equal(accepted, Math.floor((1024 * 1024) / (30 * 1024 + 20 + (1024 * 1024) / 50)));
  });

  it('refuses as a whole what is no batch', async () => {
    const item = { path: '/cms/v2/posts', body: { title: 'x' } };
    const wrong: unknown[] = [
      Array(26).fill(item),
      'x',
      [5],
      [{}],
      [{ ...item, method: 'GET' }],
      [{ ...item, body: 'x' }],
    ];
    for (const requests of wrong)
      assert.equal((await run(requests)).status, 400, JSON.stringify(requests).slice(0, 60));
    const body =
      '{"requests":[{"path":"/cms/v2/posts","body":{"title":"x","__proto__":{"status":"publish"}},"__proto__":{"method":"DELETE"}}]}';
    const answer = await run(JSON.parse(body).requests);
    assert.deepEqual(codes(answer), [201]);
    assert.equal(answer.body.responses[0].body.status, 'draft');
    assert.deepEqual(site.faults, []);
  });
});
