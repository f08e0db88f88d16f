import type { Block } from '../../blocks/grammar.ts';
import { periodName } from '../dates.ts';
import type { DynamicBlock } from '../dynamic-block.ts';
import type { Found, Need } from '../needs.ts';
import type { ShownPeriod } from '../shown.ts';
import { attributes, ownAttributes, wholeNumber } from '../text.ts';

/**
 * A month with links to the days on which posts were published: the month that the block names, else the newest that has
 * posts. It is not the present month, so that cached responses stay right when a month ends.
 */
export const calendar: DynamicBlock = { name: 'core/calendar', needs, render };

function needs(block: Block): Need[] {
  return [
    { kind: 'periods', unit: 'month' },
    { kind: 'days', month: monthOf(block) },
  ];
}

/** The month that the block names, `''` where it names none. */
function monthOf({ attributes: { month, year } }: Block): string {
  const [numberOfMonth, numberOfYear] = [wholeNumber(month, 0, 0, 12), wholeNumber(year, 0, 0, 9999)];
  if (numberOfMonth === 0 || numberOfYear === 0) return '';
  return `${String(numberOfYear).padStart(4, '0')}-${String(numberOfMonth).padStart(2, '0')}`;
}

function render(block: Block, _: unknown, found: Found): string {
  const months = found.periods('month');
  const month = monthOf(block) || months[0]?.period;
  if (month === undefined) return '';
  const days = new Map(found.days(monthOf(block)).map((day) => [day.period, day]));
  const newer = months.findLast(({ period }) => period > month);
  const older = months.find(({ period }) => period < month);
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    .map((name) => `<th scope="col">${name}</th>`)
    .join('');
  const link = (period: ShownPeriod | undefined, name: string) =>
    period &&
    `<a${attributes({ class: `wp-calendar-nav-${name}`, href: period.address })}>${periodName(period.period)}</a>`;
  const links = [link(older, 'prev'), link(newer, 'next')].filter((each) => each !== undefined).join(' ');
  return (
    `<div${ownAttributes(block)}><table class="wp-calendar-table"><caption>${periodName(month)}</caption>` +
    `<thead><tr>${names}</tr></thead><tbody>${weeks(month, days)}</tbody></table>` +
    `${links && `<nav aria-label="Months" class="wp-calendar-nav">${links}</nav>`}</div>`
  );
}

/** The rows of a month; weeks begin on Monday. */
function weeks(month: string, days: ReadonlyMap<string, ShownPeriod>): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  const before = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const cells = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, at) => {
    const day = at - before + 1;
    if (day < 1 || day > length) return '<td></td>';
    const period = `${month}-${String(day).padStart(2, '0')}`;
    const posts = days.get(period);
    return posts
      ? `<td><a href="${posts.address}" aria-label="Posts published on ${periodName(period)}">${day}</a></td>`
      : `<td>${day}</td>`;
  });
  return Array.from(
    { length: cells.length / 7 },
    (_, week) => `<tr>${cells.slice(week * 7, week * 7 + 7).join('')}</tr>`,
  ).join('');
}
