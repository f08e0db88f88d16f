// The health of the site: the results of all tests with what to do about them, the sizes of what the site stores, the state of the
// database, and the latest errors.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import {
  type HealthResult,
  type HealthTest,
  healthTests,
  readSizes,
  runHealthTest,
} from '../../data/resources/health.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Migrations } from './migrations.tsx';
import { RecentErrors } from './recent-errors.tsx';

/** The screen. */
export default function HealthScreen() {
  const { capabilities } = useBootstrap();
  return (
    <>
      <h1>{__('Site health')}</h1>
      <ul className="tests">
        {healthTests.map((test) => (
          <Test key={test} test={test} />
        ))}
      </ul>
      <h2>{__('Storage')}</h2>
      <Sizes />
      {capabilities.manage_options === true && (
        <>
          <Migrations />
          <RecentErrors />
        </>
      )}
    </>
  );
}

const statusLabels = (): Readonly<Record<HealthResult['status'], string>> => ({
  good: __('Good'),
  recommended: __('Recommended'),
  critical: __('Critical'),
});

/** Returns the names of the tests, which are displayed until the result is known. */
const testNames = (): Readonly<Record<HealthTest, string>> => ({
  storage: __('Database'),
  'disk-space': __('Disk space'),
  'file-store': __('File store'),
  'background-jobs': __('Scheduled work'),
  mail: __('Mail'),
  'loopback-requests': __('Own URL'),
  'https-status': __('HTTPS'),
  'page-cache': __('Response cache'),
  clock: __('Clocks'),
});

/** A test with its result. Each one is displayed as soon as it is known, because some take seconds. */
function Test({ test }: { readonly test: HealthTest }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['health', test],
    queryFn: ({ signal }) => runHealthTest(test, signal),
    staleTime: 0,
  });
  const actions = data?.actions ?? '';
  return (
    <li className={data?.status} aria-busy={isFetching}>
      <h2>
        {data?.label ?? testNames()[test]}
        <span role="status">{isFetching ? __('Testing…') : data && statusLabels()[data.status]}</span>
      </h2>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {data && <p>{data.description}</p>}
      {actions !== '' && (
        <p>
          <strong>{__('What to do:')}</strong> {actions}
        </p>
      )}
      {!isFetching && data?.status !== 'good' && (
        <p>
          <button type="button" className="button" onClick={() => void refetch()}>
            {__('Test again')}
          </button>
        </p>
      )}
    </li>
  );
}

/** Returns a size, such as `1.5 MB`, with the decimal separator of the language. */
const localizedSize = (size: string): string => size.replace(/^[\d.]+/, (amount) => formatNumber(Number(amount)));

function Sizes() {
  const { data, error } = useQuery({ queryKey: ['sizes'], queryFn: ({ signal }) => readSizes(signal), staleTime: 0 });
  if (error)
    return (
      <p role="alert" className="error">
        {error.message}
      </p>
    );
  if (!data) return <p className="quiet">{__('Loading…')}</p>;
  const rows = [
    [__('Database'), data.database_size],
    [__('Uploaded files'), data.uploads_size],
    [__('Other data'), data.data_size],
    [__('Theme'), data.theme_size],
    [__('Total'), data.total_size],
  ] as const;
  return (
    <dl className="sizes">
      {rows.map(([label, { size }]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{localizedSize(size) || __('Unknown')}</dd>
        </div>
      ))}
    </dl>
  );
}
