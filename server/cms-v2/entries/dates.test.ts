import assert from 'node:assert/strict';
import { it } from 'node:test';
import { entryDate, statusByDate } from './dates.ts';

const now = '2026-03-01T12:00:00';
const input = { discardStored: false, before: undefined, state: 'publish', now, zone: 'Europe/Berlin' };

it('entryDate rejects the year 0 (posts-and-pages.md §4)', () => {
  for (const args of [{ date: '0000-01-01T00:00:00' }, { date_gmt: '0000-12-31T23:59:59Z' }])
    assert.throws(() => entryDate({ ...input, args }), { code: 'invalid_date', status: 400 });
});

it('entryDate reads `date` in site time, converts `date_gmt`, and prefers `date` (§6)', () => {
  const date = '2020-07-01T12:00:00';
  assert.deepEqual(entryDate({ ...input, args: { date } }), { date, date_gmt: '2020-07-01T10:00:00' });
  assert.deepEqual(entryDate({ ...input, args: { date_gmt: date } }), { date: '2020-07-01T14:00:00', date_gmt: date });
  assert.equal(entryDate({ ...input, args: { date, date_gmt: now } }).date, date);
});

it('statusByDate schedules an entry that is published with a date at least a minute ahead (§6)', () => {
  assert.equal(statusByDate('publish', '2026-03-01T12:01:00', now), 'future');
  assert.equal(statusByDate('publish', '2026-03-01T12:00:59', now), 'publish');
  assert.equal(statusByDate('future', '2026-03-01T11:00:00', now), 'publish');
  assert.equal(statusByDate('private', '2027-01-01T00:00:00', now), 'private');
});
