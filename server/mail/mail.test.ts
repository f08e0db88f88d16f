// Tests the validation of emails and server URLs. Input of callers must neither inject headers nor add recipients.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { composeMessage } from './connection.ts';
import { InvalidMail, isMailAddress, type Mail, normalizeMail, oneLine, parseMailbox } from './mail.ts';
import { parseServerUrl } from './transport.ts';

const mail: Mail = { kind: 'test', to: 'ann@example.com', subject: 'Hello', text: 'Text' };
const identity = { messageId: '1.2@site.test', date: new Date('2026-01-02T03:04:05Z') };
const from = { name: 'Site', address: 'octavo@site.test' };

/** Returns the names of a message's headers, and all headers as text. */
async function headOf(mailToSend: Mail, sender = from): Promise<{ names: string[]; head: string }> {
  const text = (await composeMessage(mailToSend, sender, identity)).bytes.toString();
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  assert.doesNotMatch(head.replaceAll('\r\n', ''), /[\r\n]/, 'all line breaks are CRLF');
  const names = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
  return { names: names.sort(), head };
}

const usualHeaders =
  'auto-submitted content-transfer-encoding content-type date from message-id mime-version subject to'.split(' ');

/** Strings that contain a line break in some encoding. */
const lineBreaks = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f', '\0', '%0d%0a', '=0A', '\r\n\r\n'];

describe('an email', () => {
  it('has exactly these headers', async () => {
    const { names, head } = await headOf(mail);
    assert.deepEqual(names, usualHeaders);
    assert.match(head, /^Message-ID: <1\.2@site\.test>$/im);
    assert.match(head, /^Date: Fri, 02 Jan 2026 03:04:05 \+0000$/m);
  });

  it('has no headers that were injected with subject, text or site name', async () => {
    for (const ending of lineBreaks) {
      const forged = `Hello${ending}Bcc: eve@evil.example${ending}${ending}Body`;
      const { names } = await headOf({ ...mail, subject: forged, text: forged }, { ...from, name: forged });
      assert.deepEqual(names, usualHeaders, JSON.stringify(ending));
    }
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (subject) => {
        const { names } = await headOf({ ...mail, subject }, { ...from, name: subject });
        const absent = usualHeaders.filter((name) => name !== 'subject');
        assert.deepEqual(names, names.includes('subject') ? usualHeaders : absent);
      }),
      { numRuns: 200 },
    );
  });

  it('cannot have addresses that contain several addresses or line breaks', () => {
    const invalid = [
      ...lineBreaks
        .filter((each) => !/^[%=]/.test(each))
        .map((ending) => `ann@example.com${ending}Bcc: eve@evil.example`),
      ...['', 'ann', '@example.com', 'ann@', 'a@b@c.de', 'ann@example.com,eve@evil.example', 'ann@exa mple.com'],
      ...['Ann <ann@example.com>', '<ann@example.com>', '"a b"@example.com', 'ann@[127.0.0.1]', 'ann@-a.example'],
      ...['änn@example.com', `${'a'.repeat(65)}@example.com`, `a@${'b.'.repeat(200)}com`, 'a@b..c', ' ann@example.com'],
    ];
    for (const address of invalid) {
      assert.equal(isMailAddress(address), false, address);
      assert.throws(() => normalizeMail({ ...mail, to: address }), InvalidMail, address);
      assert.throws(() => normalizeMail({ ...mail, replyTo: address }), InvalidMail, address);
    }
    for (const address of ["o'neil+tag@sub.example.com", 'octavo@localhost']) assert.ok(isMailAddress(address));
  });

  it('can have additional headers except reserved ones and injections', async () => {
    const headers = { 'List-Id': 'comments.site.test', 'X-Kind': 'comment' };
    const { names } = await headOf({ ...mail, headers, replyTo: 'bob@example.com' });
    assert.deepEqual(names, [...usualHeaders, 'list-id', 'reply-to', 'x-kind'].sort());
    const invalid = [
      { Bcc: 'eve@evil.example' },
      { 'message-ID': 'x' },
      { 'X-A': 'b\r\nBcc: c' },
      { 'X-A\r\nBcc': 'c' },
    ];
    for (const each of [...invalid, { 'X A': 'b' }, { '': 'b' }, { 'X-A': '' }, { 'X-A': 'ä' }] as Record<
      string,
      string
    >[])
      assert.throws(() => normalizeMail({ ...mail, headers: each }), InvalidMail, JSON.stringify(each));
  });

  it('is truncated to the maximum length', () => {
    const { subject, text } = normalizeMail({ ...mail, subject: '😀'.repeat(5000), text: 'x'.repeat(1_000_000) });
    assert.ok(subject.length <= 200 && subject.isWellFormed());
    assert.equal(text.length, 100_000);
  });

  it('has a sender with or without a display name', () => {
    assert.deepEqual(parseMailbox(' octavo@site.test '), { name: '', address: 'octavo@site.test' });
    assert.deepEqual(parseMailbox('"The Site" <octavo@site.test>'), { name: 'The Site', address: 'octavo@site.test' });
    assert.deepEqual(parseMailbox('The Site <octavo@site.test>'), { name: 'The Site', address: 'octavo@site.test' });
    for (const text of ['', 'The Site', 'A <a@b> <c@d>', 'a@b.c, d@e.f', 'A <a@b.c\nBcc: d@e.f>'])
      assert.equal(parseMailbox(text), undefined, text);
    assert.equal(oneLine(' a\r\n b\u202e\tc '), 'a b c');
  });
});

