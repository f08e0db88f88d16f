import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultDateFormat, formatDate, formatPeriod } from './dates.ts';

const timestamp = '2026-11-02T15:04:05';

for (const [format, formatted] of [
  [defaultDateFormat, 'November 2, 2026'],
  ['Y-m-d H:i:s', '2026-11-02 15:04:05'],
  ['D l jS M y', 'Mon Monday 2nd Nov 26'],
  ['g:i a, h A, G', '3:04 pm, 03 PM, 15'],
  ['\\Y\\e\\a\\r Y', 'Year 2026'],
  ['n/j', '11/2'],
  ['c', timestamp],
] as const) {
  test(`the format ${format} gives ${formatted}`, () => assert.equal(formatDate(timestamp, format), formatted));
}

test('ordinal suffixes of eleven to thirteen are th', () => {
  const formatted = ['01', '02', '03', '04', '11', '12', '13', '21', '22', '23'].map((day) =>
    formatDate(`2026-11-${day}T00:00:00`, 'jS'),
  );
  assert.deepEqual(formatted, ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd']);
});

test('noon and midnight are 12', () => {
  assert.equal(formatDate('2026-11-02T00:30:00', 'g a'), '12 am');
  assert.equal(formatDate('2026-11-02T12:30:00', 'g a'), '12 pm');
});

test('formats periods', () => {
  assert.deepEqual(['2026', '2026-11', '2026-11-02'].map(formatPeriod), ['2026', 'November 2026', 'November 2, 2026']);
});
