// The list of the entries of a content type.

import { useQueryClient } from '@tanstack/react-query';
import { DataViews } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useEffect, useMemo, useRef, useState } from 'react';
import { entryActions } from '../../actions/entries.ts';
import { newEntryAction } from '../../actions/site-actions.ts';
import type { ContentType } from '../../data/bootstrap.ts';
import { isFiltered, selectedOptions, withoutFilters } from '../../data/lists/view.ts';
import { isAllowed, type ListedEntry } from '../../data/resources/entries.ts';
import { useBootstrap, useContentType } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { DocumentLink, useOpenDocument } from '../../ui/document-link.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { type FailedItems, FailedItemsList } from '../../ui/failed-items.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { ListFrame, linkProps, pageProps } from '../../ui/record-list.tsx';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import { useSlow } from '../../ui/use-slow.ts';
import type { ListedType } from './columns.ts';
import { EmptyList } from './empty-list.tsx';
import { useFields } from './fields.tsx';
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
  const fields = useFields(listed, (column) => selectedOptions(view, column));
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(container);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus can be lost whenever the rows change.
  useEffect(keepFocus, [data, keepFocus]);
  const pathOf = (entry: ListedEntry) => (isEditable(entry) ? paths.entry(type.slug, entry.id) : undefined);
  const { actions, selection, select, failed, closeFailed, dialog } = useEntryActions(type, keepFocus);
  return (
    <div ref={container}>
      <ListStatus isLoading={isFetching} total={data?.total} />
      <FailedItemsList failed={failed} idOf={({ id }) => id} nameOf={titleOf} close={closeFailed} />
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <ListFrame>
          <DataViews<ListedEntry>
            {...pageProps(data)}
            {...linkProps(pathOf, { opensDocuments: true })}
            {...{ view, fields, actions, selection }}
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
      {dialog}
    </div>
  );
}

const isEditable = (entry: ListedEntry): boolean => entry.status !== 'trash' && isAllowed(entry, 'POST');

/** Returns the actions of the list with the selection and what failed. */
function useEntryActions(type: ContentType, keepFocus: () => void) {
  const openDocument = useOpenDocument();
  const notify = useNotices();
  const queries = useQueryClient();
  const { confirm, dialog } = useConfirm(keepFocus);
  const [selection, select] = useState<string[]>([]);
  const [failed, setFailed] = useState<FailedItems<ListedEntry>>([]);
  const open = ({ id }: ListedEntry) => openDocument(paths.entry(type.slug, id));
  const refresh = (unfinished: FailedItems<ListedEntry>) => {
    select(unfinished.map(({ item }) => String(item.id)));
    setFailed(unfinished);
    void queries.invalidateQueries({ queryKey: ['entries'] });
  };
  const actions = entryActions({ type, notify, refresh, open, confirm });
  return { actions, selection, select, failed, closeFailed: () => setFailed([]), dialog };
}

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
