// Tests the language in which a user works.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { preferredLanguage } from './preferred-language.ts';

describe('the language of a user', () => {
  const languageOf = (ofAdmin: unknown, locale = '') =>
    preferredLanguage({ locale, meta: JSON.stringify({ persisted_preferences: { 'octavo/admin': ofAdmin } }) });

  it('is the preference, before the locale', () => {
    assert.equal(languageOf({ language: 'de' }, 'en_US'), 'de');
    assert.equal(languageOf({ language: 'pt-BR' }), 'pt-BR');
  });

  it('is the locale if there is no valid preference', () => {
    for (const ofAdmin of [undefined, null, 'de', ['de'], {}, { language: 5 }, { language: '' }, { language: '<b>' }])
      assert.equal(languageOf(ofAdmin, 'en_US'), 'en_US', JSON.stringify(ofAdmin));
    assert.equal(languageOf({ language: `de${'-ab'.repeat(20)}` }), '');
    for (const meta of ['', '[]', '{"persisted_preferences":5}'])
      assert.equal(preferredLanguage({ meta, locale: '' }), '');
  });
});
