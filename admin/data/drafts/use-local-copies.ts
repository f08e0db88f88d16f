// Stores what the user types in an entry in the browser, and offers what an earlier document has stored.
import { useCallback, useEffect, useRef, useState } from 'react';
import { editedEntry, isEntryLoaded, onDataChange, restoreRecord } from '../unstable/unsaved-records.ts';
import { type Conflict, conflictBetween } from './conflicts.ts';
import { deleteCopy, type LocalCopy } from './copy-store.ts';
import { type CopyWriter, startCopyWriter } from './copy-writer.ts';

/** The edited entry and its user. */
interface Options {
  readonly user: number;
  readonly type: string;
  readonly entry: number;
  /** The copies of this entry whose tabs are closed, the newest first. */
  readonly copies: readonly LocalCopy[];
  /** Called once if nothing can be stored in this browser. */
  readonly onFailure: () => void;
}

/** A copy that the user can restore. */
interface OfferedCopy {
  readonly copy: LocalCopy;
  /** The differences between the copy and the entry. */
  readonly differences: Conflict;
  /** Whether the entry was saved elsewhere after the version that the copy is based on. */
  readonly isOutdated: boolean;
}

/** Stores copies while the component is displayed. Returns the copy to offer, and what the user can do with it. */
export function useLocalCopies({ user, type, entry, copies, onFailure }: Options) {
  const [left, setLeft] = useState(copies);
  const writer = useRef<CopyWriter>();
  const failure = useRef(onFailure);
  failure.current = onFailure;
  const isLoaded = useIsLoaded(type, entry);
  useEffect(() => {
    const started = startCopyWriter({ user, type, entry, onFailure: () => failure.current() });
    writer.current = started;
    return () => started.stop();
  }, [user, type, entry]);
  const [copy] = left;
  const offered = isLoaded && copy ? offerOf(copy, editedEntry({ type, id: entry })) : undefined;
  const discard = useCallback(async (discarded: LocalCopy) => {
    setLeft((others) => others.filter((other) => other !== discarded));
    await deleteCopy(discarded);
  }, []);
  useEffect(() => {
    // It was saved, and only the response was lost.
    if (offered && isEmpty(offered)) void discard(offered.copy);
  }, [offered, discard]);
  const restore = async (restored: LocalCopy) => {
    for (const record of restored.records) await restoreRecord(record);
    // The other copies are offered when the entry is opened again.
    setLeft([]);
    await writer.current?.flush();
    await deleteCopy(restored);
  };
  return { offered: offered && !isEmpty(offered) ? offered : undefined, restore, discard, postpone: () => setLeft([]) };
}

/** Whether the entry is loaded, so that changes can be compared with it. */
function useIsLoaded(type: string, id: number): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const check = () => setLoaded(isEntryLoaded({ type, id }));
    // It may have been loaded before.
    check();
    return onDataChange(check);
  }, [type, id]);
  return isLoaded;
}

function offerOf(copy: LocalCopy, current: Readonly<Record<string, unknown>>): OfferedCopy {
  const own = copy.records.find(({ kind, id }) => kind === 'postType' && id === copy.entry);
  return {
    copy,
    differences: conflictBetween(own?.edits ?? {}, current),
    isOutdated: own !== undefined && own.modified !== '' && own.modified !== String(current.modified_gmt),
  };
}

/** Whether a copy contains nothing that the service has not saved. */
const isEmpty = ({ copy: { records }, differences: { texts, otherFields } }: OfferedCopy): boolean =>
  records.length === 1 && texts.length === 0 && otherFields.length === 0;
