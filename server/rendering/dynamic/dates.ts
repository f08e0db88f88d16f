// Dates for people, in the letters that blocks describe a format with (`F j, Y`).

const months = 'January February March April May June July August September October November December'.split(' ');
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The format where a block names none. */
export const usualFormat = 'F j, Y';

/** The longest format that is followed. Characters. */
const longest = 60;

/** A moment of site time (`YYYY-MM-DDTHH:MM:SS`) in a format of letters; a letter behind `\` stands for itself. Text, not HTML. */
export function formatDate(moment: string, format: string): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = moment.split(/[-T:]/);
  const at = new Date(`${moment}Z`);
  const twelve = String(Number(hour) % 12 || 12);
  const letters: Readonly<Record<string, () => string>> = {
    d: () => day,
    j: () => String(Number(day)),
    D: () => (days[at.getUTCDay()] ?? '').slice(0, 3),
    l: () => days[at.getUTCDay()] ?? '',
    N: () => String(at.getUTCDay() || 7),
    w: () => String(at.getUTCDay()),
    S: () => ending(Number(day)),
    m: () => month,
    n: () => String(Number(month)),
    F: () => months[Number(month) - 1] ?? '',
    M: () => (months[Number(month) - 1] ?? '').slice(0, 3),
    Y: () => year,
    y: () => year.slice(-2),
    a: () => (Number(hour) < 12 ? 'am' : 'pm'),
    A: () => (Number(hour) < 12 ? 'AM' : 'PM'),
    g: () => twelve,
    h: () => twelve.padStart(2, '0'),
    G: () => String(Number(hour)),
    H: () => hour,
    i: () => minute,
    s: () => second,
    c: () => moment,
  };
  return format
    .slice(0, longest)
    .replace(/\\(.)|([a-zA-Z])/g, (_, itself?: string, letter = '') => itself ?? letters[letter]?.() ?? letter);
}

function ending(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** A year, month or day (`2026`, `2026-11`, `2026-11-21`) for people. */
export function periodName(period: string): string {
  const [year = '', month, day] = period.split('-');
  if (month === undefined) return year;
  const name = months[Number(month) - 1] ?? month;
  return day === undefined ? `${name} ${year}` : `${name} ${Number(day)}, ${year}`;
}
