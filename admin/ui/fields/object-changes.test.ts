// Tests that changes in objects contain only what the user has changed, so that they revert no changes of others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addChanges,
  effectiveChanges,
  type ValueParts,
  withChanges,
  withoutSaved,
} from '../../data/drafts/form-changes.ts';
import { changedValue, changeOfValue, requestOfChange } from './object-changes.ts';
import type { ValueSchema } from './value-schema.ts';

const text: ValueSchema = { type: 'string' };

const schema: ValueSchema = {
  type: 'object',
  properties: {
    ...{ host: text, user: text, encryption: text, password: { ...text, writeOnly: true } },
    tags: { type: 'object', additionalProperties: text },
    retry: { type: 'object', properties: { times: { type: 'integer' }, delay: { type: 'integer' } } },
  },
};

const stored = {
  ...{ host: 'a.test', user: 'ada', encryption: 'starttls', password_set: true },
  ...{ tags: { a: '1', b: '2' }, retry: { times: 3, delay: 10 } },
};

interface Settings {
  readonly smtp: unknown;
}

const parts: ValueParts<Settings> = {
  changeOf: (_field, ...values) => changeOfValue(schema, ...values),
  applyChange: (_field, ...values) => changedValue(schema, ...values),
};

describe('changes of objects', () => {
  it('contain only changed properties, also of objects inside; those without declared properties are replaced', () => {
    const after = { ...stored, user: 'bo', tags: { a: '1' }, retry: { times: 3, delay: 20 }, password: 'new' };
    const change = changeOfValue(schema, stored, after);
    assert.deepEqual(change, { user: 'bo', password: 'new', tags: { a: '1' }, retry: { delay: 20 } });
    assert.deepEqual(changedValue(schema, stored, change), after);
    assert.deepEqual(changeOfValue(schema, after, stored), {
      ...{ user: 'ada', tags: { a: '1', b: '2' }, retry: { delay: 10 } },
    });
  });

  it('keep what others have changed meanwhile, with or without a conflict', () => {
    const typed = { smtp: changeOfValue(schema, stored, { ...stored, user: 'bo', retry: { times: 5, delay: 10 } }) };
    // The browser stores changes as JSON.
    const restored = JSON.parse(JSON.stringify(typed));
    const current = { smtp: { ...stored, encryption: 'tls', retry: { times: 3, delay: 60 } } };
    const shown = withChanges<Settings>(current, restored, parts);
    assert.deepEqual(shown.smtp, { ...stored, user: 'bo', encryption: 'tls', retry: { times: 5, delay: 60 } });
    const changed = effectiveChanges<Settings>(current, restored, parts);
    assert.deepEqual(changed, { smtp: { user: 'bo', retry: { times: 5 } } });
    assert.deepEqual(requestOfChange(schema, current.smtp, changed.smtp), {
      ...{ user: 'bo', retry: { times: 5, delay: 60 } },
    });
  });

  it('disappear when the record has the same value, or another user removes the last difference', () => {
    assert.deepEqual(
      effectiveChanges<Settings>({ smtp: { ...stored, user: 'bo' } }, { smtp: { user: 'bo' } }, parts),
      {},
    );
    assert.deepEqual(effectiveChanges<Settings>({ smtp: stored }, { smtp: {} }, parts), {});
  });

  it('that were saved are removed, and what was typed meanwhile remains', () => {
    const current = { smtp: { password: 'new', host: 'b.test' } };
    assert.deepEqual(withoutSaved<Settings>(current, { smtp: { password: 'new' } }, parts), {
      smtp: { host: 'b.test' },
    });
    assert.deepEqual(withoutSaved<Settings>(current, current, parts), {});
  });

  it('that are changed back while they are being saved are saved again', () => {
    const record: Settings = { smtp: stored };
    const typed = addChanges(record, {}, { smtp: { ...stored, user: 'bo' } }, parts);
    const back = addChanges(record, typed, { smtp: stored }, parts);
    assert.deepEqual(effectiveChanges(record, back, parts), {});
    const saved: Settings = { smtp: { ...stored, user: 'bo' } };
    assert.deepEqual(effectiveChanges(saved, withoutSaved(back, typed, parts), parts), { smtp: { user: 'ada' } });
    const secret = addChanges(record, typed, { smtp: { ...stored, user: 'bo', password: 'new' } }, parts);
    assert.deepEqual(secret, { smtp: { user: 'bo', password: 'new' } });
    assert.deepEqual(addChanges(record, secret, { smtp: { ...stored, user: 'bo' } }, parts), typed);
  });

  it('replace values that are no objects', () => {
    assert.deepEqual(changeOfValue(schema, null, stored), stored);
    assert.equal(changeOfValue(schema, stored, null), null);
    assert.equal(changedValue(schema, stored, null), null);
    assert.deepEqual(requestOfChange(text, 'a', 'b'), 'b');
  });
});
