// Shows that the entry was changed elsewhere: by another user, another program, or in another tab.
import { __ } from '@wordpress/i18n';
import { useEffect } from 'react';
import { compareWithServer } from '../../data/editor/comparison.ts';
import { removeNotice, showWarning } from '../../data/editor/notices.ts';
import type { EntryChange } from '../../data/live/entry-change.ts';
import { type OpenEntry, useEntryChange } from '../../data/live/use-entry-change.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useNotices } from '../../ui/notices.tsx';

const noticeId = 'octavo-entry-changed';

/** Shows a notice in the editor while the page does not display the current version of the entry. Nothing on the page is changed. */
export function ChangeNotice({ entry }: { readonly entry: OpenEntry }) {
  const { user } = useBootstrap();
  const notify = useNotices();
  const change = useEntryChange(user.id, entry);
  useEffect(() => {
    if (!change) return;
    const compare = async () => {
      try {
        if (await compareWithServer(entry.item)) location.reload();
      } catch (error) {
        notify({
          kind: 'error',
          text: error instanceof Error ? error.message : __('The versions cannot be compared.'),
        });
      }
    };
    showWarning({
      ...{ id: noticeId, text: textOf(change) },
      ...(change.kind === 'changed' && { action: { label: __('Compare'), run: () => void compare() } }),
    });
    return () => removeNotice(noticeId);
  }, [change, entry, notify]);
  return null;
}

function textOf({ kind }: EntryChange): string {
  if (kind === 'changed')
    return __('This entry was changed elsewhere. What you have written is still here; nothing is overwritten.');
  if (kind === 'trashed')
    return __('This entry was moved to the trash elsewhere. What you have written is still here.');
  return __(
    'This entry was deleted elsewhere. What you have written is still here: copy it to a new entry to keep it.',
  );
}
