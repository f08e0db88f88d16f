import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { assertCpuTime } from '../../../test/cpu-time.ts';
import { cleanUri, isDateTime, isEmail, isHexColor, isIp, isUuid, validateFormat } from './formats.ts';

function table(name: string, accepts: (text: string) => boolean, valid: readonly string[], invalid: readonly string[]) {
  describe(name, () => {
    for (const text of valid) test(`accepts ${JSON.stringify(text)}`, () => assert.equal(accepts(text), true));
    for (const text of invalid) test(`rejects ${JSON.stringify(text)}`, () => assert.equal(accepts(text), false));
  });
}

table(
  'date-time',
  isDateTime,
  [
    '2020-01-01T00:00:00',
    '2020-01-01t00:00:00',
    '2020-01-01 23:59:59',
    '2020-01-01T00:00:00.123456',
    '2020-01-01T00:00:00Z',
    '2020-01-01T00:00:00.5Z',
    '2020-01-01T00:00:00+02:00',
    '2020-01-01T00:00:00-08',
    '2024-02-29T00:00:00',
    '2000-02-29T00:00:00',
  ],
  [
    '',
    '2020-01-01',
    '2020-01-01T00:00',
    '2020-01-01T00:00:00+0200',
    '2020-01-01T00:00:00z',
    '2020-13-01T00:00:00',
    '2020-00-01T00:00:00',
    '2020-01-00T00:00:00',
    '2020-01-01T25:00:00',
    '2020-01-01T24:00:00',
    '2020-01-01T00:60:00',
    '2020-01-01T00:00:60',
    '2020-01-01T00:00:00+24:00',
    '2023-02-29T00:00:00',
    '1900-02-29T00:00:00',
    '2020-02-30T00:00:00',
    '2020-04-31T00:00:00',
    ' 2020-01-01T00:00:00',
    '2020-01-01T00:00:00\n',
    '2020-01-01  00:00:00',
    '01.01.2020',
    'yesterday',
    '1577836800',
  ],
);

test('a date-time is valid if and only if its day exists', () => {
  const number = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), number(13), number(32), (year, month, day) => {
      const text = `${String(year).padStart(4, '0')}-${month}-${day}T00:00:00`;
      const timestamp = new Date(`${text}Z`);
      const exists = !Number.isNaN(timestamp.getTime()) && timestamp.toISOString().startsWith(text);
      assert.equal(isDateTime(text), exists);
    }),
  );
});

table(
  'email',
  isEmail,
  ['a@b.co', "o'neil+tag!#$%&*/=?^_`{|}~.-@example.org", 'A.B@Sub-1.Example.COM'],
  [
    '',
    'a@b.c',
    '@example.org',
    'example.org',
    'a@example',
    'a@b@example.org',
    'a@ex..org',
    'a@.org',
    'a@org.',
    'a@-x.org',
    'a@x-.org',
    ' a@example.org',
    'a@example.org ',
    'a b@example.org',
    'ä@example.org',
    'a@exämple.org',
    'a@ex_ample.org',
  ],
);

table(
  'ip',
  isIp,
  ['127.0.0.1', '255.255.255.255', '001.02.3.0', '::1', '2001:db8::ff00:42:8329', '::ffff:1.2.3.4'],
  ['', '256.0.0.1', '1.2.3', '1.2.3.4.5', '0001.2.3.4', 'fe80::1%eth0', '1.2.3.4 ', ':::', 'localhost'],
);

table(
  'uuid',
  isUuid,
  ['8a4b1d2e-0c3f-4a5b-9c6d-7e8f9a0b1c2d', '00000000-0000-0000-0000-000000000000'],
  [
    '',
    '8A4B1D2E-0C3F-4A5B-9C6D-7E8F9A0B1C2D',
    '8a4b1d2e0c3f4a5b9c6d7e8f9a0b1c2d',
    '{8a4b1d2e-0c3f-4a5b-9c6d-7e8f9a0b1c2d}',
    '8a4b1d2e-0c3f-4a5b-9c6d-7e8f9a0b1c2g',
  ],
);

table('hex-color', isHexColor, ['#08f', '#0088FF'], ['', '08f', '#08', '#0088', '#0088fff', '#xyz']);

test('each format has its error code; unknown formats and uri accept every string', () => {
  const codes = ['date-time', 'email', 'ip', 'uuid', 'hex-color', 'uri', 'other'].map(
    (format) => validateFormat(format, 'x', 'a')?.code,
  );
  const expected = [
    'rest_invalid_date',
    'rest_invalid_email',
    'rest_invalid_ip',
    'rest_invalid_uuid',
    'rest_invalid_hex_color',
    undefined,
    undefined,
  ];
  assert.deepEqual(codes, expected);
});

describe('cleanUri', () => {
  const cases: ReadonlyArray<readonly [input: string, cleaned: string]> = [
    ['', ''],
    ['https://example.org/', 'https://example.org/'],
    ['example.org', 'http://example.org'],
    ['not an address', 'http://not%20an%20address'],
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['  https://example.org', 'https://example.org'],
    ['/path', '/path'],
    ['#part', '#part'],
    ['?q=1', '?q=1'],
    ['/x?a=b:c', '/x?a=b:c'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['HTTPS://example.org', 'HTTPS://example.org'],
    ['javascript:alert(1)', ''],
    ['JavaScript:alert(1)', ''],
    [' java\nscript:alert(1)', ''],
    ['\u0001javascript:alert(1)', ''],
    ['data:text/html,x', ''],
    ['https://example.org/<script>"', 'https://example.org/script'],
    ['https://example.org/ä', 'https://example.org/ä'],
    ['https:\\\\example.org', 'https:example.org'],
  ];
  for (const [input, cleaned] of cases)
    test(`converts ${JSON.stringify(input)} to ${JSON.stringify(cleaned)}`, () =>
      assert.equal(cleanUri(input), cleaned));

  test('accepts only the allowed schemes', () => {
    assert.equal(cleanUri('ftp://example.org', new Set(['https'])), '');
    assert.equal(cleanUri('https://example.org', new Set(['https'])), 'https://example.org');
  });

  test('never returns a disallowed scheme and is idempotent', () => {
    const fragment = fc.constantFrom(
      'java',
      'script',
      ':',
      '//',
      '/',
      '#',
      '?',
      'http',
      ' ',
      '\t',
      '\n',
      '&',
      '&#58;',
      '<',
      'A',
      '%0a',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 8 }), (fragments) => {
        const cleaned = cleanUri(fragments.join(''));
        const parsed = URL.parse(cleaned, 'http://site.test');
        assert.ok(parsed === null || parsed.protocol === 'http:', `${cleaned} has the scheme ${parsed?.protocol}`);
        assert.equal(cleanUri(cleaned), cleaned);
      }),
    );
  });
});

describe('formats run in linear time', () => {
  const long = 200_000;
  const hostile = [
    '0'.repeat(long),
    `a@${'a-'.repeat(long)}`,
    `a@${'a.'.repeat(long)}!`,
    `2020-01-01T00:00:00.${'1'.repeat(long)}x`,
    `${'1.'.repeat(long)}`,
    ':'.repeat(long),
    '-'.repeat(long),
    `a@${'-'.repeat(long)}`,
    ' '.repeat(long),
  ];
  for (const [index, text] of hostile.entries()) {
    test(`for hostile input ${index}`, () => {
      assertCpuTime(() => {
        for (const format of ['date-time', 'email', 'ip', 'uuid', 'hex-color']) validateFormat(format, text, 'a');
        cleanUri(text);
      }, 500);
    });
  }
});
