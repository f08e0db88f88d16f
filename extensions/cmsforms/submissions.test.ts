import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Classification, Submission } from 'octavo/extension';
import { type Builder, statement } from '../../server/database/statement.ts';
import type { Extension } from '../../server/extensions/extension.ts';
import { encodeJson } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { type Caller, openTestSite, roles, type TestSite } from '../../test/site.ts';
import { toCsv } from './endpoints.ts';
import type { Field } from './form-type.ts';

const day = 24 * 60 * 60 * 1000;

const mails = statement((q: Builder) =>
  q
    .selectFrom('mails')
    .select(['kind', 'recipient', 'subject', 'text', 'reply_to'])
    .where('kind', '=', 'form-submission')
    .orderBy('id'),
);
const deleteMails = statement((q: Builder) => q.deleteFrom('mails'));

const fields: Field[] = [
  { name: 'name', kind: 'text', label: 'Your name', required: true, longest: 20 },
  { name: 'email', kind: 'email', label: 'Email address' },
  { name: 'message', kind: 'textarea', label: 'Message' },
  { name: 'guests', kind: 'number', label: 'Guests', minimum: 1, maximum: 8 },
  { name: 'meal', kind: 'choice', label: 'Meal', choices: ['Fish', 'Soup, hot'] },
  { name: 'days', kind: 'choice', label: 'Days', choices: ['Sat', 'Sun'], several: true },
  { name: 'news', kind: 'checkbox', label: 'News' },
  { name: 'terms', kind: 'consent', label: 'I agree to the terms.', required: true },
];
const good = { name: 'Ann', terms: true };

