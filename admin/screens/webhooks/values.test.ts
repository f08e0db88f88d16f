// Tests the conversion between webhooks and their form.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedValues, formValuesOf, newValues, webhookValuesOf } from './values.ts';

const { scope: _scope, ...values } = { ...newValues, url: 'https://example.com/' };

describe('the values of the form of a webhook', () => {
  it('distinguish all kinds of events from no chosen kind', () => {
    assert.equal(formValuesOf(values).scope, 'all');
    assert.equal(formValuesOf({ ...values, kinds: ['entry.created'] }).scope, 'chosen');
    assert.deepEqual(webhookValuesOf({ ...values, scope: 'all', kinds: ['entry.created'] }).kinds, []);
    assert.deepEqual(webhookValuesOf({ ...values, scope: 'chosen', kinds: ['entry.created'] }).kinds, [
      'entry.created',
    ]);
    assert.throws(() => webhookValuesOf({ ...values, scope: 'chosen' }), /at least one/);
  });

  it('are sent only if they were changed', () => {
    assert.deepEqual(changedValues(values, values), {});
    assert.deepEqual(changedValues({ ...values, kinds: ['entry.created'], active: false }, values), {
      kinds: ['entry.created'],
      active: false,
    });
  });
});
