// A section of the home screen with entries of all types in one state.

import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import type { ContentType } from '../../data/bootstrap.ts';
import type { QueryValue } from '../../data/client.ts';
import { type ListedEntry, listEntries } from '../../data/resources/entries.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { formatDate } from '../../ui/format-date.ts';
import { paths } from '../../ui/paths.ts';
import { Card } from './card.tsx';

/** The number of entries that are displayed. */
const limit = 5;

interface Props {
  readonly title: string;
  /** The text that is displayed if there is no entry. */
  readonly empty: string;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly types: readonly ContentType[];
}

interface Found {
  readonly type: ContentType;
  readonly entry: ListedEntry;
}

/** The first entries of some types that match a query. */
export function WaitingEntries({ title, empty, query, types }: Props) {
  const { data, error } = useQuery({
    queryKey: ['entries', 'waiting', query, types.map(({ slug }) => slug)],
    queryFn: ({ signal }) => findEntries(types, query, signal),
  });
  return (
    <Card title={title} total={data?.total} error={error} isLoading={!data}>
      {data?.found.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <ul className="items">
          {data?.found.map(({ type, entry }) => (
            <li key={entry.id}>
              <DocumentLink path={paths.entry(type.slug, entry.id)}>{titleOf(entry)}</DocumentLink>
              <span className="quiet">
                {/* translators: 1: name of the content type, 2: date. */}
                {sprintf(__('%1$s, %2$s'), type.labels.singular_name ?? type.name, formatDate(dateOf(entry, query)))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const dateOf = (entry: ListedEntry, { orderby }: Props['query']): string =>
  (orderby === 'date' ? entry.date : entry.modified) ?? entry.modified;

async function findEntries(
  types: readonly ContentType[],
  query: Props['query'],
  signal: AbortSignal,
): Promise<{ readonly found: readonly Found[]; readonly total: number }> {
  const pages = await Promise.all(types.map((type) => findOfType(type, query, signal)));
  const direction = query.order === 'asc' ? 1 : -1;
  const found = pages
    .flatMap((page) => page.found)
    .sort((one, other) => direction * dateOf(one.entry, query).localeCompare(dateOf(other.entry, query)));
  return { found: found.slice(0, limit), total: pages.reduce((sum, { total }) => sum + total, 0) };
}

async function findOfType(type: ContentType, query: Props['query'], signal: AbortSignal) {
  const { items, total } = await listEntries(type, { ...query, per_page: limit }, signal);
  return { found: items.map((entry) => ({ type, entry })), total };
}
