import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatDate } from '../../../server/rendering/dynamic/dates.ts';
import { formatWith, localTimeOf } from './format-date.ts';

it('formats dates as the service does', () => {
  for (const timestamp of [
    '2026-03-01T00:05:09',
    '2026-11-12T12:30:00',
    '2027-12-22T23:59:59',
    '2028-02-29T09:00:00',
  ]) {
    const time = localTimeOf('', Date.parse(`${timestamp}Z`));
    assert.ok(time);
    for (const format of [
      ...['F j, Y', 'g:i a', 'D, d M y', 'l jS \\of F', 'N w n m', 'h G H i s A', 'c', 'e \\\\', 'Y-m-d\\TH:i', ''],
      ...['d', 'j', 'D', 'l', 'N', 'w', 'S', 'm', 'n', 'F', 'M', 'Y', 'y', 'a', 'A', 'g', 'h', 'G', 'H', 'i', 's'],
    ])
      assert.equal(formatWith(format, time), formatDate(timestamp, format), `${format} of ${timestamp}`);
  }
});

it('returns the local time of a time zone', () => {
  const at = Date.parse('2026-07-01T22:30:00Z');
  assert.deepEqual(localTimeOf('Europe/Berlin', at), {
    ...{ year: 2026, month: 7, day: 2, weekday: 4, hour: 0, minute: 30, second: 0 },
  });
  assert.equal(localTimeOf('Nowhere/Land', at), undefined);
});
