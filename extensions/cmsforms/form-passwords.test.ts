// Tests that wrong passwords of forms are throttled (docs/security.md, Login throttling).
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { toText } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';

const maxFailures = 10;
const [sender, otherSender] = ['192.0.2.1', '192.0.2.2'];

describeEachEngine('the password of a form', (engine) => {
  let site: TestSite;
  let form: number;
  let now = Date.parse('2026-05-01T12:00:00Z');

  const send = async (method: string, path: string, json?: object, from = sender) => {
    const { status, headers, body } = await site.service.dispatch(
      makeRequest(method, path, json ? { from, json } : { from }),
    );
    return { status, headers, code: JSON.parse(toText(body ?? '')).code };
  };
  const submit = (password: string | undefined, from = sender) =>
    send('POST', `/cmsforms/v1/forms/${form}/submissions`, { values: { name: 'Ann' }, password }, from);
  const outcome = async (password: string | undefined, from = sender) => {
    const { status, code } = await submit(password, from);
    return code === undefined ? status : `${status} ${code}`;
  };
  const wrong = '403 cmsforms_wrong_password';
  const refused = '429 rest_too_many_failed_attempts';

  before(async () => {
    site = await openTestSite({
      ...{ database: await engine.open(), extensions: ['cmsforms'], clock: () => now, pause: async () => {} },
    });
    const settings = { step: 'spam', settings: { per_minute: 1000 } };
    await site.request('administrator', 'POST', '/cmsforms/v1/setup-wizard/update', settings);
  });
  beforeEach(async () => {
    now += 15 * 60_000;
    const meta = { fields: [{ name: 'name', kind: 'text', label: 'Name' }] };
    form = (await site.create('/cms/v2/forms', { title: 'Party', status: 'publish', password: 'sesame', meta })).id;
  });

  it('allows ten failures per minute and sender, regardless of per_minute', async () => {
    for (let n = 0; n < maxFailures; n += 1) assert.equal(await outcome(`wrong${n}`), wrong);
    assert.equal(await outcome('wrong'), refused);
    const { status, headers } = await submit('sesame');
    assert.deepEqual([status, headers['Retry-After']], [429, '60'], 'the correct password is not checked either');
    assert.match(String(headers['Cache-Control']), /no-store/);
    assert.equal(await outcome('sesame', otherSender), 201);
    now += 60_000;
    assert.equal(await outcome('sesame'), 201);
  });

  it('has one limit for all routes', async () => {
    for (let n = 0; n < maxFailures / 2; n += 1) {
      assert.equal((await send('GET', `/cms/v2/forms/${form}?password=wrong${n}`)).status, 403);
      assert.equal(await outcome(`wrong${n}`), wrong);
    }
    assert.equal(await outcome('sesame'), refused);
    assert.equal((await send('GET', `/cms/v2/forms/${form}?password=sesame`)).status, 429);
  });

  it('limits concurrent requests', async () => {
    const guesses = Array.from({ length: 3 * maxFailures }, (_, n) => outcome(`wrong${n}`));
    const outcomes = await Promise.all(guesses);
    assert.equal(outcomes.filter((each) => each === wrong).length, maxFailures);
    assert.equal(outcomes.filter((each) => each === refused).length, 2 * maxFailures);
  });

  it('does not count missing passwords as failures', async () => {
    for (let n = 0; n < 2 * maxFailures; n += 1) assert.equal(await outcome(n % 2 ? '' : undefined), wrong);
    assert.equal(await outcome('sesame'), 201);
    assert.deepEqual(site.errors, []);
  });
});
