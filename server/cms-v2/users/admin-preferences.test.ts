// Tests the color scheme that a user has chosen.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { preferredColorScheme } from './admin-preferences.ts';

it('the color scheme of a user is a valid preference, or else that of the system', () => {
  const schemeOf = (ofAdmin: unknown) =>
    preferredColorScheme({ meta: JSON.stringify({ persisted_preferences: { 'octavo/admin': ofAdmin } }) });
  assert.equal(schemeOf({ color_scheme: 'dark' }), 'dark');
  assert.equal(schemeOf({ color_scheme: 'light' }), 'light');
  for (const ofAdmin of [
    undefined,
    null,
    'dark',
    [],
    {},
    { color_scheme: '' },
    { color_scheme: 'blue' },
    { color_scheme: {} },
  ])
    assert.equal(schemeOf(ofAdmin), '', JSON.stringify(ofAdmin));
  for (const meta of ['', '[]', '{"persisted_preferences":5}']) assert.equal(preferredColorScheme({ meta }), '');
});
