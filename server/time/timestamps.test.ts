import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseTimestamp } from './timestamps.ts';

const berlin = 'Europe/Berlin';

describe('a submitted timestamp', () => {
  const timestampCases: ReadonlyArray<readonly [text: string, site: string, gmt: string]> = [
    ['2026-07-15T12:00:00', '2026-07-15T12:00:00', '2026-07-15T10:00:00'],
    ['2026-07-15 12:00:00', '2026-07-15T12:00:00', '2026-07-15T10:00:00'],
    ['2026-07-15t12:00:00.987654', '2026-07-15T12:00:00', '2026-07-15T10:00:00'],
    ['2026-07-15T12:00:00Z', '2026-07-15T14:00:00', '2026-07-15T12:00:00'],
    ['2026-07-15T12:00:00.5Z', '2026-07-15T14:00:00', '2026-07-15T12:00:00'],
    ['2026-07-15T12:00:00+05', '2026-07-15T09:00:00', '2026-07-15T07:00:00'],
    ['2026-07-15T12:00:00-08:30', '2026-07-15T22:30:00', '2026-07-15T20:30:00'],
    ['2026-07-15T12:00:00.25+00:00', '2026-07-15T14:00:00', '2026-07-15T12:00:00'],
  ];
  for (const [text, site, gmt] of timestampCases)
    test(`${text} in Berlin`, () => assert.deepEqual(parseTimestamp(text, berlin), { site, gmt }));

  test('without an offset is in GMT for a GMT field; an offset takes precedence', () => {
    assert.deepEqual(parseTimestamp('2026-07-15T12:00:00', berlin, 'gmt'), {
      site: '2026-07-15T14:00:00',
      gmt: '2026-07-15T12:00:00',
    });
    assert.deepEqual(parseTimestamp('2026-07-15T12:00:00+02:00', berlin, 'gmt'), {
      site: '2026-07-15T12:00:00',
      gmt: '2026-07-15T10:00:00',
    });
  });

  test('is the same in both forms on a site without a time zone', () => {
    assert.deepEqual(parseTimestamp('2024-05-06T07:08:09', ''), {
      site: '2024-05-06T07:08:09',
      gmt: '2024-05-06T07:08:09',
    });
    assert.deepEqual(parseTimestamp('2024-05-06T07:08:09+05:00', ''), {
      site: '2024-05-06T02:08:09',
      gmt: '2024-05-06T02:08:09',
    });
  });

  test('in an hour that clocks skip is moved after it', () => {
    assert.deepEqual(parseTimestamp('2026-03-29T02:30:00', berlin), {
      site: '2026-03-29T03:30:00',
      gmt: '2026-03-29T01:30:00',
    });
  });
});
