// The statistics of the spam filter by day.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { readSpamDays, type SpamDay } from '../../data/resources/spam-filter.ts';
import { Failure } from '../../ui/failure.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { formatPercent } from '../../ui/format-percent.ts';
import { Loading } from '../../ui/loading.tsx';
import { Chart, formatDay } from './chart.tsx';
import { accuracyOf, sumDays } from './sums.ts';

/** Number of days. */
const dayCount = 30;

/** The numbers of the last days, as a chart and as a table. */
export function Statistics({ discards }: { readonly discards: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['spam-filter', 'days'],
    queryFn: ({ signal }) => readSpamDays(dayCount, signal),
  });
  return (
    <section className="panel wide" aria-labelledby="statistics">
      {/* translators: %d: number of days. */}
      <h2 id="statistics">{sprintf(__('The last %d days'), dayCount)}</h2>
      {data ? (
        <Days days={data} discards={discards} />
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Loading label={__('Loading…')} />
      )}
    </section>
  );
}

function Days({ days, discards }: { readonly days: readonly SpamDay[]; readonly discards: boolean }) {
  const sums = sumDays(days);
  const accuracy = accuracyOf(sums);
  const withDiscarded = discards || sums.discarded > 0;
  if (accuracy === undefined && sums.missed_spam + sums.false_positives === 0)
    return <p className="quiet">{__('The filter has not classified anything in this time.')}</p>;
  return (
    <>
      <dl className="facts">
        <Fact label={__('Spam')} value={sums.spam} />
        <Fact label={__('Not spam')} value={sums.ham} />
        {withDiscarded && <Fact label={__('Discarded, and not stored')} value={sums.discarded} />}
        <Fact label={__('Missed: marked as spam by moderators')} value={sums.missed_spam} />
        <Fact label={__('Mistaken: marked as not spam by moderators')} value={sums.false_positives} />
        {accuracy !== undefined && (
          <div>
            <dt>{__('Correct decisions')}</dt>
            <dd>{formatPercent(accuracy)}</dd>
          </div>
        )}
      </dl>
      <Chart days={days} />
      <details>
        <summary>{__('Numbers by day')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <section className="table-frame" tabIndex={0} aria-label={__('Numbers by day')}>
          <DayTable days={days} withDiscarded={withDiscarded} />
        </section>
      </details>
    </>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}

function DayTable({ days, withDiscarded }: { readonly days: readonly SpamDay[]; readonly withDiscarded: boolean }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{__('Day')}</th>
          <th scope="col">{__('Spam')}</th>
          <th scope="col">{__('Not spam')}</th>
          {withDiscarded && <th scope="col">{__('Discarded')}</th>}
          <th scope="col">{__('Missed')}</th>
          <th scope="col">{__('Mistaken')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((each) => (
          <tr key={each.day}>
            <th scope="row">{formatDay(each.day)}</th>
            <td>{formatNumber(each.spam)}</td>
            <td>{formatNumber(each.ham)}</td>
            {withDiscarded && <td>{formatNumber(each.discarded)}</td>}
            <td>{formatNumber(each.missed_spam)}</td>
            <td>{formatNumber(each.false_positives)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
