// Tests fields that are displayed only if another field has a value.
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { FormSite } from '../../test/form-site.ts';
import type { Field } from './form-type.ts';

const fields: Field[] = [
  { name: 'topic', kind: 'choice', label: 'Topic', required: true, choices: ['Order', 'Return', 'Other'] },
  {
    ...{ name: 'order', kind: 'number', label: 'Order', required: true },
    condition: { field: 'topic', values: ['Order', 'Return'] },
  },
  { name: 'call', kind: 'checkbox', label: 'Call me' },
  { name: 'phone', kind: 'text', label: 'Phone', required: true, condition: { field: 'call' } },
  { name: 'hours', kind: 'text', label: 'Hours', condition: { field: 'phone' } },
  { name: 'days', kind: 'choice', label: 'Days', choices: ['Sat', 'Sun'], several: true },
  { name: 'note', kind: 'text', label: 'Note', condition: { field: 'days', values: ['Sun'] } },
];

describeEachEngine('fields with conditions', (engine) => {
  let forms: FormSite;
  let form = 0;
  before(async () => {
    forms = await FormSite.open(engine);
    form = await forms.makeForm({ fields });
  });
  beforeEach(() => forms.reset());

  it('have values, and are required, only if their conditions are met', async () => {
    const cases: [submitted: object, stored: object | string[]][] = [
      [{ topic: 'Other' }, { topic: 'Other' }],
      [{ topic: 'Other', order: 'x', phone: '1', hours: 'all', note: 'n' }, { topic: 'Other' }],
      [{ topic: 'Order' }, ['values[order]']],
      [
        { topic: 'Return', order: '7' },
        { topic: 'Return', order: 7 },
      ],
      [{ topic: 'Other', call: 'true' }, ['values[phone]']],
      [
        { topic: 'Other', call: 'false', phone: '1' },
        { topic: 'Other', call: false },
      ],
      [
        { topic: 'Other', call: true, phone: '1', hours: 'all' },
        { topic: 'Other', call: true, phone: '1', hours: 'all' },
      ],
      [{ topic: 'Other', call: true, phone: ' ', hours: 'all' }, ['values[phone]']],
      [
        { topic: 'Other', days: ['Sat'], note: 'n' },
        { topic: 'Other', days: ['Sat'] },
      ],
      [
        { topic: 'Other', days: ['Sat', 'Sun'], note: 'n' },
        { topic: 'Other', days: ['Sat', 'Sun'], note: 'n' },
      ],
      [{}, ['values[topic]']],
    ];
    for (const [submitted, expected] of cases) {
      await forms.reset();
      const { status, body } = await forms.submit(submitted, {}, form);
      if (Array.isArray(expected)) {
        assert.deepEqual([status, Object.keys(body.data?.params ?? {})], [400, expected], JSON.stringify(submitted));
        continue;
      }
      assert.equal(status, 201, JSON.stringify(body));
      const [{ values }] = await forms.list('', form);
      assert.deepEqual(values, expected, JSON.stringify(submitted));
    }
    assert.deepEqual(forms.site.errors, []);
  });

  it('are rejected if they refer to a field or a value that does not exist before them', async () => {
    const [topic] = fields;
    const text = { name: 'a', kind: 'text', label: 'A' };
    const wrong = [
      [{ ...text, condition: { field: 'a' } }],
      [{ ...text, condition: { field: 'topic' } }, topic],
      [topic, { ...text, condition: { field: 'gone' } }],
      [topic, { ...text, condition: { field: 'topic', values: ['Nothing'] } }],
      [topic, { ...text, condition: { field: 'topic', values: [] } }],
      [topic, { ...text, condition: { field: 'topic', other: 1 } }],
      [text, { ...text, name: 'b', condition: { field: 'a', values: ['x'] } }],
      [topic, { ...text, condition: { field: 'constructor' } }],
    ];
    for (const each of wrong) {
      const sent = { title: 'X', meta: { fields: each } };
      const { status, body } = await forms.site.request('editor', 'POST', '/cms/v2/forms', sent);
      assert.equal(status, 400, JSON.stringify(each));
      assert.match(body.message, /meta\.fields/);
    }
  });
});
