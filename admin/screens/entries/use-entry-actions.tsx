// The actions of the list of entries with their dialogs, the selection and what failed.
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useState } from 'react';
import { editEntries, retryEdit } from '../../actions/edit-entries.ts';
import { entryActions } from '../../actions/entries.ts';
import type { BulkChanges } from '../../data/resources/bulk-changes.ts';
import type { ListedEntry } from '../../data/resources/entries.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useOpenDocument } from '../../ui/document-link.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { type FailedItems, FailedItemsList } from '../../ui/failed-items.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { messageOf } from '../../ui/to-error.ts';
import { BulkEditDialog } from './bulk-edit.tsx';
import type { ListedType } from './columns.ts';
import { QuickEditDialog } from './quick-edit.tsx';

/** Returns the actions. */
export function useEntryActions(listed: ListedType, keepFocus: () => void) {
  const { type } = listed;
  const openDocument = useOpenDocument();
  const notify = useNotices();
  const queries = useQueryClient();
  const isFetching = useIsFetching({ queryKey: ['entries', type.slug] }) > 0;
  const { confirm, dialog } = useConfirm(keepFocus);
  const [selection, select] = useState<string[]>([]);
  const [failed, setFailed] = useState<FailedItems<ListedEntry>>([]);
  const [edited, setEdited] = useState<readonly ListedEntry[]>([]);
  /** The changes of the last bulk edit, to try again those that failed. */
  const [changes, setChanges] = useState<BulkChanges>();
  useEffect(() => {
    if (edited.length === 0) keepFocus();
  }, [edited, keepFocus]);
  const open = ({ id }: ListedEntry) => openDocument(paths.entry(type.slug, id));
  const refresh = (unfinished: FailedItems<ListedEntry>) => {
    select(unfinished.map(({ item }) => String(item.id)));
    setFailed(unfinished);
    setChanges(undefined);
    void queries.invalidateQueries({ queryKey: ['entries'] });
  };
  const apply = async (entries: readonly ListedEntry[], bulkChanges: BulkChanges) => {
    await editEntries({ type, notify, refresh }, entries, bulkChanges);
    setChanges(bulkChanges);
  };
  const retry = async (bulkChanges: BulkChanges) => {
    try {
      await retryEdit({ type, notify, refresh }, failed, bulkChanges);
      setChanges(bulkChanges);
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    }
  };
  const close = () => setEdited([]);
  const [first] = edited;
  return {
    ...{ selection, select },
    actions: entryActions({ type, notify, refresh, open, confirm, editFields: setEdited }),
    failedItems: (
      <FailedItemsList
        {...{ failed, nameOf: titleOf, close: () => setFailed([]) }}
        idOf={({ id }) => id}
        // Until the list was read again, it shows the versions with which the action has failed.
        retry={changes && !isFetching ? () => void retry(changes) : undefined}
      />
    ),
    dialogs: (
      <>
        {dialog}
        {first && edited.length === 1 && (
          <QuickEditDialog
            {...{ listed, entry: first, close }}
            onSaved={(title) => {
              void queries.invalidateQueries({ queryKey: ['entries'] });
              /* translators: %s: title of an entry. */
              notify({ kind: 'success', text: sprintf(__('“%s” was saved.'), title) });
            }}
          />
        )}
        {edited.length > 1 && (
          <BulkEditDialog {...{ listed, entries: edited, close }} apply={(bulkChanges) => apply(edited, bulkChanges)} />
        )}
      </>
    ),
  };
}
