// A section of the home screen with entries of all types in one state.

import { __, sprintf } from '@wordpress/i18n';
import type { ContentType } from '../../data/bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { formatDate } from '../../ui/format-date.ts';
import { paths } from '../../ui/paths.ts';
import { Card } from './card.tsx';
import { dateOf, type EntryQuery, useWaitingEntries } from './use-waiting-entries.ts';

interface Props {
  readonly title: string;
  /** The text that is displayed if there is no entry. */
  readonly empty: string;
  readonly query: EntryQuery;
  readonly types: readonly ContentType[];
}

/** The first entries of some types that match a query. */
export function WaitingEntries({ title, empty, query, types }: Props) {
  const { data, error } = useWaitingEntries(query, types);
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
