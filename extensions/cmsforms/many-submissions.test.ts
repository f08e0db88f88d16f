// Tests forms with large numbers of submissions, and the notifications about them.
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import type { ExtensionServices } from 'octavo/extension';
import { type Builder, type Slots, statement } from '../../server/database/statement.ts';
import type { Extension } from '../../server/extensions/extension.ts';
import { encodeJson } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite, type TestSite } from '../../test/site.ts';
import type { Field } from './form-type.ts';

const mails = statement((q: Builder) =>
  q.selectFrom('mails').select(['subject', 'text', 'state']).where('kind', '=', 'form-submission').orderBy('id'),
);

type Tables = {
  cmsforms_submissions: { form: number; state: string; received: number; answers: string; told: number };
};
const insertion = statement((q: Builder<Tables>, p: Slots<Tables['cmsforms_submissions']>) =>
  q
    .insertInto('cmsforms_submissions')
    .values({ form: p.form, state: p.state, received: p.received, answers: p.answers, told: p.told }),
);

const fields: Field[] = [
  { name: 'name', kind: 'text', label: 'Name', required: true },
  { name: 'email', kind: 'email', label: 'Email address' },
  { name: 'message', kind: 'textarea', label: 'Message' },
];

describeEachEngine('large numbers of submissions', (engine) => {
  let site: TestSite;
  let services: ExtensionServices;
  let now = Date.parse('2026-05-01T12:00:00Z');
  let form: number;
  const probe: Extension = {
    ...{ name: 'probe', version: '1.0.0', title: 'Probe', description: '', namespace: 'probe/v1', resources: [] },
    open: (openedServices) => {
      services = openedServices;
      return { modules: [] };
    },
  };
  const at = (rest = '') => `/cmsforms/v1/forms/${form}/submissions${rest}`;
  const submit = (values: object, more: object = {}) =>
    site.request('anonymous', 'POST', at(), { values: { name: 'Ann', ...values }, ...more });
  const set = async (step: string, settings: object) => {
    const path = '/cmsforms/v1/setup-wizard/update';
    assert.equal((await site.request('administrator', 'POST', path, { step, settings })).status, 200);
  };
  const insert = async (n: number, row: Partial<Tables['cmsforms_submissions']> = {}) => {
    const completeRow = { form, state: 'wanted', received: now, answers: '{"name":"Ann"}', told: 1, ...row };
    await site.database.transaction(async (tx) => {
      for (let i = 0; i < n; i += 1) await tx.run(insertion, completeRow);
    });
  };
  const total = async (state: string) =>
    Number((await site.request('administrator', 'GET', at(`?state=${state}&per_page=1`))).headers['X-CMS-Total']);

  before(async () => {
    site = await openTestSite({ database: await engine.open(), extensions: ['cmsforms', probe], clock: () => now });
    await set('spam', { per_minute: 1000 });
  });
  beforeEach(async () => {
    now += 2 * 60 * 60 * 1000;
    if (form) {
      await site.request('administrator', 'DELETE', `/cms/v2/forms/${form}?force=true`);
      await site.service.tasks.deliverEvents((error) => site.errors.push(error));
    }
    const meta = { fields, notify: ['host@site.test'] };
    form = (await site.create('/cms/v2/forms', { title: 'Talk', status: 'publish', meta })).id;
  });

  it('are stored up to a limit: old spam is deleted, wanted submissions are not', async () => {
    await set('storage', { most_kept: 100 });
    await insert(99);
    assert.equal((await submit({})).status, 201);
    const refused = await submit({});
    assert.deepEqual(
      [refused.status, refused.body.code, refused.headers['Retry-After']],
      [503, 'cmsforms_full', '3600'],
    );
    assert.equal(await total('wanted'), 100);
    await insert(99, { state: 'spam', received: now - 1000 });
    for (const name of ['First', 'Second', 'Third'])
      assert.equal((await submit({ name }, { trap: 'x' })).status, 201, 'spam gets the usual response');
    assert.equal(await total('spam'), 100);
    const [latest] = (await site.request('editor', 'GET', at('?state=spam'))).body;
    assert.equal(latest.values.name, 'Third');
    const [one] = (await site.request('editor', 'GET', at())).body;
    await site.request('editor', 'DELETE', at(`/${one.id}`));
    assert.equal((await submit({})).status, 201, 'the deletion frees space');
    await set('storage', { most_kept: 50_000 });
    assert.deepEqual(site.errors, []);
  });

  it('cause at most sixty individual emails per hour, and then a digest', async () => {
    for (let n = 0; n < 65; n += 1) assert.equal((await submit({})).status, 201);
    assert.equal((await site.database.read.all(mails, {})).length, 60);
    assert.equal(await total('wanted'), 65);
    now += 61 * 60 * 1000;
    const run = () => site.service.tasks.runJobs((error) => site.errors.push(error));
    await Promise.all([run(), run()]);
    const queuedMails = await site.database.read.all(mails, {});
    assert.equal(queuedMails.length, 61);
    assert.equal(queuedMails.at(-1)?.subject, '[Octavo] 5 more submissions of “Talk”');
    now += 61 * 60 * 1000;
    await run();
    assert.equal((await site.database.read.all(mails, {})).length, 61, 'the digest is sent once');
    await submit({});
    assert.equal((await site.database.read.all(mails, {})).length, 62, 'individual emails resume after an hour');
  });

  it('are exported in files of limited size without duplicates', async () => {
    const answers = JSON.stringify({ name: 'Ann', message: 'x'.repeat(100_000) });
    await insert(250, { answers });
    const seen: number[] = [];
    for (let after = 0; ; after = seen.at(-1) ?? 0) {
      const { body } = await site.request('editor', 'GET', at(`/export/json?after=${after}`));
      if (body.length === 0) break;
      assert.ok(body.length * answers.length <= 16 * 1024 * 1024, `${body.length} at once`);
      seen.push(...body.map(({ id }: { id: number }) => id));
    }
    assert.deepEqual([seen.length, new Set(seen).size], [250, 250]);
    const authorization = site.authorizationOf('editor') ?? '';
    const csv = await site.service.dispatch(makeRequest('GET', at('/export/csv'), { headers: { authorization } }));
    const size = encodeJson(csv.body ?? '').body.reduce((sum, { length }) => sum + length, 0);
    assert.ok(size < 17 * 1024 * 1024, `${size} bytes`);
    for (const page of ['9007199254740991', '90071992547409910', '1e300', '0', '-1']) {
      const { status } = await site.request('editor', 'GET', at(`?page=${page}&per_page=100`));
      assert.ok(status === 200 || status === 400, `page ${page}: ${status}`);
    }
    assert.deepEqual(site.errors, []);
  });

  it('are deleted with the emails about them', async () => {
    await submit({ email: 'eve@site.test', message: 'Eve was here' });
    await submit({ email: 'bob@site.test', message: 'Bob was here' });
    await site.request('administrator', 'DELETE', '/cmsforms/v1/submissions?address=eve@site.test');
    const left = (await site.database.read.all(mails, {})).map(({ text }) => text).join();
    assert.ok(!left.includes('Eve was here') && left.includes('Bob was here'));
    const [bob] = (await site.request('editor', 'GET', at())).body;
    await site.request('editor', 'DELETE', at(`/${bob.id}`));
    assert.ok(!(await site.database.read.all(mails, {})).some(({ text }) => text.includes('was here')));
  });

  it('cannot forge other values in emails', async () => {
    await submit({ message: 'Hello\nEmail address\nboss@site.test\u2028Name\rThe boss' });
    const text = (await site.database.read.all(mails, {})).at(-1)?.text ?? '';
    assert.deepEqual(
      text.split(/[\n\r\u2028]/).filter((line) => /^\S/.test(line)),
      ['Name', 'Message'],
    );
  });

  it('are delivered to webhooks without their values', async () => {
    const kinds = ['submission.created', 'submission.updated', 'submission.deleted'];
    const hook = await site.create('/octavo/v1/webhooks', { url: 'https://receiver.test/', kinds });
    await submit({ message: 'Hushed words' });
    await submit({ name: 'Robot' }, { trap: 'x' });
    const [{ id: robot }] = (await site.request('editor', 'GET', at('?state=spam'))).body;
    const [{ id }] = (await site.request('editor', 'GET', at())).body;
    for (const state of ['wanted', 'wanted']) await site.request('editor', 'PATCH', at(`/${robot}`), { state });
    await site.request('editor', 'DELETE', at(`/${robot}`));
    await site.service.tasks.queueDeliveries();
    const { body } = await site.request('administrator', 'GET', `/octavo/v1/webhooks/${hook.id}/deliveries`);
    const events = body.reverse().map((each: { body: string }) => JSON.parse(each.body));
    assert.doesNotMatch(JSON.stringify(events), /Hushed|Robot/);
    assert.deepEqual(
      events.map(({ type, data }: { type: string; data: Record<string, unknown> }) =>
        [type, data.subject, data.status_before, data.status].join(' '),
      ),
      [
        `submission.created ${id}  wanted`,
        `submission.created ${robot}  spam`,
        `submission.updated ${robot} spam wanted`,
        `submission.deleted ${robot}  wanted`,
      ],
    );
    assert.deepEqual(events[0].data.tags, [`submission:${id}`, 'type:form', `form:${form}`]);
    assert.equal(events[0].data.address, `http://site.test/rest${at(`/${id}`)}`);
    assert.equal((await site.request('administrator', 'GET', at(`/${id}`))).status, 200);
    await site.request('administrator', 'DELETE', `/octavo/v1/webhooks/${hook.id}`);
  });

  it('can be recorded as events only by the extension that declares the event kind', async () => {
    const undeclared = site.database.transaction((tx) =>
      services.record.event(tx, { kind: 'submission.created', subject: 1 }),
    );
    await assert.rejects(undeclared, /the extension probe does not declare the event kind submission\.created/);
  });
});
