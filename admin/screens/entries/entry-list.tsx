// The table of entries, without data of its own.
import { type Action, DataViews, type View } from '@wordpress/dataviews';
import { useMemo } from 'react';
import type { Page } from '../../data/client.ts';
import { isAllowed, type ListedEntry } from '../../data/resources/entries.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { PackageTheme } from '../../ui/package-theme.tsx';
import { entryFields } from './fields.tsx';

interface Props {
  /** The displayed page; undefined before it is loaded. */
  readonly page: Page<ListedEntry> | undefined;
  readonly isLoading: boolean;
  readonly view: View;
  readonly changeView: (view: View) => void;
  /** The IDs of the selected entries, as text. */
  readonly selection: string[];
  readonly select: (ids: string[]) => void;
  readonly actions: Action<ListedEntry>[];
  /** The path of the editor of an entry. */
  readonly pathOf: (entry: ListedEntry) => string;
}

/** The table. */
export function EntryList({ page, isLoading, view, changeView, selection, select, actions, pathOf }: Props) {
  const fields = useMemo(entryFields, []);
  return (
    <PackageTheme>
      <DataViews<ListedEntry>
        data={[...(page?.items ?? [])]}
        fields={fields}
        view={view}
        onChangeView={changeView}
        actions={actions}
        isLoading={isLoading && page === undefined}
        paginationInfo={{ totalItems: page?.total ?? 0, totalPages: page?.pages ?? 0 }}
        defaultLayouts={{ table: {} }}
        selection={selection}
        onChangeSelection={select}
        getItemId={({ id }) => String(id)}
        isItemClickable={(entry) => entry.status !== 'trash' && isAllowed(entry, 'POST')}
        renderItemLink={({ item, ...props }) => <DocumentLink {...props} path={pathOf(item)} />}
      />
    </PackageTheme>
  );
}
