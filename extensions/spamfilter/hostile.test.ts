// Tests attacks on the spam filter by anonymous callers, administrators without the key, and malicious spam-checking services.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it, mock } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type Builder, statement } from '../../server/database/statement.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import { startStopwatch } from '../../test/stopwatch.ts';

let respond: (response: ServerResponse) => void = () => {};
const requestedPaths: string[] = [];
const checker = createServer((request, response) => {
  request.resume();
  requestedPaths.push(request.url ?? '');
  respond(response);
});
let endpoint = '';
before(async () => {
  checker.listen(0, '127.0.0.1');
  await once(checker, 'listening');
  endpoint = `http://127.0.0.1:${(checker.address() as AddressInfo).port}/1.1`;
});
after(() => {
  checker.closeAllConnections();
  checker.close();
});

/** Runs a function with a tenth of the timeouts of its requests. Returns the sum of the original timeouts, in milliseconds. */
async function withShortTimeouts(run: () => Promise<void>): Promise<number> {
  const { timeout } = AbortSignal;
  let sum = 0;
  const { mock: shortened } = mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
    sum += milliseconds;
    return timeout.call(AbortSignal, milliseconds / 10);
  });
  try {
    await run();
  } finally {
    shortened.restore();
  }
  return sum;
}

const key = 'aB3dE5gH7jK9';
const featuresStatement = statement((q: Builder) => q.selectFrom('spamfilter_signs' as never).selectAll()) as never;

