// Tests how stored submissions are listed, exported and deleted, and who can read them and their forms.
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { encodeJson } from '../../server/http/json-text.ts';
import { makeRequest } from '../../server/http/request.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { FormSite, fields, good } from '../../test/form-site.ts';
import { roles, type TestSite } from '../../test/site.ts';

const day = 24 * 60 * 60 * 1000;

describeEachEngine('stored submissions', (engine) => {
  let forms: FormSite;
  let site: TestSite;
  before(async () => {
    forms = await FormSite.open(engine);
    ({ site } = forms);
  });
  beforeEach(() => forms.reset());

  it('are listed in pages and exported without formulas', async () => {
    const own = await forms.makeForm();
    const names = ['=1+2', '"Q", R', '+49 30', 'Line'];
    for (const name of names)
      await forms.submit({ ...good, name, message: 'a\nb', guests: 3, days: ['Sat', 'Sun'] }, {}, own);
    const page = await site.request('editor', 'GET', forms.at('?per_page=3&page=2', own));
    assert.deepEqual([page.headers['X-CMS-Total'], page.headers['X-CMS-TotalPages'], page.body.length], ['4', '2', 1]);
    assert.equal(page.body[0].values.name, '=1+2');
    assert.equal(page.body[0]._links.self[0].href, `http://site.test/rest${forms.at(`/${page.body[0].id}`, own)}`);
    const dispatch = (format: string) =>
      site.service.dispatch(
        makeRequest('GET', forms.at(`/export/${format}`, own), {
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
    const json = (await site.request('editor', 'GET', forms.at('/export/json', own))).body;
    assert.deepEqual(
      json.map(({ values }: { values: { name: string } }) => values.name),
      names,
    );
    const after = (await site.request('editor', 'GET', forms.at(`/export/json?after=${json[1].id}`, own))).body;
    assert.equal(after.length, 2);
  });

  it('can contain fields with any name', async () => {
    const asked = ['constructor', 'values', 'id'].map((name) => ({ name, kind: 'text', label: name }));
    const own = await forms.makeForm({ fields: asked });
    assert.equal((await forms.submit({ id: 'x' }, {}, own)).status, 201);
    assert.equal((await forms.submit({ constructor: 'y' }, {}, own)).status, 201);
    const csv = (await site.request('editor', 'GET', forms.at('/export/csv', own))).body;
    assert.deepEqual(
      String(csv)
        .trim()
        .split('\r\n')
        .map((line) => line.split(',').slice(2).join()),
      ['constructor,values,id', ',,x', 'y,,'],
    );
    assert.deepEqual((await forms.list('', own))[0].values, { constructor: 'y' });
  });

  it('are deleted individually, by email address, with their form, and after the retention period', async () => {
    const own = await forms.makeForm();
    for (const email of ['eve@site.test', 'EVE@site.test', 'bob@site.test'])
      await forms.submit({ ...good, email }, {}, own);
    await forms.submit({ ...good, email: 'eve@site.test' }, { trap: 'x' });
    const [bob] = await forms.list('', own);
    const { body } = await site.request('administrator', 'DELETE', '/cmsforms/v1/submissions?address=Eve@Site.test');
    assert.deepEqual(body, { erased: 3 });
    assert.deepEqual(
      (await forms.list('', own)).map(({ id }: { id: number }) => id),
      [bob.id],
    );
    assert.equal(
      (await site.request('editor', 'DELETE', forms.at(`/${bob.id}`))).status,
      404,
      'it belongs to another form',
    );
    const deleted = await site.request('editor', 'DELETE', forms.at(`/${bob.id}`, own));
    assert.deepEqual([deleted.body.deleted, deleted.body.previous.id], [true, bob.id]);
    assert.equal((await site.request('editor', 'GET', forms.at(`/${bob.id}`, own))).status, 404);
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
    await forms.submit(good, {}, own);
    await site.request('administrator', 'DELETE', `/cms/v2/forms/${own}?force=true`);
    await site.service.tasks.deliverEvents((error) => site.errors.push(error));
    const left = await site.request('administrator', 'GET', '/cmsforms/v1/setup-wizard/hydrate');
    await forms.submit({ ...good, name: 'Late' }, { trap: 'x' });
    forms.now += 31 * day;
    await site.service.tasks.runJobs((error) => site.errors.push(error));
    const later = await site.request('administrator', 'GET', '/cmsforms/v1/setup-wizard/hydrate');
    assert.deepEqual(later.body.submissions, { wanted: left.body.submissions.wanted, spam: 0 });
    forms.now += 366 * day;
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
    await forms.submit(good);
    const { id } = await forms.latest();
    const mine = await forms.makeForm({ fields }, { author: site.ids.editor, status: 'private' });
    for (const caller of ['anonymous', 'other', ...roles] as const) {
      const may = ['editor', 'administrator'].includes(caller);
      const status = may ? 200 : caller === 'anonymous' ? 401 : 403;
      for (const path of ['', `/${id}`, '/export/csv', '/export/json']) {
        const answer = await site.request(caller, 'GET', forms.at(path));
        assert.equal(answer.status, status, `${caller} ${path}`);
        if (!may) assert.equal(answer.body.code, 'cmsforms_cannot_edit');
      }
      assert.equal((await site.request(caller, 'GET', forms.at('', mine))).status, status);
      if (!may) {
        assert.equal((await site.request(caller, 'PATCH', forms.at(`/${id}`), { state: 'spam' })).status, status);
        assert.equal((await site.request(caller, 'DELETE', forms.at(`/${id}`))).status, status);
        assert.equal((await site.request(caller, 'POST', '/cms/v2/forms', { title: 'Mine' })).status, status);
      }
      if (caller !== 'administrator')
        assert.notEqual(
          (await site.request(caller, 'DELETE', '/cmsforms/v1/submissions?address=a@b.test')).status,
          200,
        );
      for (const path of [
        `/cms/v2/forms/${forms.form}`,
        '/cms/v2/forms',
        `/cms/v2/forms/${forms.form}?_fields=meta.notify`,
      ]) {
        const { body } = await site.request(caller, 'GET', path);
        assert.ok(!JSON.stringify(body).includes('host@site.test'), `${caller} ${path}`);
      }
    }
    const shown = (await site.request('anonymous', 'GET', `/cms/v2/forms/${forms.form}`)).body;
    assert.deepEqual(shown.meta.fields, fields);
    const edited = (await site.request('editor', 'GET', `/cms/v2/forms/${forms.form}?context=edit`)).body;
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
    const odd = await forms.makeForm({ fields, notify: [`${'x'.repeat(70)}@site.test`, 'host@site.test'] });
    assert.equal((await forms.submit(good, {}, odd)).status, 201);
    const recipients = (await forms.mails()).map(({ recipient }) => recipient);
    assert.deepEqual(recipients, ['host@site.test'], 'an invalid address does not affect the others');
    assert.deepEqual(site.errors, []);
  });
});
