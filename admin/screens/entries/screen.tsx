// The list of the entries of a content type.

import { DataViews } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useMemo, useRef } from 'react';
import { newEntryAction } from '../../actions/site-actions.ts';
import type { ContentType } from '../../data/bootstrap.ts';
import { SavedViewsBar } from '../../data/lists/saved-views-bar.tsx';
import { isFiltered, selectedOptions, withoutFilters } from '../../data/lists/view.ts';
import { useLiveRefresh } from '../../data/live/use-live-refresh.ts';
import { isAllowed, type ListedEntry } from '../../data/resources/entries.ts';
import { useBootstrap, useContentType } from '../../data/use-bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { Failure } from '../../ui/failure.tsx';
import { paths } from '../../ui/paths.ts';
import { ListFrame, linkProps, pageProps } from '../../ui/record-list.tsx';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { hasImages, type ListedType } from './columns.ts';
import { EmptyList } from './empty-list.tsx';
import { useFields } from './fields.tsx';
import { useEntryActions } from './use-entry-actions.tsx';
import { useEntries, useEntryView } from './use-entry-list.ts';

/** The screen: the URL contains the view of the list. */
export default function EntriesScreen({ parameters }: ScreenProps) {
  const type = useContentType(parameters.type);
  const { taxonomies } = useBootstrap();
  const listed = useMemo(
    () => ({ type, taxonomies: taxonomies.filter(({ slug }) => type.taxonomies.includes(slug)) }),
    [type, taxonomies],
  );
  return (
    <>
      <TitleRow type={type} />
      <Entries listed={listed} />
    </>
  );
}

function TitleRow({ type }: { readonly type: ContentType }) {
  const action = newEntryAction(type);
  return (
    <div className="title-row">
      <h1>{type.name}</h1>
      {action && (
        <DocumentLink path={action.path} className="button primary">
          {action.label}
        </DocumentLink>
      )}
    </div>
  );
}

function Entries({ listed }: { readonly listed: ListedType }) {
  const { type } = listed;
  const list = useEntryView(listed);
  const { view, changeView } = list;
  const { data, error, isFetching, refetch } = useEntries(listed, list);
  useLiveRefresh('entries', ['entries', type.slug]);
  const fields = useFields(listed, (column) => selectedOptions(view, column));
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(container, data);
  const pathOf = (entry: ListedEntry) => (isEditable(entry) ? paths.entry(type.slug, entry.id) : undefined);
  const { actions, selection, select, failedItems, dialogs } = useEntryActions(listed, keepFocus);
  return (
    <div ref={container}>
      <SavedViewsBar saved={list.saved} />
      <ListStatus isLoading={isFetching} total={data?.total} />
      {failedItems}
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <ListFrame>
          <DataViews<ListedEntry>
            {...pageProps(data)}
            {...linkProps(pathOf, { opensDocuments: true, nameOf: titleOf })}
            {...{ view, fields, actions, selection }}
            defaultLayouts={hasImages(listed) ? { table: {}, grid: {} } : { table: {} }}
            onChangeView={changeView}
            onChangeSelection={select}
            getItemId={({ id }) => String(id)}
            empty={
              <EmptyList
                type={type}
                isFiltered={isFiltered(view)}
                clearFilters={() => changeView(withoutFilters(view))}
              />
            }
          />
        </ListFrame>
      )}
      {dialogs}
    </div>
  );
}

const isEditable = (entry: ListedEntry): boolean => entry.status !== 'trash' && isAllowed(entry, 'POST');

/** Says that the list is being loaded, if this takes a while, and how many entries it has. */
function ListStatus({ isLoading, total }: { readonly isLoading: boolean; readonly total: number | undefined }) {
  const isSlow = useSlow(isLoading);
  /* translators: %d: number of entries. */
  const count = total === undefined ? '' : sprintf(_n('%d entry', '%d entries', total), total);
  return (
    <p role="status" className={isSlow ? 'list-status' : 'visually-hidden'}>
      {isSlow ? __('Loading…') : count}
    </p>
  );
}