describeEachEngine('the spam filter under attack', (engine) => {
  let site: TestSite;
  let now = Date.now();
  let post: number;
  const statements: string[] = [];
  before(async () => {
    site = await openTestSite({
      database: await engine.open({ onStatement: (sql: string) => void statements.push(sql) }),
      ...{ extensions: ['spamfilter'], clock: () => now, fetchLimits: { hosts: new Set(['127.0.0.1']) } },
    });
    ({ id: post } = await site.create('/cms/v2/posts', { title: 'A post', content: 'Text.', status: 'publish' }));
    await send('PATCH', 'settings', { spamfilter_endpoint: endpoint });
  });
  after(() => assert.deepEqual(site.errors, []));

  const send = (method: string, path: string, json?: object) =>
    site.request('administrator', method, `/spamfilter/v1/${path}`, json);
  const comment = async (person: 'subscriber' | 'contributor' | 'author', content: string) => {
    now += 60_000;
    const { body } = await site.request(person, 'POST', '/cms/v2/comments', { post, content });
    return (await site.request('administrator', 'GET', `/cms/v2/comments/${body.id}?context=edit`)).body;
  };
  const move = (id: number, status: string) =>
    site.request('administrator', 'POST', `/cms/v2/comments/${id}`, { status });
  const deliverEvents = () => site.service.tasks.deliverEvents((error) => site.errors.push(error));
  const learned = async (sign: string) => {
    const rows = (await site.database.read.all(featuresStatement, {})) as { sign: string; spam: number; ham: number }[];
    return rows.find((row) => row.sign === sign);
  };

  it('learns from a limited number of comments without a moderator decision', async () => {
    const { id } = await comment('subscriber', 'The first remark is looked at.');
    await move(id, 'approved');
    for (let n = 0; n < 15; n += 1)
      assert.equal((await comment('subscriber', `Casino number ${n}.`)).status, 'approved');
    await deliverEvents();
    assert.equal((await learned('casino'))?.ham, 10, 'at most ten comments of one author train the filter');
    await move((await comment('contributor', 'Looked at as well.')).id, 'approved');
    for (let n = 0; n < 15; n += 1) await comment('contributor', `Poker number ${n}.`);
    await deliverEvents();
    assert.equal((await learned('poker'))?.ham, 10);
    await move((await comment('author', 'A third one is looked at.')).id, 'approved');
    for (let n = 0; n < 15; n += 1) await comment('author', `Roulette number ${n}.`);
    await deliverEvents();
    assert.equal(
      (await learned('roulette'))?.ham ?? 0,
      3,
      'at most twenty comments of all authors train the filter, plus one per moderator decision',
    );
    const [first] = (await site.request('administrator', 'GET', '/cms/v2/comments?search=Casino number 3')).body;
    await move(first.id, 'spam');
    await deliverEvents();
    const { spam, ham } = (await learned('casino')) ?? {};
    assert.deepEqual([spam, ham], [1, 9], 'the decision of a moderator takes precedence');
  });

  it('does not send the key to another spam-checking service', async () => {
    respond = (response) => response.end('valid');
    await send('POST', 'key', { key });
    requestedPaths.length = 0;
    const moved = await send('PATCH', 'settings', { spamfilter_endpoint: `${endpoint}/elsewhere` });
    assert.deepEqual([moved.status, moved.body.code], [409, 'spamfilter_key_set']);
    assert.equal(
      (await send('PATCH', 'settings', { spamfilter_endpoint: endpoint, spamfilter_strictness: false })).status,
      200,
    );
    for (const wrong of [
      'http://checker.test/1.1',
      'https://a:b@checker.test/',
      'ftp://checker.test/',
      'https://c.test/?a',
      'x',
    ])
      assert.equal((await send('PATCH', 'settings', { spamfilter_endpoint: wrong })).status, 400, wrong);
    await comment('contributor', 'Asked about once more.');
    assert.ok(requestedPaths.length > 0 && requestedPaths.every((path) => path.startsWith('/1.1/comment-check')));
  });

  it('tolerates spam-checking services that hang, redirect, or send invalid or endless responses', async () => {
    const cases: Record<string, (response: ServerResponse) => void> = {
      redirects: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'sends an invalid response': (response) => response.end('{"true": true}'),
      'closes the connection': (response) => response.destroy(),
      'sends an endless response': (response) => {
        const chunk = Buffer.alloc(64 * 1024, 't');
        const more = (): unknown => response.destroyed || response.write(chunk, () => setImmediate(more));
        more();
      },
    };
    respond = () => {};
    const timeoutMs = await withShortTimeouts(async () => {
      assert.notEqual((await comment('contributor', 'A quiet remark while it hangs.')).status, 'spam');
    });
    assert.ok(timeoutMs > 0 && timeoutMs < 6000, `timeouts of ${timeoutMs} ms`);
    for (const [name, sendResponse] of Object.entries(cases)) {
      respond = sendResponse;
      const stopwatch = startStopwatch();
      assert.notEqual((await comment('contributor', `A quiet remark while it ${name}.`)).status, 'spam', name);
      const durationMs = stopwatch.stop();
      assert.ok(durationMs < 6000, `${name} took ${durationMs} ms`);
    }
    respond = (response) => response.end('false');
  });

  const postMessage = (json: object, { id = crypto.randomUUID() as string, query = '', sent = json } = {}) =>
    site.request('anonymous', 'POST', `/spamfilter/v1/webhook${query}`, sent, {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': new Webhook(key, { format: 'raw' }).sign(id, new Date(now), JSON.stringify(json)),
    });

  it('ignores the query of a message, because it is not signed', async () => {
    const { id } = await comment('contributor', 'A remark about lamps.');
    await move(id, 'approved');
    const answered = await postMessage({}, { query: `?comments[0][id]=${id}&comments[0][verdict]=spam` });
    assert.equal(answered.status, 400);
    const { status } = (await site.request('administrator', 'GET', `/cms/v2/comments/${id}?context=edit`)).body;
    assert.equal(status, 'approved');
  });

  it('accepts a message again if its processing was interrupted', async () => {
    const { id } = await comment('contributor', 'A remark about shades.');
    await move(id, 'approved');
    const message = { comments: [{ id, verdict: 'spam' }] };
    const number = crypto.randomUUID();
    // The process is interrupted: comments cannot be moved, and the message is not recorded.
    const { database } = site;
    const { transaction } = database;
    Object.assign(database, { transaction: () => Promise.reject(new Error('the process has ended')) });
    const broken = await postMessage(message, { id: number });
    Object.assign(database, { transaction });
    assert.equal(broken.status, 500);
    site.errors.length = 0;
    assert.deepEqual((await postMessage(message, { id: number })).body, { moved: [id] });
    assert.equal((await postMessage(message, { id: number })).status, 409);
  });

  it('counts approved comments with the same number of statements for any number of comments', async () => {
    await send('PATCH', 'settings', { spamfilter_show_user_comments_approved: true });
    const ids = (await site.request('administrator', 'GET', '/cms/v2/comments?per_page=40&status=approve')).body.map(
      ({ id }: { id: number }) => id,
    );
    const count = async (some: number[]) => {
      statements.length = 0;
      const { body } = await send('GET', `approved?comments=${some.join()}`);
      return { approved: body.approved as Record<string, number>, statements: statements.length };
    };
    await count(ids.slice(0, 1));
    const [one, many] = [
      await count(ids.slice(0, 1)),
      await count([...ids, ...ids.slice(0, 60 - ids.length), 987_654]),
    ];
    assert.equal(many.statements, one.statements);
    assert.equal(Object.keys(many.approved).length, ids.length);
    const spam = (await site.request('administrator', 'GET', '/cms/v2/comments?status=spam')).body[0].id;
    assert.ok(((await count([spam])).approved[spam] ?? 0) > 0, 'spam comments are counted too');
  });
});
