// Tests how submissions are searched and filtered, how those of a person are counted, and that exports are recorded.
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { type Builder, type Slots, statement } from 'octavo/extension';
import { describeEachEngine } from '../../test/engines.ts';
import { FormSite, good } from '../../test/form-site.ts';
import { roles, type TestSite } from '../../test/site.ts';
import { updateSearchedTexts } from './migrations.ts';
import type { Tables } from './store.ts';

const clearStatement = statement((q: Builder<Tables>, p: Slots<{ searched: string }>) =>
  q.updateTable('cmsforms_submissions').set({ searched: p.searched }),
);

describeEachEngine('lists of submissions', (engine) => {
  let forms: FormSite;
  let site: TestSite;
  let form = 0;
  const namesOf = async (query: string) =>
    (await forms.list(query, form)).map(({ values }: { values: { name: string } }) => values.name);
  before(async () => {
    forms = await FormSite.open(engine);
    ({ site } = forms);
    form = await forms.makeForm();
    const people = [
      { name: 'Ann', email: 'ann@site.test', message: '100% "sure"', guests: 7, days: ['Sun'] },
      { name: 'Björn', email: 'ANN@site.test', message: 'One\nTwo_three' },
      { name: 'Éva', email: 'eva@site.test', message: 'sure\\' },
    ];
    for (const values of people) {
      await forms.reset();
      await forms.submit({ ...good, ...values }, {}, form);
    }
    await forms.submit({ ...good, name: 'Spam', email: 'ann@site.test' }, { trap: 'x' }, form);
  });
  beforeEach(() => forms.reset());

  it('are limited to those whose values contain a text', async () => {
    const cases: [search: string, names: string[]][] = [
      ['SURE', ['Éva', 'Ann']],
      ['BJÖRN', ['Björn']],
      ['éVA', ['Éva']],
      ['"sure"', ['Ann']],
      ['100%', ['Ann']],
      ['0%%', []],
      ['w__t', []],
      ['two_', ['Björn']],
      ['sure\\', ['Éva']],
      ['7', ['Ann']],
      ['Sun', ['Ann']],
      ['message', []],
      ['email', []],
      ['', ['Éva', 'Björn', 'Ann']],
    ];
    for (const [search, names] of cases)
      assert.deepEqual(await namesOf(`?search=${encodeURIComponent(search)}`), names, search);
    assert.deepEqual(await namesOf('?search=spam'), []);
    assert.deepEqual(await namesOf('?search=spam&state=spam'), ['Spam']);
    const page = await site.request('editor', 'GET', forms.at('?search=sure&per_page=1&page=2', form));
    assert.deepEqual([page.headers['X-CMS-Total'], page.body[0].values.name], ['2', 'Ann']);
    const tooLong = await site.request('editor', 'GET', forms.at(`?search=${'x'.repeat(201)}`, form));
    assert.equal(tooLong.status, 400);
  });

  it('are limited to an email address, and to a time', async () => {
    assert.deepEqual(await namesOf('?address=Ann@Site.test'), ['Björn', 'Ann']);
    assert.deepEqual(await namesOf('?address=nobody@site.test'), []);
    const [, second] = await forms.list('', form);
    const at = second.received.slice(0, 19);
    assert.deepEqual(await namesOf(`?before=${at}`), ['Ann']);
    assert.deepEqual(await namesOf(`?before=${at}Z`), ['Ann']);
    assert.deepEqual(await namesOf(`?after=${at}`), ['Éva']);
    const shifted = encodeURIComponent(
      `${new Date(Date.parse(`${at}Z`) + 7_200_000).toISOString().slice(0, 19)}+02:00`,
    );
    assert.deepEqual(await namesOf(`?after=${shifted}`), ['Éva']);
    for (const wrong of ['?after=soon', '?address=ann', '?page=0'])
      assert.equal((await site.request('editor', 'GET', forms.at(wrong, form))).status, 400, wrong);
    assert.deepEqual(await namesOf('?page=9007199254740991&per_page=100'), []);
  });

  it('of a person are counted by form, for administrators only', async () => {
    const other = await forms.makeForm();
    await forms.submit({ ...good, email: 'ann@site.test' }, {}, other);
    const path = '/cmsforms/v1/submissions?address=Ann@site.test';
    for (const caller of ['anonymous', 'other', ...roles] as const) {
      const { status, body } = await site.request(caller, 'GET', path);
      if (caller !== 'administrator') {
        assert.deepEqual([status, body.code], [caller === 'anonymous' ? 401 : 403, 'cmsforms_cannot_manage'], caller);
        assert.doesNotMatch(JSON.stringify(body), /total/);
        continue;
      }
      const counts = [
        { id: form, wanted: 2, spam: 1 },
        { id: other, wanted: 1, spam: 0 },
      ];
      assert.deepEqual([status, body], [200, { total: 4, forms: counts }]);
    }
    const none = await site.request('administrator', 'GET', '/cmsforms/v1/submissions?address=nobody@site.test');
    assert.deepEqual(none.body, { total: 0, forms: [] });
    for (const query of ['', '?address=ann', '?address[]=ann@site.test'])
      assert.equal((await site.request('administrator', 'GET', `/cmsforms/v1/submissions${query}`)).status, 400, query);
  });

  it('are exported with an event in the audit log', async () => {
    await site.request('editor', 'GET', forms.at('/export/csv', form));
    await site.request('editor', 'GET', forms.at('/export/json?state=spam', form));
    await site.request('editor', 'GET', forms.at('/export/csv?after=1000000', form));
    await site.request('author', 'GET', forms.at('/export/csv', form));
    const { body } = await site.request('administrator', 'GET', '/octavo/v1/audit-log?action=data-exported');
    assert.deepEqual(
      body.map((each: Record<string, unknown>) => [each.username, each.object_type, each.object_id, each.details]),
      [
        ['editor', 'submission', String(form), { extension: 'cmsforms', count: 1 }],
        ['editor', 'submission', String(form), { extension: 'cmsforms', count: 3 }],
      ],
    );
    assert.doesNotMatch(JSON.stringify(body), /ann@/i);
  });

  it('find submissions that were stored before they could be searched', async () => {
    await site.database.transaction((tx) => tx.run(clearStatement, { searched: '' }));
    assert.deepEqual(await namesOf('?search=sure'), []);
    await site.database.transaction(updateSearchedTexts);
    assert.deepEqual(await namesOf('?search=sure'), ['Éva', 'Ann']);
  });
});
