// Formats dates with the format characters of blocks (`F j, Y`).

const months = 'January February March April May June July August September October November December'.split(' ');
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Default date format of blocks. */
export const defaultDateFormat = 'F j, Y';

/** Maximum length of a format, in characters. The rest is ignored. */
const maxFormatLength = 60;

/** Formats a timestamp in site time (`YYYY-MM-DDTHH:MM:SS`) as plain text. In the format, a character after `\` is literal. */
export function formatDate(timestamp: string, format: string): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = timestamp.split(/[-T:]/);
  const at = new Date(`${timestamp}Z`);
  const hour12 = String(Number(hour) % 12 || 12);
  const formatters: Readonly<Record<string, () => string>> = {
    d: () => day,
    j: () => String(Number(day)),
    D: () => (days[at.getUTCDay()] ?? '').slice(0, 3),
    l: () => days[at.getUTCDay()] ?? '',
    N: () => String(at.getUTCDay() || 7),
    w: () => String(at.getUTCDay()),
    S: () => ordinalSuffix(Number(day)),
    m: () => month,
    n: () => String(Number(month)),
    F: () => months[Number(month) - 1] ?? '',
    M: () => (months[Number(month) - 1] ?? '').slice(0, 3),
    Y: () => year,
    y: () => year.slice(-2),
    a: () => (Number(hour) < 12 ? 'am' : 'pm'),
    A: () => (Number(hour) < 12 ? 'AM' : 'PM'),
    g: () => hour12,
    h: () => hour12.padStart(2, '0'),
    G: () => String(Number(hour)),
    H: () => hour,
    i: () => minute,
    s: () => second,
    c: () => timestamp,
  };
  return format
    .slice(0, maxFormatLength)
    .replace(
      /\\(.)|([a-zA-Z])/g,
      (_, literalCharacter?: string, letter = '') => literalCharacter ?? formatters[letter]?.() ?? letter,
    );
}

function ordinalSuffix(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** Formats a year, month or day (`2026`, `2026-11`, `2026-11-21`) for display. */
export function formatPeriod(period: string): string {
  const [year = '', month, day] = period.split('-');
  if (month === undefined) return year;
  const name = months[Number(month) - 1] ?? month;
  return day === undefined ? `${name} ${year}` : `${name} ${Number(day)}, ${year}`;
}
