// Reads the backups, and follows what is in progress.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useEffect, useRef } from 'react';
import { type Backup, isInProgress, listBackups } from '../../data/resources/backups.ts';
import { useNotices } from '../../ui/notices.tsx';

/** Intervals between two reads while a backup is created or restored, and otherwise, in milliseconds. */
const busyIntervalMs = 1000;
const idleIntervalMs = 30_000;

/** Returns the backups, which are read again and again. An error of a later read is ignored, because the service may be busy with a restore. */
export function useBackups() {
  const { data, error, refetch } = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => listBackups(signal),
    refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? busyIntervalMs : idleIntervalMs),
  });
  useOutcomes(data);
  return { data, error, refetch: () => void refetch() };
}

/** Shows a notice when a backup was created or restored while this page was open. After a restore, everything else is read again. */
function useOutcomes(backups: readonly Backup[] | undefined): void {
  const notify = useNotices();
  const queries = useQueryClient();
  const inProgress = useRef<ReadonlyMap<string, Backup>>(new Map());
  useEffect(() => {
    if (!backups) return;
    for (const { id, state, restore } of backups) {
      const previous = inProgress.current.get(id);
      if (previous?.state === 'creating' && state === 'ready')
        notify({ kind: 'success', text: __('The backup was created.') });
      if (previous?.restore?.state !== 'restoring' || restore?.state !== 'done') continue;
      notify({ kind: 'success', text: __('The site was restored. The previous site is in an automatic backup.') });
      void queries.invalidateQueries();
    }
    inProgress.current = new Map(backups.filter(isInProgress).map((backup) => [backup.id, backup]));
  }, [backups, notify, queries]);
}
