// Tests the translation of texts of the service with inserted values.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setLocaleData } from '@wordpress/i18n';
import { serviceText } from './service-text.ts';

describe('a text of the service', () => {
  before(() => {
    const translations = {
      'No server.': 'Kein Server.',
      'Disabled. %1$s': 'Deaktiviert. %1$s',
      'The receiver responded with status %1$s.': 'Der Empfänger hat mit Status %1$s geantwortet.',
      '%1$s rejected this email.%2$s': '%1$s hat diese E-Mail abgelehnt.%2$s',
      'Server response: %1$s': 'Antwort des Servers: %1$s',
      'The certificate of %1$s %2$s.': 'Das Zertifikat von %1$s %2$s.',
      'has expired': 'ist abgelaufen',
      'In %1$s': 'In %1$s',
    };
    const entries = Object.entries(translations).map(([text, translation]) => [`service\u0004${text}`, [translation]]);
    setLocaleData(Object.fromEntries(entries));
  });

  it('has the translation of its words and of inserted reasons', () => {
    assert.equal(serviceText('No server.'), 'Kein Server.');
    assert.equal(serviceText('The certificate of a.test has expired.'), 'Das Zertifikat von a.test ist abgelaufen.');
    assert.equal(serviceText('Something else.'), 'Something else.');
  });

  it('has the translation of a sentence that follows another one, also if there is none', () => {
    const status = 'The receiver responded with status 500.';
    assert.equal(serviceText(`Disabled. ${status}`), 'Deaktiviert. Der Empfänger hat mit Status 500 geantwortet.');
    assert.equal(
      serviceText('a.test rejected this email. Server response: 550 No.\nGo away.'),
      'a.test hat diese E-Mail abgelehnt. Antwort des Servers: 550 No.\nGo away.',
    );
    assert.equal(serviceText('a.test rejected this email.'), 'a.test hat diese E-Mail abgelehnt.');
  });

  it('keeps titles as they are, although they are texts of the service', () => {
    assert.equal(serviceText('In No server.'), 'In No server.');
  });
});
