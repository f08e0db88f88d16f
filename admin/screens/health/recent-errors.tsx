// The latest unexpected errors of the service. The URL contains the search and the page.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useLocation, useSearch } from 'wouter';
import type { Page } from '../../data/client.ts';
import { listRecentErrors, type RecentError } from '../../data/resources/recent-errors.ts';
import { formatGmt } from '../../ui/format-date.ts';
import { PageLinks } from '../../ui/page-links.tsx';
import { paths } from '../../ui/paths.ts';
import { positiveIntegerOf } from '../../ui/positive-integer.ts';
import { ReadError } from '../../ui/read-error.tsx';
import { SearchField } from '../../ui/search-field.tsx';

const perPage = 10;

/** The search and the page of the list, which are parameters of the URL. */
interface View {
  readonly search: string;
  /** A day (`2026-01-31`); empty for all days. */
  readonly day: string;
  readonly page: number;
}

function viewOfUrl(query: string): View {
  const parameters = new URLSearchParams(query);
  return {
    search: parameters.get('error') ?? '',
    day: /^\d{4}-\d\d-\d\d$/.exec(parameters.get('day') ?? '')?.[0] ?? '',
    page: positiveIntegerOf(parameters.get('page')) ?? 1,
  };
}

function pathOfView({ search, day, page }: View): string {
  const query = new URLSearchParams({
    ...(search && { error: search }),
    ...(day && { day }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size === 0 ? paths.health : `${paths.health}?${query}`;
}

/** The section of the screen. */
export function RecentErrors() {
  const view = viewOfUrl(useSearch());
  const [, navigate] = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ['recent-errors', view],
    queryFn: ({ signal }) => listRecentErrors({ ...view, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const changeSearch = (search: string) =>
    navigate(pathOfView({ ...view, search, page: 1 }), { replace: view.search !== '' });
  return (
    <section className="errors" aria-labelledby="recent-errors">
      <h2 id="recent-errors">{__('Latest errors')}</h2>
      <p className="quiet">
        {__(
          'If a request fails unexpectedly, the user sees an error ID. Find the error here, and its details under the same ID in the log of the service.',
        )}
      </p>
      <div className="error-filters">
        <SearchField label={__('Search by ID, route or message')} value={view.search} change={changeSearch} />
        <label>
          {__('Day')}
          <input
            type="date"
            className="search-field"
            value={view.day}
            onChange={({ target }) => navigate(pathOfView({ ...view, day: target.value, page: 1 }), { replace: true })}
          />
        </label>
      </div>
      {error && <ReadError error={error} retry={() => void refetch()} />}
      <p role="status" className={data && data.total > 0 ? 'quiet' : 'empty'}>
        {data ? describeTotal(data, view) : !error && __('Loading…')}
      </p>
      {data && data.items.length > 0 && <ErrorList errors={data.items} />}
      {data && (
        <PageLinks
          label={__('Pages of errors')}
          page={view.page}
          pages={data.pages}
          pathOf={(page) => pathOfView({ ...view, page })}
          previous={__('Newer errors')}
          next={__('Older errors')}
        />
      )}
    </section>
  );
}

function describeTotal({ total }: Page<RecentError>, { search, day }: View): string {
  if (total === 0)
    return search === '' && day === ''
      ? __('No errors. Unexpected errors of the service appear here.')
      : __('No error matches. Only the latest 1,000 errors are stored; look for the ID in the log of the service.');
  /* translators: %d: number of errors. */
  return sprintf(_n('%d error', '%d errors', total), total);
}

function ErrorList({ errors }: { readonly errors: readonly RecentError[] }) {
  return (
    <ul>
      {errors.map(({ id, date_gmt, method, route, message }, at) => (
        // Several errors of one request have the same ID.
        // biome-ignore lint/suspicious/noArrayIndexKey: the items have no state.
        <li key={`${id} ${at}`}>
          <p>
            <strong>{route === '' && method === '' ? __('Not in a request') : `${method} ${route}`}</strong>{' '}
            <time dateTime={`${date_gmt}Z`}>{formatGmt(date_gmt)}</time>
          </p>
          <p>{message}</p>
          <p>
            <code>{id}</code>
          </p>
        </li>
      ))}
    </ul>
  );
}
