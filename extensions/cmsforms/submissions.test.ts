// Tests how submissions of forms are accepted, rejected and classified.
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { makeRequest } from '../../server/http/request.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { FormSite, fields, good } from '../../test/form-site.ts';
import type { TestSite } from '../../test/site.ts';
import type { Field } from './form-type.ts';

describeEachEngine('submissions', (engine) => {
  let forms: FormSite;
  let site: TestSite;
  before(async () => {
    forms = await FormSite.open(engine);
    ({ site } = forms);
  });
  beforeEach(() => forms.reset());

  it('are converted, stored in the order of the fields, and sent by email', async () => {
    const values = {
      ...{ terms: 'true', name: ' Ann ', email: 'Ann@Site.test', message: 'One\nTwo', guests: '2', meal: 'Soup, hot' },
      ...{ days: ['Sun', 'Sat'], news: '' },
    };
    const { status, body, headers } = await forms.submit(values);
    assert.deepEqual(
      [status, body],
      [201, { form: forms.form, confirmation: 'Thank you. We have received what you sent.' }],
    );
    assert.match(headers['Cache-Control'] ?? '', /no-store|^$/);
    const stored = await forms.latest();
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
      [forms.form, 'wanted', new Date(forms.now).toISOString(), storedValues],
    );
    assert.deepEqual(Object.keys(stored.values), Object.keys(storedValues));
    const one = await site.request('editor', 'GET', forms.at(`/${stored.id}`));
    assert.deepEqual(one.body.values, storedValues);
    const [first, second] = await forms.mails();
    assert.deepEqual([first?.recipient, second?.recipient], ['host@site.test', 'cook@site.test']);
    assert.deepEqual([first?.subject, first?.reply_to], ['[Octavo] New submission of “Party & more”', 'Ann@Site.test']);
    assert.match(first?.text ?? '', /^Your name\n {2}Ann\n\n.*Message\n {2}One\n {2}Two\n\n.*Days\n {2}Sun, Sat\n/s);
    assert.deepEqual(
      forms.classified.map(({ kind, name, email, entry, author }) => ({ kind, name, email, entry, author })),
      [{ kind: 'form', name: 'Ann', email: 'Ann@Site.test', entry: forms.form, author: 0 }],
    );
  });

  it('are rejected with all errors and not stored if a value is invalid', async () => {
    const before = await forms.list();
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
      forms.now += 61_000;
      const { status, body } = await forms.submit(values);
      assert.deepEqual([status, body.code], [400, 'rest_invalid_param'], JSON.stringify(values));
      assert.deepEqual(Object.keys(body.data.params), params, JSON.stringify(values));
    }
    for (const json of [{}, { values: 'x' }, { values: [good] }, { values: good, trap: { a: 1 } }]) {
      const { status } = await site.request('anonymous', 'POST', forms.at(), json);
      assert.equal(status, 400, JSON.stringify(json));
    }
    assert.deepEqual(await forms.list(), before);
    assert.deepEqual(await forms.mails(), []);
    assert.deepEqual(site.errors, []);
  });

  it('are rejected if they are too large or empty', async () => {
    const fields = Array.from(
      { length: 8 },
      (_, n): Field => ({ name: `t${n}`, kind: 'textarea', label: `Text ${n}` }),
    );
    const large = await forms.makeForm({ fields });
    const filled = Object.fromEntries(fields.map(({ name }) => [name, 'x'.repeat(20_000)]));
    const { status, body } = await forms.submit(filled, {}, large);
    assert.deepEqual([status, body.code], [413, 'cmsforms_too_large']);
    const empty = await forms.submit({ t1: ' ' }, {}, large);
    assert.deepEqual([empty.status, Object.keys(empty.body.data.params)], [400, ['values']]);
    assert.deepEqual(await forms.list('', large), []);
  });

  it('are accepted only if the form is published, and with the password of the form', async () => {
    const draft = await forms.makeForm({ fields }, { status: 'draft' });
    for (const id of [draft, 987_654, 0]) {
      const { status, body } = await forms.submit(good, {}, id);
      assert.deepEqual([status, body.code], [404, 'cmsforms_unknown_form'], String(id));
    }
    assert.equal((await forms.submit(good, {}, Number(`1${'0'.repeat(30)}`))).status, 404);
    const locked = await forms.makeForm({ fields }, { password: 'sesame' });
    assert.deepEqual((await forms.submit(good, {}, locked)).body.code, 'cmsforms_wrong_password');
    assert.equal((await forms.submit(good, { password: 'sesame' }, locked)).status, 201);
    const { id: post } = await site.create('/cms/v2/posts', { title: 'No form', status: 'publish' });
    assert.equal((await forms.submit(good, {}, post)).status, 404);
  });

  it('are stored as spam with the usual response, and can be marked as wanted', async () => {
    const trapped = await forms.submit({ ...good, name: 'Robot' }, { trap: 'http://spam.test' });
    assert.deepEqual([trapped.status, trapped.body], [201, (await forms.submit(good)).body]);
    assert.equal(forms.classified.length, 1, 'a filled honeypot requires no classification');
    forms.classification = 'spam';
    assert.equal((await forms.submit({ ...good, name: 'Seller' })).status, 201);
    const spam = await forms.list('?state=spam');
    assert.deepEqual(
      spam.map(({ values }: { values: { name: string } }) => values.name),
      ['Seller', 'Robot'],
    );
    assert.equal((await forms.latest()).values.name, 'Ann');
    assert.equal((await forms.mails()).length, 2, 'no email is sent about spam');
    const { body } = await site.request('editor', 'PATCH', forms.at(`/${spam[0].id}`), { state: 'wanted' });
    assert.equal(body.state, 'wanted');
    assert.equal((await forms.mails()).length, 4);
    for (const state of ['spam', 'wanted'])
      assert.equal((await site.request('editor', 'PUT', forms.at(`/${spam[0].id}`), { state })).body.state, state);
    assert.equal((await forms.mails()).length, 4, 'one email per address is sent about each submission');
    assert.equal((await site.request('editor', 'POST', forms.at(`/${spam[0].id}`), { state: 'lost' })).status, 400);
    forms.classification = 'discard';
    const discarded = await forms.submit({ ...good, name: 'Worst' });
    assert.deepEqual([discarded.status, discarded.body.code], [403, 'cmsforms_discarded']);
    assert.notEqual((await forms.latest()).values.name, 'Worst');
  });

  it('are rate-limited per IP address', async () => {
    const send = (from: string) =>
      site.service.dispatch(makeRequest('POST', forms.at(), { json: { values: good }, from }));
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await send(`2001:db8::${n.toString(16)}`)).status);
    assert.deepEqual(statuses, [...Array(20).fill(201), 429, 429]);
    assert.equal((await send('192.0.2.9')).status, 201);
    const refused = await send('2001:db8::1');
    assert.deepEqual([refused.status, refused.headers['Retry-After']], [429, '60']);
    forms.now += 60_000;
    assert.equal((await send('2001:db8::1')).status, 201);
    const atOnce = await Promise.all(Array.from({ length: 30 }, () => send('192.0.2.77')));
    assert.equal(atOnce.filter(({ status }) => status === 201).length, 20);
  });
});
