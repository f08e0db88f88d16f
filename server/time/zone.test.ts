import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isZone, now, toGmt, toSiteTime } from './zone.ts';

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/St_Johns',
  'Pacific/Chatham',
  'America/Sao_Paulo',
  'Asia/Tehran',
  'Antarctica/Troll',
];

const textOf = (time: number) => new Date(time).toISOString().slice(0, 19);
const timestamps = fc
  .integer({ min: Date.parse('1850-01-01T00:00:00Z') / 1000, max: Date.parse('2100-01-01T00:00:00Z') / 1000 })
  .map((second) => textOf(second * 1000));
const formatters = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);

describe('conversion between GMT and site time', () => {
  const pairs: ReadonlyArray<readonly [gmt: string, site: string, zone: string]> = [
    ['2026-01-15T12:00:00', '2026-01-15T12:00:00', ''],
    ['2026-01-15T12:00:00', '2026-01-15T12:00:00', 'UTC'],
    ['2026-01-15T12:00:00', '2026-01-15T13:00:00', 'Europe/Berlin'],
    ['2026-07-15T12:00:00', '2026-07-15T14:00:00', 'Europe/Berlin'],
    ['2026-12-31T23:30:00', '2027-01-01T05:15:00', 'Asia/Kathmandu'],
    ['2026-01-01T00:30:00', '2025-12-31T16:30:00', 'America/Los_Angeles'],
    ['2026-01-15T12:00:00', '2026-01-15T14:00:00', '+02:00'],
    ['2026-01-15T12:00:00', '2026-01-15T06:30:00', '-05:30'],
    ['0099-01-15T12:00:00', '0099-01-15T14:00:00', '+02:00'],
  ];
  for (const [gmt, site, zone] of pairs) {
    test(`${gmt} is ${site} in ${zone || 'no zone'}`, () => {
      assert.equal(toSiteTime(gmt, zone), site);
      assert.equal(toGmt(site, zone), gmt);
    });
  }

  test('a time in an hour that clocks skip uses the offset before it', () => {
    assert.equal(toGmt('2026-03-29T02:30:00', 'Europe/Berlin'), '2026-03-29T01:30:00');
    assert.equal(toGmt('2026-03-08T02:30:00', 'America/New_York'), '2026-03-08T07:30:00');
    assert.equal(toGmt('2011-12-30T12:00:00', 'Pacific/Apia'), '2011-12-30T22:00:00');
  });

  test('a time that clocks show twice is the first one', () => {
    assert.equal(toGmt('2026-10-25T02:30:00', 'Europe/Berlin'), '2026-10-25T00:30:00');
    assert.equal(toGmt('2026-11-01T01:30:00', 'America/New_York'), '2026-11-01T05:30:00');
  });

  test('distinguishes the seconds around a change', () => {
    assert.equal(toSiteTime('2026-03-29T00:59:59', 'Europe/Berlin'), '2026-03-29T01:59:59');
    assert.equal(toSiteTime('2026-03-29T01:00:00', 'Europe/Berlin'), '2026-03-29T03:00:00');
  });

  test('clamps timestamps to the years 0 to 9999', () => {
    assert.equal(toSiteTime('9999-12-31T23:30:00', '+02:00'), '9999-12-31T23:59:59');
    assert.equal(toGmt('0000-01-01T00:30:00', '+02:00'), '0000-01-01T00:00:00');
  });

  test('site time equals the local time of Intl', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), timestamps, (zone, gmt) => {
        assert.equal(
          toSiteTime(gmt, zone),
          formatters
            .get(zone)
            ?.format(new Date(`${gmt}Z`))
            .replace(' ', 'T'),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('a round trip returns the same timestamp, or the first of two that clocks show twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), timestamps, (zone, gmt) => {
        const site = toSiteTime(gmt, zone);
        const back = toGmt(site, zone);
        assert.ok(back <= gmt);
        assert.equal(toSiteTime(back, zone), site);
      }),
      { numRuns: 1000 },
    );
  });

  test('a round trip with a fixed offset is lossless', () => {
    const offset = fc.tuple(
      fc.constantFrom('+', '-'),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
    );
    fc.assert(
      fc.property(offset, timestamps, ([sign, hours, minutes], gmt) => {
        const zone = `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
        assert.equal(toGmt(toSiteTime(gmt, zone), zone), gmt);
      }),
    );
  });

  test('an unknown zone throws RangeError', () => {
    assert.throws(() => toSiteTime('2026-01-01T00:00:00', 'Moon/Base'), RangeError);
    assert.throws(() => toGmt('2026-01-01T00:00:00', 'Moon/Base'), RangeError);
  });
});

describe('isZone', () => {
  for (const name of ['', 'UTC', 'GMT', 'Europe/Berlin', 'Asia/Calcutta', 'US/Pacific', '+02:00', '-11:30'])
    test(`accepts ${name || 'an empty name'}`, () => assert.equal(isZone(name), true));
  for (const name of ['Moon/Base', 'europe/berlin', '+0200', '+24:00', '+02', 'constructor', ' UTC', 'Europe/Berlin\n'])
    test(`rejects ${JSON.stringify(name)}`, () => assert.equal(isZone(name), false));
});

test('now returns the time of the clock in GMT and whole seconds', () => {
  assert.equal(
    now(() => Date.parse('2026-02-03T04:05:06.789Z')),
    '2026-02-03T04:05:06',
  );
});
