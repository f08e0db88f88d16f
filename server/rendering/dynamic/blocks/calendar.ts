import type { Block } from '../../blocks/parse.ts';
import { attributes, integerInRange, wrapperAttributes } from '../../blocks/text.ts';
import { formatPeriod } from '../dates.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { LoadedData, Need } from '../needs.ts';
import type { PeriodView } from '../views.ts';

/**
 * A month with links to the days on which posts were published. By default, this is the newest month with posts, not the current
 * month, so that cached responses stay valid when a month ends.
 */
export const calendar: DynamicBlock = { name: 'core/calendar', needs, render };

function needs(block: Block): Need[] {
  return [
    { kind: 'periods', unit: 'month' },
    { kind: 'days', month: monthOf(block) },
  ];
}

/** Returns the month that the attributes set, such as `2026-11`; `''` if they set none. */
function monthOf({ attributes: { month, year } }: Block): string {
  const [numberOfMonth, numberOfYear] = [integerInRange(month, 0, 0, 12), integerInRange(year, 0, 0, 9999)];
  if (numberOfMonth === 0 || numberOfYear === 0) return '';
  return `${String(numberOfYear).padStart(4, '0')}-${String(numberOfMonth).padStart(2, '0')}`;
}

function render(block: Block, _: unknown, found: LoadedData): string {
  const months = found.periods('month');
  const month = monthOf(block) || months[0]?.period;
  if (month === undefined) return '';
  const days = new Map(found.days(monthOf(block)).map((day) => [day.period, day]));
  const newer = months.findLast(({ period }) => period > month);
  const older = months.find(({ period }) => period < month);
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    .map((name) => `<th scope="col">${name}</th>`)
    .join('');
  const link = (period: PeriodView | undefined, name: string) =>
    period &&
    `<a${attributes({ class: `wp-calendar-nav-${name}`, href: period.url })}>${formatPeriod(period.period)}</a>`;
  const links = [link(older, 'prev'), link(newer, 'next')].filter((each) => each !== undefined).join(' ');
  return (
    `<div${wrapperAttributes(block)}><table class="wp-calendar-table"><caption>${formatPeriod(month)}</caption>` +
    `<thead><tr>${names}</tr></thead><tbody>${weeks(month, days)}</tbody></table>` +
    `${links && `<nav aria-label="Months" class="wp-calendar-nav">${links}</nav>`}</div>`
  );
}

/** Renders the table rows of a month. Weeks begin on Monday. */
function weeks(month: string, days: ReadonlyMap<string, PeriodView>): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  const emptyCellsBefore = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const cells = Array.from({ length: Math.ceil((emptyCellsBefore + length) / 7) * 7 }, (_, at) => {
    const day = at - emptyCellsBefore + 1;
    if (day < 1 || day > length) return '<td></td>';
    const period = `${month}-${String(day).padStart(2, '0')}`;
    const posts = days.get(period);
    return posts
      ? `<td><a href="${posts.url}" aria-label="Posts published on ${formatPeriod(period)}">${day}</a></td>`
      : `<td>${day}</td>`;
  });
  return Array.from(
    { length: cells.length / 7 },
    (_, week) => `<tr>${cells.slice(week * 7, week * 7 + 7).join('')}</tr>`,
  ).join('');
}
