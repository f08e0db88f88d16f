// Notices that the open entry was changed elsewhere.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ownVersions } from '../drafts/own-versions.ts';
import { type EntryChange, entryChangeOf } from './entry-change.ts';
import { followEntry } from './live.ts';
import type { LiveState } from './messages.ts';

/**
 * Time for which a change must exist before it is shown, in milliseconds: a state that the service has read just before an own change may
 * arrive after the response to that change.
 */
const showDelayMs = 1000;

/** The entry that is open in the editor. */
export interface OpenEntry {
  readonly id: number;
  /** The path of the entry in the API. */
  readonly item: string;
}

/**
 * Returns the change that the page does not display; the object is the same until there is another one. It does not change while the page
 * saves the entry. `user` is the ID of the user of this page.
 */
export function useEntryChange(user: number, { id, item }: OpenEntry): EntryChange | undefined {
  const [state, setState] = useState<LiveState>();
  const [shown, setShown] = useState<EntryChange>();
  const own = useSyncExternalStore(ownVersions.subscribe, () => ownVersions.of(item));
  useEffect(() => followEntry(user, id, setState), [user, id]);
  useEffect(() => {
    if (!state || own.pendingChanges > 0) return;
    const change = entryChangeOf(state, own);
    const isSame = (other?: EntryChange) => other?.kind === change?.kind && other?.version === change?.version;
    const show = () => setShown((before) => (isSame(before) ? before : change));
    const timer = setTimeout(show, change ? showDelayMs : 0);
    return () => clearTimeout(timer);
  }, [state, own]);
  return shown;
}
