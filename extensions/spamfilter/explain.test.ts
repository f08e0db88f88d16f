// Tests the explanations of the spam filter, its state, and its statistics by day.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { issueApplicationPassword } from '../../server/cms-v2/application-passwords/issue.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { type Caller, insertTestUser, openTestSite, roles, type TestSite } from '../../test/site.ts';

interface Signal {
  readonly kind: string;
  readonly value: string;
  readonly weight: number;
  readonly spam: number;
  readonly ham: number;
}

describeEachEngine('the explanations of the spam filter', (engine) => {
  let site: TestSite;
  let now = Date.now();
  let post: number;
  const failures: unknown[] = [];

  before(async () => {
    site = await openTestSite({
      ...{ database: await engine.open(), extensions: ['spamfilter'], clock: () => now },
      config: {
        roles: { moderator: ['read', 'moderate_comments', 'edit_posts'], onlooker: ['read', 'moderate_comments'] },
      },
    });
    ({ id: post } = await site.create('/cms/v2/posts', { title: 'A post', content: 'Text.', status: 'publish' }));
  });

  const get = (path: string, caller: Caller = 'administrator') => site.request(caller, 'GET', `/spamfilter/v1/${path}`);
  const explain = async (...ids: number[]) => {
    const { status, body } = await get(`explanations?comments=${ids.join()}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.explanations;
  };
  const comment = async (content: string, caller: Caller = 'subscriber', on = post): Promise<number> => {
    now += 60_000;
    return (await site.create('/cms/v2/comments', { post: on, content }, caller)).id;
  };
  const decide = async (id: number, status: string) => {
    assert.equal((await site.request('editor', 'POST', `/cms/v2/comments/${id}`, { status })).status, 200);
    await site.service.tasks.deliverEvents((error) => failures.push(error));
  };

  /** Creates a user with a role, and returns a header with the user's credentials. */
  const createUser = async (role: string): Promise<string> => {
    const { database, service } = site;
    const userId = await insertTestUser(database, { login: role, email: `${role}@site.test`, roles: [role] });
    const { password } = await issueApplicationPassword({ database, ...service }, { userId, name: 'tests' });
    return `Basic ${Buffer.from(`${role}:${password}`).toString('base64')}`;
  };

  it('contain the signals whose weights result in the score', async () => {
    const id = await comment('See https://one.example and https://two.example and https://three.example now');
    const [{ signals, ...explained }] = await explain(id);
    assert.deepEqual(
      { ...explained, score: 0 },
      {
        ...{ comment: id, score: 0, classification: 'pass', trained_as: null, is_confirmed: false },
        ...{ untrained_score: null, bias: -1 },
      },
    );
    assert.deepEqual(signals, [
      { kind: 'sender', value: 'user', weight: -2, spam: 0, ham: 0 },
      { kind: 'links', value: '3', weight: 1.6, spam: 0, ham: 0 },
    ]);
    const sum = signals.reduce((total: number, { weight }: Signal) => total + weight, explained.bias);
    assert.ok(Math.abs(explained.score - 1 / (1 + Math.exp(-sum))) < 0.001);
  });

  it('change with decisions of moderators, and contain the score without the training with the comment', async () => {
    const plain = await comment('A quiet walk in the garden.');
    await decide(plain, 'hold');
    await decide(plain, 'approved');
    const id = await comment('Cheap watches for everybody');
    const [before] = await explain(id);
    await decide(id, 'spam');
    const [after] = await explain(id);
    assert.deepEqual([after.trained_as, after.is_confirmed], ['spam', true]);
    assert.ok(after.score > before.score, `${before.score} ${after.score}`);
    assert.ok(after.untrained_score < after.score, `${after.untrained_score} ${after.score}`);
    assert.deepEqual(
      after.signals.find(({ value }: Signal) => value === 'cheap watches'),
      { ...after.signals.find(({ value }: Signal) => value === 'watches'), value: 'cheap watches' },
    );
    assert.ok(
      after.signals.some(({ kind, value, spam }: Signal) => kind === 'text' && value === 'cheap' && spam === 1),
    );
    await decide(id, 'approved');
    const [{ score, trained_as: trainedAs }] = await explain(id);
    assert.equal(trainedAs, 'ham');
    assert.ok(score < after.score);
    assert.deepEqual(failures, []);
  });

  it('follow the threshold of the settings, also for new comments', async () => {
    const text = 'Cheap watches at https://shop.example for';
    for (const name of ['Ann', 'Ben', 'Cid']) await decide(await comment(`${text} ${name}`), 'spam');
    const id = await comment(`${text} Dan`);
    const [{ score }] = await explain(id);
    const percent = Math.floor(score * 100);
    assert.ok(percent >= 50 && percent < 99, `The score is ${score}.`);
    const setThreshold = async (threshold: number) => {
      const settings = { spamfilter_threshold: threshold };
      return (await site.request('administrator', 'POST', '/spamfilter/v1/settings', settings)).status;
    };
    const statusOfNew = async (content: string) =>
      (await site.request('administrator', 'GET', `/cms/v2/comments/${await comment(content)}?context=edit`)).body
        .status;
    for (const invalid of [49, 100, 60.5]) assert.equal(await setThreshold(invalid), 400, String(invalid));
    assert.equal(await setThreshold(99), 200);
    assert.equal((await explain(id))[0].classification, 'pass');
    assert.notEqual(await statusOfNew(`${text}  Dan`), 'spam');
    assert.equal(await setThreshold(percent), 200);
    assert.equal((await explain(id))[0].classification, 'spam');
    assert.equal((await get('status')).body.threshold, percent / 100);
    assert.equal(await statusOfNew(`${text}   Dan`), 'spam');
    assert.equal(await setThreshold(90), 200);
  });

  it('are omitted for comments that do not exist, notes, and comments that the caller may not read', async () => {
    const hidden = await site.create('/cms/v2/posts', { title: 'Hidden', content: 'Text.', status: 'private' });
    const [open, secret] = [await comment('Open'), await comment('Secret', 'administrator', hidden.id)];
    const note = await site.create('/cms/v2/comments', { post, content: 'A note', type: 'note' });
    const explained = (await explain(secret, open, note.id, 987_654)).map((each: { comment: number }) => each.comment);
    assert.deepEqual(explained, [secret, open]);
    const path = `/spamfilter/v1/explanations?comments=${secret},${open}`;
    for (const [role, expected] of [
      ['moderator', [open]],
      // This role may not list comments in all statuses.
      ['onlooker', []],
    ] as const) {
      const authorization = await createUser(role);
      const { status, body } = await site.request('anonymous', 'GET', path, undefined, { authorization });
      assert.deepEqual([status, body.explanations.map((each: { comment: number }) => each.comment)], [200, expected]);
      const url = `/cms/v2/comments/${secret}`;
      const direct = await site.request('anonymous', 'GET', url, undefined, { authorization });
      assert.equal(direct.status, 403, 'the comment itself is not readable either');
    }
  });

  it('require valid IDs', async () => {
    for (const query of ['', '?comments=', '?comments=0', '?comments=a', `?comments=${'1,'.repeat(20)}1`])
      assert.equal((await get(`explanations${query}`)).status, 400, query);
  });

  it('have a state with the number of training comments', async () => {
    const { body } = await get('status');
    assert.deepEqual([body.discard_threshold, body.discards, body.key_status], [0.995, false, 'none']);
    assert.ok(body.training.spam > 0 && body.training.ham > 0);
    assert.ok(body.training.automatic <= body.training.ham);
    assert.ok(!('key' in body));
  });

  it('have statistics of each of the last days', async () => {
    const { body } = await get('days?days=3');
    assert.equal(body.days.length, 3);
    assert.deepEqual(Object.keys(body.days[0]), [
      ...['day', 'spam', 'ham', 'discarded', 'missed_spam', 'false_positives'],
    ]);
    assert.equal(body.days.at(-1).day, new Date(now).toISOString().slice(0, 10));
    assert.equal((await get('days')).body.days.length, 30);
    const { body: all } = await get('stats');
    const sum = (await get('days?days=366')).body.days.reduce((n: number, each: { spam: number }) => n + each.spam, 0);
    assert.equal(sum, all.spam);
    for (const days of ['0', '367', 'x']) assert.equal((await get(`days?days=${days}`)).status, 400, days);
  });

  it('can be viewed only by moderators', async () => {
    const id = await comment('Once more');
    for (const caller of ['anonymous', 'other', ...roles] as const) {
      const expected = ['administrator', 'editor'].includes(caller) ? 200 : caller === 'anonymous' ? 401 : 403;
      for (const path of ['status', 'days', `explanations?comments=${id}`]) {
        const { status, body } = await get(path, caller);
        assert.equal(status, expected, `${caller} ${path}`);
        if (expected !== 200) assert.deepEqual(Object.keys(body), ['code', 'message', 'data']);
      }
    }
    assert.deepEqual(site.errors, []);
  });
});
