// The spam filter: its state, why it classifies comments as it does, training, and statistics.
import { useQuery } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { Link } from 'wouter';
import { readSpamFilterStatus, type SpamFilterStatus, spamFilterName } from '../../data/resources/spam-filter.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { Failure } from '../../ui/failure.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { formatPercent } from '../../ui/format-percent.ts';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import { Alert } from './alert.tsx';
import { Decisions } from './decisions.tsx';
import { Statistics } from './statistics.tsx';

/** The screen. */
export default function SpamFilterScreen() {
  const { capabilities } = useBootstrap();
  const { data, error, refetch } = useQuery({
    queryKey: ['spam-filter', 'status'],
    queryFn: ({ signal }) => readSpamFilterStatus(signal),
  });
  if (!data && error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <h1>{__('Spam filter')}</h1>
      <p className="intro">
        {__(
          'The filter gives each new comment a score, which it calculates from signals such as words and links. It learns which signals are typical of spam from what moderators approve and mark as spam.',
        )}
      </p>
      {capabilities.manage_options && <Alert />}
      {!data && <Loading label={__('Loading…')} />}
      {data && (
        <>
          <Status status={data} />
          <Decisions threshold={data.threshold} />
          <Statistics discards={data.discards} />
        </>
      )}
    </>
  );
}

/** Number of training comments of each kind from which the filter is reliable. */
const enoughTraining = 20;

function Status({ status }: { readonly status: SpamFilterStatus }) {
  const { capabilities } = useBootstrap();
  const { training, threshold } = status;
  return (
    <section className="panel" aria-labelledby="state">
      <h2 id="state">{__('State')}</h2>
      <dl className="facts">
        <div>
          <dt>{__('Spam from a score of')}</dt>
          <dd>{formatPercent(threshold)}</dd>
        </div>
        <div>
          <dt>{__('Obvious spam')}</dt>
          <dd>{obviousSpam(status)}</dd>
        </div>
        <div>
          <dt>{__('Training')}</dt>
          <dd>
            {sprintf(
              /* translators: 1: number of spam comments, 2: number of other comments. */
              __('%1$s spam comments, %2$s other comments'),
              formatNumber(training.spam),
              formatNumber(training.ham),
            )}
            {training.automatic > 0 && (
              <span className="quiet">
                {' '}
                {sprintf(
                  /* translators: %s: number of comments. */
                  _n(
                    '(%s of them was not confirmed by a moderator)',
                    '(%s of them were not confirmed by a moderator)',
                    training.automatic,
                  ),
                  formatNumber(training.automatic),
                )}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{__('Spam-checking service')}</dt>
          <dd>{serviceStates()[status.key_status]}</dd>
        </div>
      </dl>
      {(training.spam < enoughTraining || training.ham < enoughTraining) && (
        <p className="quiet">
          {sprintf(
            /* translators: %s: number of comments. */
            __(
              'The filter still knows few comments. It becomes reliable after about %s spam comments and as many others: mark spam below, and approve what is not spam.',
            ),
            formatNumber(enoughTraining),
          )}
        </p>
      )}
      {capabilities.manage_options && (
        <p>
          <Link href={paths.settings(spamFilterName)}>{__('Change the settings of the spam filter')}</Link>
        </p>
      )}
    </section>
  );
}

const obviousSpam = ({ discards, discard_threshold: threshold }: SpamFilterStatus): string =>
  discards
    ? /* translators: %s: percentage. */
      sprintf(__('Discarded from a score of %s'), formatPercent(threshold))
    : __('Stored as spam');

const serviceStates = (): Readonly<Record<SpamFilterStatus['key_status'], string>> => ({
  none: __('Not used: there is no key.'),
  valid: __('Checks each comment. The filter of this site decides if it does not respond.'),
  unverified: __('Could not verify the key yet. The filter of this site decides if it does not respond.'),
});
