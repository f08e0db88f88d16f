// How far a zone's clocks are ahead of GMT, remembered per zone and year.

const second = 1000;
const day = 86_400_000;

/** From `from` on, in milliseconds since 1970, clocks are ahead by `offset` milliseconds. */
interface Span {
  readonly from: number;
  readonly offset: number;
}

const years = new Map<string, Map<number, readonly Span[]>>();
const formatters = new Map<string, Intl.DateTimeFormat>();

/** How far clocks are ahead of GMT at a moment; both in milliseconds. Throws RangeError for a zone that does not exist. */
export function offsetAt(moment: number, zone: string): number {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return fixed;
  const year = new Date(moment).getUTCFullYear();
  let offset = 0;
  for (const span of spansOf(year, zone)) if (span.from <= moment) offset = span.offset;
  return offset;
}

/** The milliseconds that `±hh:mm` says, up to a day; undefined for other texts. */
export function fixedOffset(zone: string): number | undefined {
  const parts = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(zone);
  if (parts === null) return undefined;
  const minutes = Number(parts[2]) * 60 + Number(parts[3]);
  return (parts[1] === '-' ? -minutes : minutes) * 60 * second;
}

function spansOf(year: number, zone: string): readonly Span[] {
  const known = years.get(zone)?.get(year);
  if (known !== undefined) return known;
  const spans = findSpans(year, formatterOf(zone));
  years.set(zone, (years.get(zone) ?? new Map()).set(year, spans));
  return spans;
}

// Looks once a day: no zone is known to have changed its clocks twice within one.
function findSpans(year: number, formatter: Intl.DateTimeFormat): readonly Span[] {
  const start = startOf(year);
  const end = startOf(year + 1);
  const spans: Span[] = [{ from: start, offset: ask(start, formatter) }];
  let offset = ask(start, formatter);
  for (let from = start; from < end; from += day) {
    const next = ask(from + day, formatter);
    if (next !== offset) spans.push({ from: changeWithin(from, from + day, next, formatter), offset: next });
    offset = next;
  }
  return spans;
}

// The first second at which the offset is the new one.
function changeWithin(from: number, to: number, changed: number, formatter: Intl.DateTimeFormat): number {
  let [before, after] = [from, to];
  while (after - before > second) {
    const middle = before + Math.floor((after - before) / 2 / second) * second;
    if (ask(middle, formatter) === changed) after = middle;
    else before = middle;
  }
  return after;
}

// Date.UTC takes the years 0 to 99 for those of the twentieth century.
const startOf = (year: number) => new Date(0).setUTCFullYear(year, 0, 1);

function ask(moment: number, formatter: Intl.DateTimeFormat): number {
  const parts = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatter.format(moment));
  if (parts?.[1] === undefined) return 0;
  const seconds = Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4] ?? 0);
  return (parts[1] === '-' ? -seconds : seconds) * second;
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, made);
  return made;
}
