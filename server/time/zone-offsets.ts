// Determines the offsets of time zones from GMT, cached per zone and year.

const secondMs = 1000;
const dayMs = 86_400_000;

/** A period from `from`, in milliseconds since 1970, in which clocks are ahead of GMT by `offset` milliseconds. */
interface OffsetPeriod {
  readonly from: number;
  readonly offset: number;
}

const years = new Map<string, Map<number, readonly OffsetPeriod[]>>();
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the offset from GMT at a time, both in milliseconds. Throws RangeError for an unknown zone. */
export function offsetAt(time: number, zone: string): number {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return fixed;
  const year = new Date(time).getUTCFullYear();
  let offset = 0;
  for (const period of offsetPeriodsOf(year, zone)) if (period.from <= time) offset = period.offset;
  return offset;
}

/** Parses a fixed offset `±hh:mm` of less than a day. Returns it in milliseconds, or undefined for other strings. */
export function fixedOffset(zone: string): number | undefined {
  const parts = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(zone);
  if (parts === null) return undefined;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return (parts[1] === '-' ? -minutes : minutes) * 60 * secondMs;
}

function offsetPeriodsOf(year: number, zone: string): readonly OffsetPeriod[] {
  const known = years.get(zone)?.get(year);
  if (known !== undefined) return known;
  const periods = findOffsetPeriods(year, formatterOf(zone));
  years.set(zone, (years.get(zone) ?? new Map()).set(year, periods));
  return periods;
}

// Checks once a day: no zone is known to have changed its offset twice within a day.
function findOffsetPeriods(year: number, formatter: Intl.DateTimeFormat): readonly OffsetPeriod[] {
  const start = startOf(year);
  const end = startOf(year + 1);
  const periods: OffsetPeriod[] = [{ from: start, offset: readOffset(start, formatter) }];
  let offset = readOffset(start, formatter);
  for (let from = start; from < end; from += dayMs) {
    const next = readOffset(from + dayMs, formatter);
    if (next !== offset) periods.push({ from: findChange(from, from + dayMs, next, formatter), offset: next });
    offset = next;
  }
  return periods;
}

// Returns the first second with the new offset, by binary search.
function findChange(from: number, to: number, changed: number, formatter: Intl.DateTimeFormat): number {
  let [before, after] = [from, to];
  while (after - before > secondMs) {
    const middle = before + Math.floor((after - before) / 2 / secondMs) * secondMs;
    if (readOffset(middle, formatter) === changed) after = middle;
    else before = middle;
  }
  return after;
}

// Date.UTC interprets the years 0 to 99 as 1900 to 1999.
const startOf = (year: number) => new Date(0).setUTCFullYear(year, 0, 1);

function readOffset(time: number, formatter: Intl.DateTimeFormat): number {
  const parts = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatter.format(time));
  if (parts?.[1] === undefined) return 0;
  const seconds = Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4] ?? 0);
  return (parts[1] === '-' ? -seconds : seconds) * secondMs;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, made);
  return made;
}