describe('the URL of a mail server', () => {
  it('determines host, port, encryption and credentials', () => {
    const plain = (host: string, port: number, security: string) => ({ host, port, security });
    for (const [address, server] of [
      ['smtp://mail.example', plain('mail.example', 587, 'required')],
      ['smtps://mail.example', plain('mail.example', 465, 'implicit')],
      ['smtps://mail.example:2465/', plain('mail.example', 2465, 'implicit')],
      ['smtp://MAIL.example:25?tls=offered', plain('mail.example', 25, 'offered')],
      ['smtp://mail.example:1025?tls=none', plain('mail.example', 1025, 'none')],
      ['smtp://localhost:25', plain('localhost', 25, 'none')],
      ['smtp://[::1]:25?tls=required', plain('::1', 25, 'required')],
    ] as const)
      assert.deepEqual(parseServerUrl(address), server, address);
    assert.deepEqual(parseServerUrl('smtp://ann%40example.com:a%3Ab%2F%20@mail.example'), {
      ...plain('mail.example', 587, 'required'),
      login: { user: 'ann@example.com', password: 'a:b/ ' },
    });
  });

  it('is rejected with one sentence that does not contain the password', () => {
    for (const address of [
      'mail.example',
      'http://u:s3cret@mail.example',
      'smtp://',
      'smtp://u:s3cret@',
      'smtp://u:s3c/ret@mail.example',
      'smtp://u:s3c#ret@mail.example',
      'smtp://u:s3c?ret@mail.example',
      'smtp://u:s3c%ret@mail.example',
      'smtp://u:s3cret@mail.example:99999',
      'smtp://u:s3cret@mail.example:0',
      'smtp://u:s3cret@mail.example/path',
      'smtp://s3cret@mail.example',
      'smtp://:s3cret@mail.example',
      'smtp://u:s3cret@mail.example?tls=maybe',
      'smtp://u:s3cret@mail.example?pool=true',
      'smtps://u:s3cret@mail.example?tls=none',
    ]) {
      const error = parseServerUrl(address);
      assert.ok(typeof error === 'string', address);
      assert.match(error, /^[A-Z][^\n]*\.$/);
      assert.doesNotMatch(error, /s3c/, address);
    }
  });
});
