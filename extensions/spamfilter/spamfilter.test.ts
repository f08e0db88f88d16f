import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { describeEachEngine } from '../../test/engines.ts';
import { type Caller, openTestSite, roles, type TestSite } from '../../test/site.ts';
import { randomSubmission, seededRandom } from '../../test/spam-submissions.ts';
import { findFeatures, learnFeatures } from './store.ts';

/** Requests received by a fake spam-checking service. */
const checkerRequests: { path: string; fields: Record<string, string> }[] = [];
let checkerResponses: Record<string, string> = {};
let tip: Record<string, string> = {};
const checker = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const path = request.url?.split('/').at(-1) ?? '';
  checkerRequests.push({ path, fields: Object.fromEntries(new URLSearchParams(body)) });
  const answer = checkerResponses[path];
  if (answer === undefined) response.writeHead(500).end();
  else response.writeHead(200, tip).end(answer);
});
let endpoint = '';
before(async () => {
  checker.listen(0, '127.0.0.1');
  await once(checker, 'listening');
  endpoint = `http://127.0.0.1:${(checker.address() as AddressInfo).port}/1.1`;
});
after(() => checker.close());

const key = 'aB3dE5gH7jK9';

describeEachEngine('spamfilter/v1', (engine) => {
  let site: TestSite;
  // Event timestamps come from the system clock.
  let now = Date.now();
  let post: number;
  const failures: unknown[] = [];
  before(async () => {
    checkerResponses = { 'verify-key': 'valid', 'comment-check': 'false', 'submit-spam': 'ok', 'submit-ham': 'ok' };
    tip = {};
    site = await openTestSite({
      ...{ database: await engine.open(), extensions: ['spamfilter'], clock: () => now },
      fetchLimits: { hosts: new Set(['127.0.0.1']) },
    });
    ({ id: post } = await site.create('/cms/v2/posts', { title: 'A post', content: 'Text.', status: 'publish' }));
    await send('PATCH', 'settings', { spamfilter_endpoint: endpoint });
  });

  const send = async (method: string, path: string, json?: object, caller: Caller = 'administrator', headers = {}) =>
    site.request(caller, method, `/spamfilter/v1/${path}`, json, headers);
  /** Creates a comment as a subscriber. Returns its ID and status. */
  const comment = async (content: string) => {
    now += 60_000;
    const { status, body } = await site.request('subscriber', 'POST', '/cms/v2/comments', { post, content });
    if (status !== 201) return { id: 0, status: `${status} ${body.code}` };
    const { body: record } = await site.request('administrator', 'GET', `/cms/v2/comments/${body.id}?context=edit`);
    return { id: body.id as number, status: record.status as string };
  };
  const move = (id: number, status: string) =>
    site.request('administrator', 'POST', `/cms/v2/comments/${id}`, { status });
  const deliverEvents = () => site.service.tasks.deliverEvents((error) => failures.push(error));
  const stats = async (path = 'stats') => (await send('GET', path)).body;

  it('is trained with any number of features in one statement, and training can be reverted', async () => {
    const features = Array.from({ length: 300 }, (_, n) => `feature "${n}"`);
    const train = (by: 1 | -1) => site.database.transaction((tx) => learnFeatures(tx, features, 'spam', by));
    const { statements: before } = site.database.statistics();
    await train(1);
    assert.equal(site.database.statistics().statements - before, 1);
    await train(1);
    const read = async () => findFeatures(site.database.read, features);
    const { occurrences, learned } = await read();
    assert.deepEqual([occurrences.size, learned], [300, { spam: 2, ham: 0 }]);
    assert.deepEqual(occurrences.get('feature "299"'), { spam: 2, ham: 0 });
    await train(-1);
    await train(-1);
    assert.deepEqual((await read()).learned, { spam: 0, ham: 0 });
  });

  it('learns from moderators, and counts its classifications', async () => {
    const monthOf = (date: Date) => date.toISOString().slice(0, 7);
    const startMonth = monthOf(new Date());
    const random = seededRandom(7);
    for (let n = 0; n < 60; n += 1) {
      const kind = n % 2 === 0 ? 'spam' : 'ham';
      const { id, status } = await comment(randomSubmission(random, kind).text);
      if (kind === 'spam' && status !== 'spam' && id > 0) await move(id, 'spam');
      if (kind === 'ham' && status !== 'approved') await move(id, 'approved');
      await deliverEvents();
    }
    const seen: string[] = [];
    for (let n = 0; n < 10; n += 1) seen.push((await comment(randomSubmission(random, 'spam').text)).status);
    assert.ok(seen.filter((status) => status === 'spam').length >= 9, seen.join());
    assert.notEqual((await comment('I read this with joy, and baked the bread.')).status, 'spam');
    await deliverEvents();
    const { spam, ham, missed_spam, accuracy, breakdown } = await stats();
    assert.equal(spam + ham, 71);
    assert.ok(missed_spam > 0 && missed_spam < 30, `${missed_spam} spam comments were missed at first`);
    assert.ok(accuracy > 50 && accuracy < 100);
    const months = new Set([startMonth, monthOf(new Date())]);
    assert.ok(Object.keys(breakdown).length > 0);
    for (const month of Object.keys(breakdown)) assert.ok(months.has(month), month);
    assert.deepEqual(failures, []);
  });

  it('returns statistics of an interval', async () => {
    now += 100 * 24 * 60 * 60 * 1000;
    const all = await stats();
    assert.deepEqual((await stats('stats/60-days')).spam, 0);
    assert.equal((await stats('stats?interval=6-months')).spam, all.spam);
    assert.equal((await send('GET', 'stats/7-days')).status, 400);
  });

  it('discards obvious spam if strictness is enabled', async () => {
    const worst = randomSubmission(seededRandom(11), 'spam').text.repeat(8);
    assert.equal((await comment(worst)).status, 'spam');
    await send('POST', 'settings', { spamfilter_strictness: true });
    assert.equal((await comment(`${worst} again`)).status, '403 rest_comment_discarded');
    assert.equal((await stats()).discarded, 1);
    await send('POST', 'settings', { spamfilter_strictness: false });
  });

  it('stores a key that the spam-checking service accepts, and never returns it', async () => {
    for (const wrong of ['short', 'aB3dE5gH7jK9x', 'aB3dE5gH7jK!', ''])
      assert.equal((await send('POST', 'key', { key: wrong })).status, 400, wrong);
    checkerResponses['verify-key'] = 'invalid';
    assert.equal((await send('POST', 'key', { key })).body.code, 'spamfilter_invalid_key');
    assert.deepEqual((await send('GET', 'key')).body, { key: null, status: 'none' });
    checkerResponses['verify-key'] = 'valid';
    assert.deepEqual((await send('PUT', 'key', { key })).body, { key: '••••••••7jK9', status: 'valid' });
    assert.equal(checkerRequests.at(-1)?.fields.key, key);
    for (const path of ['key', 'settings', 'alert', 'stats'])
      assert.ok(!JSON.stringify((await send('GET', path)).body).includes(key), path);
  });

  it('queries the spam-checking service, and reports decisions of moderators to it', async () => {
    checkerResponses['comment-check'] = 'true';
    const { id, status } = await comment('A quiet remark about gardens and their snails.');
    assert.equal(status, 'spam');
    const asked = checkerRequests.at(-1);
    assert.deepEqual(
      [asked?.path, asked?.fields.api_key, asked?.fields.comment_type],
      ['comment-check', key, 'comment'],
    );
    await move(id, 'approved');
    await deliverEvents();
    assert.deepEqual(
      [checkerRequests.at(-1)?.path, checkerRequests.at(-1)?.fields.comment_content],
      ['submit-ham', 'A quiet remark about gardens and their snails.'],
    );
    assert.equal((await stats()).false_positives, 1);
    tip = { 'X-akismet-pro-tip': 'discard' };
    await send('POST', 'settings', { spamfilter_strictness: true });
    assert.equal((await comment('Another remark about hedgehogs.')).status, '403 rest_comment_discarded');
    await send('POST', 'settings', { spamfilter_strictness: false });
    tip = {};
  });

  it('classifies locally while the spam-checking service is unreachable', async () => {
    delete checkerResponses['comment-check'];
    assert.notEqual((await comment('Snails are out tonight.')).status, 'spam');
    assert.equal((await comment(randomSubmission(seededRandom(13), 'spam').text)).status, 'spam');
    checkerResponses['comment-check'] = 'false';
  });

  it('accepts alerts with the key, and returns them to administrators', async () => {
    const alert = { code: 10008, message: 'The key has ended.' };
    assert.equal((await send('POST', 'alert', { ...alert, key: 'x'.repeat(12) }, 'anonymous')).status, 401);
    assert.equal((await send('POST', 'alert', { ...alert, key }, 'anonymous')).status, 200);
    assert.equal((await send('POST', 'alert', { code: 'x', message: 5 })).status, 400);
    const { body } = await send('GET', 'alert');
    assert.deepEqual([body.alert.code, body.alert.message], [10008, 'The key has ended.']);
    assert.equal((await send('GET', 'alert', undefined, 'editor')).status, 403);
    await send('DELETE', 'alert');
    assert.equal((await send('GET', 'alert')).body.alert, null);
  });

  describe('a message from the spam-checking service', () => {
    const post = (json: object, at = now, id = crypto.randomUUID(), secret = key) => {
      const signature = new Webhook(secret, { format: 'raw' }).sign(id, new Date(at), JSON.stringify(json));
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at / 1000)),
        'webhook-signature': signature,
      };
      return send('POST', 'webhook', json, 'anonymous', headers);
    };
    const status = async (id: number) =>
      (await site.request('administrator', 'GET', `/cms/v2/comments/${id}?context=edit`)).body.status;

    it('changes the status of comments once', async () => {
      const { id } = await comment('A remark that turns out to be advertising.');
      await move(id, 'approved');
      const checkerRequests = crypto.randomUUID();
      const json = {
        comments: [
          { id, verdict: 'spam' },
          { id: 987_654, verdict: 'spam' },
        ],
      };
      assert.deepEqual((await post(json, now, checkerRequests)).body, { moved: [id] });
      assert.equal(await status(id), 'spam');
      assert.deepEqual((await post(json, now, checkerRequests)).body.code, 'spamfilter_heard_before');
      assert.deepEqual((await post({ comments: [{ id, verdict: 'ham' }] })).body, { moved: [id] });
      assert.equal(await status(id), 'approved');
      const contradictory = {
        comments: [
          { id, verdict: 'ham' },
          { id, verdict: 'spam' },
          { id, verdict: 'ham' },
        ],
      };
      assert.deepEqual((await post(contradictory)).body, { moved: [] }, 'the last decision counts');
      assert.equal(await status(id), 'approved');
    });

    it('is rejected and changes no status if it is unsigned, expired or malformed', async () => {
      const { id } = await comment('A remark that stays.');
      await move(id, 'approved');
      const json = { comments: [{ id, verdict: 'spam' }] };
      const refused = [
        await send('POST', 'webhook', json, 'administrator'),
        await post(json, now, undefined, 'another key'),
        await post(json, now - 6 * 60_000),
        await post(json, now + 6 * 60_000),
      ];
      for (const { status, body } of refused) assert.deepEqual([status, body.code], [401, 'spamfilter_bad_signature']);
      for (const wrong of [
        {},
        { comments: [{ id, verdict: 'x' }] },
        { comments: 'all' },
        { comments: Array(101).fill({ id, verdict: 'spam' }) },
      ])
        assert.equal((await post(wrong)).status, 400);
      assert.equal(await status(id), 'approved');
    });
  });

  it('returns the number of approved comments of an author if enabled', async () => {
    const { id } = await comment('Once more about snails.');
    await move(id, 'approved');
    assert.equal((await send('GET', `approved?comments=${id}`)).status, 404);
    await send('POST', 'settings', { spamfilter_show_user_comments_approved: true });
    const { body } = await send('GET', `approved?comments=${id},987654`);
    const { body: all } = await site.request(
      'administrator',
      'GET',
      '/cms/v2/comments?author_email=subscriber@site.test&per_page=100',
    );
    assert.deepEqual(body.approved, { [id]: all.length });
  });

  it('deletes the key', async () => {
    assert.equal((await send('DELETE', 'key')).body.deleted, true);
    const before = checkerRequests.length;
    await comment('Nobody else is asked about this.');
    assert.equal(checkerRequests.length, before);
  });

  it('can be managed only by administrators, and its statistics viewed only by moderators', async () => {
    for (const caller of ['anonymous', 'other', ...roles] as const) {
      const others = caller === 'anonymous' ? 401 : 403;
      const managed = caller === 'administrator' ? 200 : others;
      const seen = caller === 'editor' ? 200 : managed;
      for (const [path, status] of [
        ['key', managed],
        ['settings', managed],
        ['alert', managed],
        ['stats', seen],
        ['stats/all', seen],
      ] as const)
        assert.equal((await send('GET', path, undefined, caller)).status, status, `${caller} ${path}`);
      if (managed === 200) continue;
      for (const [method, path, json] of [
        ['POST', 'key', { key }],
        ['DELETE', 'key'],
        ['POST', 'settings', {}],
      ] as const)
        assert.equal((await send(method, path, json, caller)).status, managed, `${caller} ${method} ${path}`);
    }
    assert.deepEqual(site.errors, []);
  });
});
