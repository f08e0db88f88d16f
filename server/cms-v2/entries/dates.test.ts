import assert from 'node:assert/strict';
import { it } from 'node:test';
import { entryDate, stateByDate } from './dates.ts';

const now = '2026-03-01T12:00:00';
const wish = { forget: false, before: undefined, state: 'publish', now, zone: 'Europe/Berlin' };

it('the year 0 is no date (posts-and-pages.md §4)', () => {
  for (const args of [{ date: '0000-01-01T00:00:00' }, { date_gmt: '0000-12-31T23:59:59Z' }])
    assert.throws(() => entryDate({ ...wish, args }), { code: 'invalid_date', status: 400 });
});

it('a date is of the site, one in GMT is converted, and the former goes before (§6)', () => {
  const date = '2020-07-01T12:00:00';
  assert.deepEqual(entryDate({ ...wish, args: { date } }), { date, date_gmt: '2020-07-01T10:00:00' });
  assert.deepEqual(entryDate({ ...wish, args: { date_gmt: date } }), { date: '2020-07-01T14:00:00', date_gmt: date });
  assert.equal(entryDate({ ...wish, args: { date, date_gmt: now } }).date, date);
});

it('what is published with a date a minute ahead is scheduled (§6)', () => {
  assert.equal(stateByDate('publish', '2026-03-01T12:01:00', now), 'future');
  assert.equal(stateByDate('publish', '2026-03-01T12:00:59', now), 'publish');
  assert.equal(stateByDate('future', '2026-03-01T11:00:00', now), 'publish');
  assert.equal(stateByDate('private', '2027-01-01T00:00:00', now), 'private');
});
