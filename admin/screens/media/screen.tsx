// The media library: uploads, and the list of files as a grid or a table.
import { useQueryClient } from '@tanstack/react-query';
import { DataViews } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { mediaActions } from '../../actions/media.ts';
import { mediaDefinition, useMediaPage, useMediaView } from '../../data/lists/media-list.ts';
import { SavedViewsBar } from '../../data/lists/saved-views-bar.tsx';
import { isFiltered, selectedOptions, urlOfView, withoutFilters } from '../../data/lists/view.ts';
import { useLiveRefresh } from '../../data/live/use-live-refresh.ts';
import { type ListedMedia, mayChange, mediaKey } from '../../data/resources/media.ts';
import { useUploads } from '../../data/uploads/use-uploads.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { type FailedItems, FailedItemsList } from '../../ui/failed-items.tsx';
import { Failure } from '../../ui/failure.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { ListFrame, linkProps, pageProps } from '../../ui/record-list.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { useDroppedFiles } from '../../ui/use-dropped-files.ts';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { useFields } from './fields.tsx';
import { QuickEditDialog } from './quick-edit.tsx';
import { UploadList } from './upload-list.tsx';

/** The screen: the URL contains the view of the list. */
export default function MediaScreen() {
  const { queue, items } = useUploads();
  const input = useRef<HTMLInputElement>(null);
  const add = useCallback((files: readonly File[]) => queue.add(files), [queue]);
  const isDragging = useDroppedFiles(add);
  const chooseFiles = () => input.current?.click();
  return (
    <>
      <div className="title-row">
        <h1>{__('Media')}</h1>
        <button type="button" className="button primary" onClick={chooseFiles}>
          {__('Upload files')}
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            // The same file can be selected again.
            target.value = '';
          }}
        />
      </div>
      <UploadHelp />
      <UploadList queue={queue} items={items} />
      <MediaList chooseFiles={chooseFiles} />
      {isDragging && <div className="drop-zone">{__('Drop the files to upload them')}</div>}
    </>
  );
}

function UploadHelp() {
  const { max_upload_bytes: maxBytes } = useBootstrap().limits;
  const help = __('You can also drop files anywhere on this page, or paste them.');
  /* translators: %s: maximum size of a file, such as "12 MB". */
  const limit = maxBytes === null ? '' : sprintf(__('A file can have up to %s.'), formatBytes(maxBytes));
  return <p className="quiet upload-help">{`${help} ${limit}`}</p>;
}

function MediaList({ chooseFiles }: { readonly chooseFiles: () => void }) {
  const list = useMediaView();
  const { view, changeView } = list;
  const { data, error, isFetching, refetch } = useMediaPage(list);
  useLiveRefresh('entries', [mediaKey, 'list']);
  const fields = useFields((column) => selectedOptions(view, column));
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(container, data);
  // The screen of a file leads to its neighbors in this view.
  const query = urlOfView(view, mediaDefinition);
  const pathOf = (item: ListedMedia) =>
    mayChange(item, 'POST') ? paths.mediaItem(item.id) + (query && `?${query}`) : undefined;
  const { actions, selection, select, failed, closeFailed, dialogs } = useMediaActions(pathOf, keepFocus);
  return (
    <div ref={container} className="media-list">
      <SavedViewsBar saved={list.saved} />
      <ListStatus isLoading={isFetching} total={data?.total} />
      <FailedItemsList failed={failed} idOf={({ id }) => id} nameOf={titleOf} close={closeFailed} />
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <ListFrame>
          <DataViews<ListedMedia>
            {...pageProps(data)}
            {...linkProps(pathOf, { nameOf: titleOf })}
            {...{ view, fields, actions, selection }}
            defaultLayouts={{ grid: {}, table: {} }}
            onChangeView={changeView}
            onChangeSelection={select}
            getItemId={({ id }) => String(id)}
            empty={
              <EmptyLibrary
                isFiltered={isFiltered(view)}
                clearFilters={() => changeView(withoutFilters(view))}
                chooseFiles={chooseFiles}
              />
            }
          />
        </ListFrame>
      )}
      {dialogs}
    </div>
  );
}

/** Returns the actions of the list with their dialogs, the selection and what failed. */
function useMediaActions(pathOf: (item: ListedMedia) => string | undefined, keepFocus: () => void) {
  const [, navigate] = useLocation();
  const notify = useNotices();
  const copy = useCopy();
  const queries = useQueryClient();
  const { confirm, dialog } = useConfirm(keepFocus);
  const [selection, select] = useState<string[]>([]);
  const [failed, setFailed] = useState<FailedItems<ListedMedia>>([]);
  const refresh = (unfinished: FailedItems<ListedMedia>) => {
    select(unfinished.map(({ item }) => String(item.id)));
    setFailed(unfinished);
    void queries.invalidateQueries({ queryKey: [mediaKey] });
  };
  const open = (item: ListedMedia) => navigate(pathOf(item) ?? paths.mediaItem(item.id));
  const [edited, setEdited] = useState<ListedMedia>();
  useEffect(() => {
    if (!edited) keepFocus();
  }, [edited, keepFocus]);
  const actions = mediaActions({ notify, copy, refresh, open, confirm, editTexts: setEdited });
  const dialogs = (
    <>
      {dialog}
      {edited && (
        <QuickEditDialog
          item={edited}
          close={() => setEdited(undefined)}
          onSaved={(title) => {
            void queries.invalidateQueries({ queryKey: [mediaKey] });
            /* translators: %s: title of a file. */
            notify({ kind: 'success', text: sprintf(__('“%s” was saved.'), title) });
          }}
        />
      )}
    </>
  );
  return { actions, selection, select, failed, closeFailed: () => setFailed([]), dialogs };
}

interface EmptyProps {
  readonly isFiltered: boolean;
  readonly clearFilters: () => void;
  readonly chooseFiles: () => void;
}

/** Says why the list is empty, and what the user can do. */
function EmptyLibrary({ isFiltered: hasFilters, clearFilters, chooseFiles }: EmptyProps) {
  return (
    <div className="empty">
      <p>{hasFilters ? __('Nothing matches the search and the filters.') : __('There are no files yet.')}</p>
      <button type="button" className="button" onClick={hasFilters ? clearFilters : chooseFiles}>
        {hasFilters ? __('Clear search and filters') : __('Upload files')}
      </button>
    </div>
  );
}

/** Says that the list is being loaded, if this takes a while, and how many files it has. */
function ListStatus({ isLoading, total }: { readonly isLoading: boolean; readonly total: number | undefined }) {
  const isSlow = useSlow(isLoading);
  /* translators: %d: number of files. */
  const count = total === undefined ? '' : sprintf(_n('%d file', '%d files', total), total);
  return (
    <p role="status" className={isSlow ? 'list-status' : 'visually-hidden'}>
      {isSlow ? __('Loading…') : count}
    </p>
  );
}
