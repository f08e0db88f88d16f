// A chart of the numbers of the spam filter: one bar for each day.
import { __, sprintf } from '@wordpress/i18n';
import type { SpamDay } from '../../data/resources/spam-filter.ts';
import { formatLanguage } from '../../ui/format-language.ts';
import { formatNumber } from '../../ui/format-number.ts';

/** Formats a day in GMT: `2026-01-31`. */
export const formatDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(formatLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });

const spamOf = ({ spam, discarded }: SpamDay): number => spam + discarded;

/** The chart. Screen readers read the table of the same numbers instead. */
export function Chart({ days }: { readonly days: readonly SpamDay[] }) {
  const max = Math.max(1, ...days.map((day) => spamOf(day) + day.ham));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="chart" aria-hidden="true">
      <div className="bars">
        {days.map((day) => (
          <div key={day.day} className="bar" title={titleOf(day)}>
            <span className="spam" style={{ blockSize: `${(spamOf(day) / max) * 100}%` }} />
            <span className="ham" style={{ blockSize: `${(day.ham / max) * 100}%` }} />
          </div>
        ))}
      </div>
      <figcaption>
        <span>{first && formatDay(first.day)}</span>
        <span>
          <span className="key spam" /> {__('Spam')} <span className="key ham" /> {__('Not spam')}
        </span>
        <span>{last && formatDay(last.day)}</span>
      </figcaption>
    </figure>
  );
}

const titleOf = (day: SpamDay): string =>
  sprintf(
    /* translators: 1: date, 2: number of comments, 3: number of comments. */
    __('%1$s: %2$s spam, %3$s not spam'),
    formatDay(day.day),
    formatNumber(spamOf(day)),
    formatNumber(day.ham),
  );
