// Checks that the translations of the admin are complete, and that the check finds what is not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCatalogue, listExpectedMessages, listLanguages, readCatalogue } from './admin-catalogues.ts';
import type { Message } from './admin-messages.ts';

const messages = await listExpectedMessages();

describe('the translations of the admin', () => {
  it('include the messages of the packages, of their blocks and of the admin', () => {
    for (const key of [
      'Skip to content',
      'block title\u0004Paragraph',
      'Redo',
      '%d item moved to the trash.',
      'service\u0004Site title',
    ])
      assert.ok(messages.has(key), key);
    assert.equal(messages.get('Redo')?.isLight, false);
    assert.equal(messages.get('Skip to content')?.isLight, true);
  });

  it('include German', () => assert.ok(listLanguages().includes('de')));

  for (const language of listLanguages())
    it(`are complete in ${language}; npm run translations lists what they lack`, () => {
      const { missing, surplus, problems } = checkCatalogue(readCatalogue(language), messages);
      assert.deepEqual(
        missing.map(({ text }) => text),
        [],
      );
      assert.deepEqual({ surplus, problems }, { surplus: [], problems: [] });
    });
});

describe('the check of a catalogue', () => {
  const header = { domain: 'messages', lang: 'de', plural_forms: 'nplurals=2; plural=(n != 1);' };
  const check = (message: Message, ...forms: readonly string[]) =>
    checkCatalogue(
      { header, translations: { [message.text]: forms } },
      new Map([[message.text, { ...message, isLight: true }]]),
    );

  it('finds missing and unused translations', () => {
    const messages = new Map([['One', { text: 'One', isLight: true }]]);
    const { missing, surplus } = checkCatalogue({ header, translations: { Two: ['Zwei'] } }, messages);
    assert.deepEqual([missing.map(({ text }) => text), surplus], [['One'], ['Two']]);
  });

  it('accepts the same placeholders in another order', () => {
    assert.deepEqual(check({ text: '%1$s of %2$d' }, '%2$d von %1$s').problems, []);
    assert.deepEqual(check({ text: '%d file', plural: '%d files' }, '%d Datei', '%d Dateien').problems, []);
    assert.deepEqual(check({ text: 'One', plural: '%d files' }, 'Eine', '%d Dateien').problems, []);
  });

  const wrong: readonly (readonly [Message, ...forms: readonly string[]])[] = [
    [{ text: '%s was saved.' }, 'Gespeichert.'],
    [{ text: '%1$s of %2$d' }, '%1$s von %2$s'],
    [{ text: '100%%' }, '100'],
    [{ text: '<a>Guide</a>' }, '<b>Anleitung</b>'],
    [{ text: 'Save <setting />' }, 'Speichern'],
    [{ text: '%d file', plural: '%d files' }, '%d Dateien'],
    [{ text: '%d file', plural: '%d files' }, '%d Datei', 'Dateien'],
    [{ text: 'File' }, 'Datei', 'Dateien'],
    [{ text: 'File' }, ' '],
  ];
  for (const [message, ...forms] of wrong)
    it(`rejects "${forms.join('", "')}" for "${message.text}"`, () =>
      assert.equal(check(message, ...forms).problems.length, 1));
});
