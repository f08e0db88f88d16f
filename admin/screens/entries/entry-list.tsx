// The table of entries, without data of its own.
import { type Action, DataViews, type Field, type View } from '@wordpress/dataviews';
import type { ReactNode } from 'react';
import type { Page } from '../../data/client.ts';
import { isAllowed, type ListedEntry } from '../../data/resources/entries.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { PackageTheme } from '../../ui/package-theme.tsx';
import { useNamedPopovers } from './use-named-popovers.ts';

interface Props {
  /** The displayed page; undefined before it is loaded. */
  readonly page: Page<ListedEntry> | undefined;
  readonly view: View;
  readonly changeView: (view: View) => void;
  readonly fields: Field<ListedEntry>[];
  /** The IDs of the selected entries, as text. */
  readonly selection: string[];
  readonly select: (ids: string[]) => void;
  readonly actions: Action<ListedEntry>[];
  /** The path of the editor of an entry. */
  readonly pathOf: (entry: ListedEntry) => string;
  /** Displayed if the page has no entries. */
  readonly empty: ReactNode;
}

const noEntries: ListedEntry[] = [];

/** The table. Rows can be used while others are loaded: making them inert would take the focus away. */
export function EntryList({ page, view, changeView, fields, selection, select, actions, pathOf, empty }: Props) {
  useNamedPopovers();
  return (
    <PackageTheme>
      <DataViews<ListedEntry>
        data={page ? [...page.items] : noEntries}
        fields={fields}
        view={view}
        onChangeView={changeView}
        actions={actions}
        isLoading={page === undefined}
        paginationInfo={{ totalItems: page?.total ?? 0, totalPages: page?.pages ?? 0 }}
        defaultLayouts={{ table: {} }}
        selection={selection}
        onChangeSelection={select}
        getItemId={({ id }) => String(id)}
        isItemClickable={(entry) => entry.status !== 'trash' && isAllowed(entry, 'POST')}
        renderItemLink={({ item, ...props }) => <DocumentLink {...props} path={pathOf(item)} />}
        empty={empty}
      />
    </PackageTheme>
  );
}
