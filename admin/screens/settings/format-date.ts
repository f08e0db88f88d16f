// Formats dates with the format characters of the settings, as the service does, for previews.

// The service writes dates in English.
const nameOf = (date: Date, part: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...part, timeZone: 'UTC' }).format(date);
const months = Array.from({ length: 12 }, (_, month) => nameOf(new Date(Date.UTC(2023, month)), { month: 'long' }));
// The first of January 2023 was a Sunday.
const days = Array.from({ length: 7 }, (_, day) => nameOf(new Date(Date.UTC(2023, 0, day + 1)), { weekday: 'long' }));

/** A time in the time zone of the site. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 for Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Returns the local time of a time zone; UTC if its name is empty, undefined if it is unknown. `at` is in milliseconds since 1970. */
export function localTimeOf(timeZone: string, at: number): LocalTime | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: timeZone || 'UTC', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return { year, month, day, hour, minute, second, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
  } catch {
    return undefined;
  }
}

const padded = (value: number): string => String(value).padStart(2, '0');

/** Formats a time. In the format, a character after `\` is literal. */
export function formatWith(format: string, time: LocalTime): string {
  const { year, month, day, weekday, hour, minute, second } = time;
  const hour12 = hour % 12 || 12;
  const [monthName = '', dayName = ''] = [months[month - 1], days[weekday]];
  const values: Readonly<Record<string, string>> = {
    ...{
      d: padded(day),
      j: String(day),
      D: dayName.slice(0, 3),
      l: dayName,
      N: String(weekday || 7),
      w: String(weekday),
    },
    ...{ S: ordinalSuffix(day), m: padded(month), n: String(month), F: monthName, M: monthName.slice(0, 3) },
    ...{ Y: String(year), y: padded(year % 100), a: hour < 12 ? 'am' : 'pm', A: hour < 12 ? 'AM' : 'PM' },
    ...{ g: String(hour12), h: padded(hour12), G: String(hour), H: padded(hour), i: padded(minute), s: padded(second) },
    c: `${year}-${padded(month)}-${padded(day)}T${padded(hour)}:${padded(minute)}:${padded(second)}`,
  };
  return format.replace(/\\(.)|([a-zA-Z])/g, (_, literal?: string, letter = '') => literal ?? values[letter] ?? letter);
}

function ordinalSuffix(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}
