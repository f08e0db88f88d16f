// The entries that use a file.
import { useQuery } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { listUses, type MediaUse } from '../../data/resources/media.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { paths } from '../../ui/paths.ts';
import { statusLabels } from '../../ui/status-labels.ts';

/** Maximum number of entries that are displayed. */
const maxShown = 20;

/** A section with the entries that use a file. */
export function Uses({ id }: { readonly id: number }) {
  const { data, error } = useQuery({
    queryKey: ['media-uses', id],
    queryFn: ({ signal }) => listUses(id, maxShown, signal),
  });
  return (
    <section className="card" aria-busy={data === undefined && error === null}>
      <h2>{__('Used in')}</h2>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {data?.total === 0 && <p className="quiet">{__('No entry is known to use this file.')}</p>}
      {data !== undefined && data.total > 0 && (
        <ul className="items">
          {data.items.map((use) => (
            <li key={use.id}>
              <Title use={use} />
              <span className="quiet">{describeUse(use)}</span>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.total > data.items.length && (
        <p className="quiet">
          {sprintf(
            /* translators: %d: number of entries. */
            _n('And in %d more entry.', 'And in %d more entries.', data.total - data.items.length),
            data.total - data.items.length,
          )}
        </p>
      )}
    </section>
  );
}

function Title({ use }: { readonly use: MediaUse }) {
  const { types } = useBootstrap();
  const title = titleOf({ title: { rendered: use.title } });
  const hasEditor = types.some(({ slug }) => slug === use.type);
  if (use.may_edit && hasEditor && use.status !== 'trash')
    return <DocumentLink path={paths.entry(use.type, use.id)}>{title}</DocumentLink>;
  return use.status === 'publish' ? <a href={use.link}>{title}</a> : <span>{title}</span>;
}

function describeUse({ uses, status }: MediaUse): string {
  const kinds = [
    uses.includes('featured_media') && __('Featured image'),
    uses.includes('content') && __('In the content'),
    status !== 'publish' && (statusLabels()[status] ?? status),
  ];
  return kinds.filter(Boolean).join(' · ');
}