describeEachEngine('submissions', (engine) => {
  let site: TestSite;
  let now = Date.parse('2026-05-01T12:00:00Z');
  let form: number;
  let classified: Submission[] = [];
  let classification: Classification = 'pass';
  const classifierExtension: Extension = {
    ...{
      name: 'classifier',
      version: '1.0.0',
      title: 'Classifier',
      description: '',
      namespace: 'classifier/v1',
      resources: [],
    },
    open: () => ({
      modules: [],
      classifier: async (remark) => {
        classified.push(remark);
        return classification;
      },
    }),
  };

  const makeForm = async (meta: object = { fields }, more: object = {}): Promise<number> =>
    (await site.create('/cms/v2/forms', { title: 'Party & <b>more</b>', status: 'publish', meta, ...more })).id;
  const at = (rest = '', id = form) => `/cmsforms/v1/forms/${id}/submissions${rest}`;
  const submit = (values: object, more: object = {}, id = form, caller: Caller = 'anonymous') =>
    site.request(caller, 'POST', at('', id), { values, ...more });
  const list = async (query = '', id = form) => (await site.request('editor', 'GET', at(query, id))).body;
  const latest = async (query = '') => (await list(query))[0];

  before(async () => {
    site = await openTestSite({
      database: await engine.open(),
      extensions: ['cmsforms', classifierExtension],
      clock: () => now,
    });
    form = await makeForm({ fields, notify: ['host@site.test', 'cook@site.test'] });
  });
  beforeEach(async () => {
    now += 61_000;
    [classified, classification] = [[], 'pass'];
    await site.database.transaction((tx) => tx.run(deleteMails, {}));
  });

  it('are converted, stored in the order of the fields, and sent by email', async () => {
    const values = {
      ...{ terms: 'true', name: ' Ann ', email: 'Ann@Site.test', message: 'One\nTwo', guests: '2', meal: 'Soup, hot' },
      ...{ days: ['Sun', 'Sat'], news: '' },
    };
    const { status, body, headers } = await submit(values);
    assert.deepEqual([status, body], [201, { form, confirmation: 'Thank you. We have received what you sent.' }]);
    assert.match(headers['Cache-Control'] ?? '', /no-store|^$/);
    const stored = await latest();
    const storedValues = {
      ...{
        name: 'Ann',
        email: 'Ann@Site.test',
        message: 'One\nTwo',
        guests: 2,
        meal: 'Soup, hot',
        days: ['Sun', 'Sat'],
      },
      terms: 'I agree to the terms.',
    };
    assert.deepEqual(
      [stored.form, stored.state, stored.received, stored.values],
      [form, 'wanted', new Date(now).toISOString(), storedValues],
    );
    assert.deepEqual(Object.keys(stored.values), Object.keys(storedValues));
    const one = await site.request('editor', 'GET', at(`/${stored.id}`));
    assert.deepEqual(one.body.values, storedValues);
    const [first, second] = await site.database.read.all(mails, {});
    assert.deepEqual([first?.recipient, second?.recipient], ['host@site.test', 'cook@site.test']);
    assert.deepEqual([first?.subject, first?.reply_to], ['[Octavo] New submission of “Party & more”', 'Ann@Site.test']);
    assert.match(first?.text ?? '', /^Your name\n {2}Ann\n\n.*Message\n {2}One\n {2}Two\n\n.*Days\n {2}Sun, Sat\n/s);
    assert.deepEqual(
      classified.map(({ kind, name, email, entry, author }) => ({ kind, name, email, entry, author })),
      [{ kind: 'form', name: 'Ann', email: 'Ann@Site.test', entry: form, author: 0 }],
    );
  });

  it('are rejected with all errors and not stored if a value is invalid', async () => {
    const before = await list();
    const wrong: [values: object, params: string[]][] = [
      [{}, ['values[name]', 'values[terms]']],
      [{ name: '   ', terms: false }, ['values[name]', 'values[terms]']],
      [{ ...good, name: 'x'.repeat(21) }, ['values[name]']],
      [{ ...good, name: 'Ann\nBcc: all@site.test' }, ['values[name]']],
      [{ ...good, name: { a: 1 } }, ['values[name]']],
      [{ ...good, email: 'nobody' }, ['values[email]']],
      [{ ...good, email: 'ann@site.test, bob@site.test' }, ['values[email]']],
      [{ ...good, guests: 0 }, ['values[guests]']],
      [{ ...good, guests: 'many' }, ['values[guests]']],
      [{ ...good, meal: 'Meat' }, ['values[meal]']],
      [{ ...good, days: ['Mon'] }, ['values[days]']],
      [{ ...good, days: ['Sat', 'Sat'] }, ['values[days]']],
      [{ ...good, other: 1, __proto__: 1, constructor: 'x' }, ['values[other]', 'values[constructor]']],
    ];
    for (const [values, params] of wrong) {
      now += 61_000;
      const { status, body } = await submit(values);
      assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], JSON.stringify(values));
      assert.deepEqual(Object.keys(body.data.params), params, JSON.stringify(values));
    }
    for (const json of [{}, { values: 'x' }, { values: [good] }, { values: good, trap: { a: 1 } }]) {
      const { status } = await site.request('anonymous', 'POST', at(), json);
      assert.equal(status, 400, JSON.stringify(json));
    }
    assert.deepEqual(await list(), before);
    assert.deepEqual(await site.database.read.all(mails, {}), []);
    assert.deepEqual(site.errors, []);
  });

  it('are rejected if they are too large or empty', async () => {
    const fields = Array.from(
      { length: 8 },
      (_, n): Field => ({ name: `t${n}`, kind: 'textarea', label: `Text ${n}` }),
    );
    const large = await makeForm({ fields });
    const filled = Object.fromEntries(fields.map(({ name }) => [name, 'x'.repeat(20_000)]));
    const { status, body } = await submit(filled, {}, large);
    assert.deepEqual([status, body.code], [413, 'cmsforms_too_large']);
    const empty = await submit({ t1: ' ' }, {}, large);
    assert.deepEqual([empty.status, Object.keys(empty.body.data.params)], [400, ['values']]);
    assert.deepEqual(await list('', large), []);
  });

  it('are accepted only if the form is published, and with the password of the form', async () => {
    const draft = await makeForm({ fields }, { status: 'draft' });
    for (const id of [draft, 987_654, 0]) {
      const { status, body } = await submit(good, {}, id);
      assert.deepEqual([status, body.code], [404, 'cmsforms_unknown_form'], String(id));
    }
    assert.equal((await submit(good, {}, Number(`1${'0'.repeat(30)}`))).status, 404);
    const locked = await makeForm({ fields }, { password: 'sesame' });
    assert.deepEqual((await submit(good, {}, locked)).body.code, 'cmsforms_wrong_password');
    assert.equal((await submit(good, { password: 'sesame' }, locked)).status, 201);
    const { id: post } = await site.create('/cms/v2/posts', { title: 'No form', status: 'publish' });
    assert.equal((await submit(good, {}, post)).status, 404);
  });

  it('are stored as spam with the usual response, and can be marked as wanted', async () => {
    const trapped = await submit({ ...good, name: 'Robot' }, { trap: 'http://spam.test' });
    assert.deepEqual([trapped.status, trapped.body], [201, (await submit(good)).body]);
    assert.equal(classified.length, 1, 'a filled honeypot requires no classification');
    classification = 'spam';
    assert.equal((await submit({ ...good, name: 'Seller' })).status, 201);
    const spam = await list('?state=spam');
    assert.deepEqual(
      spam.map(({ values }: { values: { name: string } }) => values.name),
      ['Seller', 'Robot'],
    );
    assert.equal((await latest()).values.name, 'Ann');
    assert.equal((await site.database.read.all(mails, {})).length, 2, 'no email is sent about spam');
    const { body } = await site.request('editor', 'PATCH', at(`/${spam[0].id}`), { state: 'wanted' });
    assert.equal(body.state, 'wanted');
    assert.equal((await site.database.read.all(mails, {})).length, 4);
    for (const state of ['spam', 'wanted'])
      assert.equal((await site.request('editor', 'PUT', at(`/${spam[0].id}`), { state })).body.state, state);
    assert.equal(
      (await site.database.read.all(mails, {})).length,
      4,
      'one email per address is sent about each submission',
    );
    assert.equal((await site.request('editor', 'POST', at(`/${spam[0].id}`), { state: 'lost' })).status, 400);
    classification = 'discard';
    const discarded = await submit({ ...good, name: 'Worst' });
    assert.deepEqual([discarded.status, discarded.body.code], [403, 'cmsforms_discarded']);
    assert.notEqual((await latest()).values.name, 'Worst');
  });

  it('are rate-limited per IP address', async () => {
    const send = (from: string) => site.service.dispatch(makeRequest('POST', at(), { json: { values: good }, from }));
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await send(`2001:db8::${n.toString(16)}`)).status);
    assert.deepEqual(statuses, [...Array(20).fill(201), 429, 429]);
    assert.equal((await send('192.0.2.9')).status, 201);
    const refused = await send('2001:db8::1');
    assert.deepEqual([refused.status, refused.headers['Retry-After']], [429, '60']);
    now += 60_000;
    assert.equal((await send('2001:db8::1')).status, 201);
    const atOnce = await Promise.all(Array.from({ length: 30 }, () => send('192.0.2.77')));
    assert.equal(atOnce.filter(({ status }) => status === 201).length, 20);
  });

  it('are listed in pages and exported without formulas', async () => {
    const own = await makeForm();
    const names = ['=1+2', '"Q", R', '+49 30', 'Line'];
    for (const name of names)
      await submit({ ...good, name, message: 'a\nb', guests: 3, days: ['Sat', 'Sun'] }, {}, own);
    const page = await site.request('editor', 'GET', at('?per_page=3&page=2', own));
    assert.deepEqual([page.headers['X-CMS-Total'], page.headers['X-CMS-TotalPages'], page.body.length], ['4', '2', 1]);
    assert.equal(page.body[0].values.name, '=1+2');
    assert.equal(page.body[0]._links.self[0].href, `http://site.test/rest${at(`/${page.body[0].id}`, own)}`);
    const dispatch = (format: string) =>
      site.service.dispatch(
        makeRequest('GET', at(`/export/${format}`, own), {
          headers: { authorization: site.authorizationOf('editor') ?? '' },
        }),
      );
    const csv = await dispatch('csv');
    assert.match(csv.headers['Content-Type'] ?? '', /^text\/csv/);
    assert.match(csv.headers['Content-Disposition'] ?? '', /attachment; filename="form-\d+-wanted\.csv"/);
    const bytes = Buffer.concat(encodeJson(csv.body ?? '').body);
    const [head, first, , , ...rest] = bytes
      .toString()
      .slice(1)
      .split(/\r\n(?=\d|$)/);
    assert.equal(head, 'id,received,name,email,message,guests,meal,days,news,terms');
    assert.match(first ?? '', /^\d+,2026-[^,]+,'=1\+2,,"a\nb",3,,"Sat, Sun",,I agree to the terms\.$/);
    assert.match(bytes.toString(), /,"""Q"", R",/);
    assert.match(bytes.toString(), /,'\+49 30,/);
    assert.equal(rest.length, 2);
    const json = (await site.request('editor', 'GET', at('/export/json', own))).body;
    assert.deepEqual(
      json.map(({ values }: { values: { name: string } }) => values.name),
      names,
    );
    const after = (await site.request('editor', 'GET', at(`/export/json?after=${json[1].id}`, own))).body;
    assert.equal(after.length, 2);
  });

  it('can contain fields with any name', async () => {
    const asked = ['constructor', 'values', 'id'].map((name) => ({ name, kind: 'text', label: name }));
    const own = await makeForm({ fields: asked });
    assert.equal((await submit({ id: 'x' }, {}, own)).status, 201);
    assert.equal((await submit({ constructor: 'y' }, {}, own)).status, 201);
    const csv = (await site.request('editor', 'GET', at('/export/csv', own))).body;
    assert.deepEqual(
      String(csv)
        .trim()
        .split('\r\n')
        .map((line) => line.split(',').slice(2).join()),
      ['constructor,values,id', ',,x', 'y,,'],
    );
    assert.deepEqual((await list('', own))[0].values, { constructor: 'y' });
  });

  it('are deleted individually, by email address, with their form, and after the retention period', async () => {
    const own = await makeForm();
    for (const email of ['eve@site.test', 'EVE@site.test', 'bob@site.test']) await submit({ ...good, email }, {}, own);
    await submit({ ...good, email: 'eve@site.test' }, { trap: 'x' });
    const [bob] = await list('', own);
    const { body } = await site.request('administrator', 'DELETE', '/cmsforms/v1/submissions?address=Eve@Site.test');
    assert.deepEqual(body, { erased: 3 });
    assert.deepEqual(
      (await list('', own)).map(({ id }: { id: number }) => id),
      [bob.id],
    );
    assert.equal((await site.request('editor', 'DELETE', at(`/${bob.id}`))).status, 404, 'it belongs to another form');
    const deleted = await site.request('editor', 'DELETE', at(`/${bob.id}`, own));
    assert.deepEqual([deleted.body.deleted, deleted.body.previous.id], [true, bob.id]);
    assert.equal((await site.request('editor', 'GET', at(`/${bob.id}`, own))).status, 404);
    const noted = (await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=data-erased')).body;
    const recorded = noted.map((each: Record<string, unknown>) => [
      each.username,
      each.object_type,
      each.object_id,
      each.details,
    ]);
    assert.deepEqual(recorded, [
      ['editor', 'submission', String(bob.id), { extension: 'cmsforms', count: 1 }],
      ['admin', 'submission', '0', { extension: 'cmsforms', count: 3 }],
    ]);
    assert.doesNotMatch(JSON.stringify(noted), /eve@/i);
    await submit(good, {}, own);
    await site.request('administrator', 'DELETE', `/cms/v2/forms/${own}?force=true`);
    await site.service.tasks.deliverEvents((error) => site.errors.push(error));
    const left = await site.request('administrator', 'GET', '/cmsforms/v1/setup-wizard/hydrate');
    await submit({ ...good, name: 'Late' }, { trap: 'x' });
    now += 31 * day;
    await site.service.tasks.runJobs((error) => site.errors.push(error));
    const later = await site.request('administrator', 'GET', '/cmsforms/v1/setup-wizard/hydrate');
    assert.deepEqual(later.body.submissions, { wanted: left.body.submissions.wanted, spam: 0 });
    now += 366 * day;
    await site.service.tasks.runJobs((error) => site.errors.push(error));
    assert.deepEqual(
      (await site.request('administrator', 'GET', '/cmsforms/v1/setup-wizard/hydrate')).body.submissions,
      {
        wanted: 0,
        spam: 0,
      },
    );
    assert.deepEqual(site.errors, []);
  });

  it('are visible only to users who can edit the form, like the notification addresses', async () => {
    await submit(good);
    const { id } = await latest();
    const mine = await makeForm({ fields }, { author: site.ids.editor, status: 'private' });
    for (const caller of ['anonymous', 'other', ...roles] as const) {
      const may = ['editor', 'administrator'].includes(caller);
      const status = may ? 200 : caller === 'anonymous' ? 401 : 403;
      for (const path of ['', `/${id}`, '/export/csv', '/export/json']) {
        const answer = await site.request(caller, 'GET', at(path));
        assert.equal(answer.status, status, `${caller} ${path}`);
        if (!may) assert.equal(answer.body.code, 'cmsforms_cannot_edit');
      }
      assert.equal((await site.request(caller, 'GET', at('', mine))).status, status);
      if (!may) {
        assert.equal((await site.request(caller, 'PATCH', at(`/${id}`), { state: 'spam' })).status, status);
        assert.equal((await site.request(caller, 'DELETE', at(`/${id}`))).status, status);
        assert.equal((await site.request(caller, 'POST', '/cms/v2/forms', { title: 'Mine' })).status, status);
      }
      if (caller !== 'administrator')
        assert.notEqual(
          (await site.request(caller, 'DELETE', '/cmsforms/v1/submissions?address=a@b.test')).status,
          200,
        );
      for (const path of [`/cms/v2/forms/${form}`, '/cms/v2/forms', `/cms/v2/forms/${form}?_fields=meta.notify`]) {
        const { body } = await site.request(caller, 'GET', path);
        assert.ok(!JSON.stringify(body).includes('host@site.test'), `${caller} ${path}`);
      }
    }
    const shown = (await site.request('anonymous', 'GET', `/cms/v2/forms/${form}`)).body;
    assert.deepEqual(shown.meta.fields, fields);
    const edited = (await site.request('editor', 'GET', `/cms/v2/forms/${form}?context=edit`)).body;
    assert.deepEqual(edited.meta.notify, ['host@site.test', 'cook@site.test']);
    assert.equal((await site.request('anonymous', 'GET', '/cms/v2/search?search=Party')).body.length, 0);
    assert.equal((await site.request('administrator', 'GET', '/cms/v2/types')).body.form, undefined);
    assert.equal((await site.request('anonymous', 'GET', '/cms/v2/types/form')).body.rest_base, 'forms');
  });

  it('require a form with valid fields and notification addresses', async () => {
    const text = { name: 'a', kind: 'text', label: 'A' };
    const wrong = [
      [text, text],
      [{ ...text, name: 'A b' }],
      [{ ...text, kind: 'file' }],
      [{ ...text, label: '' }],
      [{ ...text, longest: 1001 }],
      [{ ...text, choices: ['x'] }],
      [{ ...text, kind: 'choice' }],
      [{ ...text, kind: 'choice', choices: [] }],
      [{ ...text, kind: 'number', minimum: 2, maximum: 1 }],
      [{ ...text, extra: 1 }],
      [{ name: 'a', kind: 'text' }],
      Array.from({ length: 51 }, (_, n) => ({ ...text, name: `a${n}` })),
    ];
    for (const each of wrong) {
      const { status, body } = await site.request('editor', 'POST', '/cms/v2/forms', {
        title: 'X',
        meta: { fields: each },
      });
      assert.equal(status, 400, JSON.stringify(each));
      assert.match(body.message, /meta\.fields/, JSON.stringify(body));
    }
    for (const notify of [['nobody'], ['a@b.test', 'a@b.test']])
      assert.equal(
        (await site.request('editor', 'POST', '/cms/v2/forms', { title: 'X', meta: { notify } })).status,
        400,
      );
    const odd = await makeForm({ fields, notify: [`${'x'.repeat(70)}@site.test`, 'host@site.test'] });
    assert.equal((await submit(good, {}, odd)).status, 201);
    const recipients = (await site.database.read.all(mails, {})).map(({ recipient }) => recipient);
    assert.deepEqual(recipients, ['host@site.test'], 'an invalid address does not affect the others');
    assert.deepEqual(site.errors, []);
  });
});

describe('a CSV cell', () => {
  it('is never a formula', () => {
    const cells = ['=A1', '+1', '-x', '@x', '\t=1', ' =1', '-12.5', 'a,b', 'a"b', 'a\nb', 'plain', ''];
    assert.equal(toCsv([cells]), `'=A1,'+1,'-x,'@x,"'\t=1",' =1,-12.5,"a,b","a""b","a\nb",plain,\r\n`);
    assert.equal(toCsv([['＝A1', '＠x']]), `'＝A1,'＠x\r\n`);
  });
});
