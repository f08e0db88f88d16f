import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDate, periodName, usualFormat } from './dates.ts';

const moment = '2026-11-02T15:04:05';

for (const [format, shown] of [
  [usualFormat, 'November 2, 2026'],
  ['Y-m-d H:i:s', '2026-11-02 15:04:05'],
  ['D l jS M y', 'Mon Monday 2nd Nov 26'],
  ['g:i a, h A, G', '3:04 pm, 03 PM, 15'],
  ['\\Y\\e\\a\\r Y', 'Year 2026'],
  ['n/j', '11/2'],
  ['c', moment],
] as const) {
  test(`the format ${format} shows ${shown}`, () => assert.equal(formatDate(moment, format), shown));
}

test('the days eleven to thirteen end as others do not', () => {
  const shown = ['01', '02', '03', '04', '11', '12', '13', '21', '22', '23'].map((day) =>
    formatDate(`2026-11-${day}T00:00:00`, 'jS'),
  );
  assert.deepEqual(shown, ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd']);
});

test('twelve o’clock is twelve', () => {
  assert.equal(formatDate('2026-11-02T00:30:00', 'g a'), '12 am');
  assert.equal(formatDate('2026-11-02T12:30:00', 'g a'), '12 pm');
});

test('periods are named', () => {
  assert.deepEqual(['2026', '2026-11', '2026-11-02'].map(periodName), ['2026', 'November 2026', 'November 2, 2026']);
});
