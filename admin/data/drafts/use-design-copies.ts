// Stores unsaved changes of the site editor in the browser, and offers what an earlier document has stored.
import { useCallback, useEffect, useRef, useState } from 'react';
import { loadRecord, restoreRecord } from '../unstable/unsaved-records.ts';
import { type Conflict, conflictBetween } from './conflicts.ts';
import { deleteCopy, designCopies, type LocalCopy } from './copy-store.ts';
import { type CopyWriter, startCopyWriter } from './copy-writer.ts';

interface Options {
  readonly user: number;
  /** The copies whose tabs are closed, the newest first. */
  readonly copies: readonly LocalCopy[];
  /** Called once if nothing can be stored in this browser. */
  readonly onFailure: () => void;
}

/** A record with unsaved changes. */
export interface ChangedRecord {
  readonly key: string;
  /** The title of the record; empty if it has none. */
  readonly title: string;
  /** The differences between the changes and the record. */
  readonly differences: Conflict;
}

/** A copy that the user can restore. */
interface OfferedCopy {
  readonly copy: LocalCopy;
  readonly records: readonly ChangedRecord[];
}

/** Stores copies while the component is displayed. Returns the copy to offer, and what the user can do with it. */
export function useDesignCopies({ user, copies, onFailure }: Options) {
  const [left, setLeft] = useState(copies);
  const [offered, setOffered] = useState<OfferedCopy>();
  const writer = useRef<CopyWriter>();
  const failure = useRef(onFailure);
  failure.current = onFailure;
  useEffect(() => {
    const started = startCopyWriter({ user, type: designCopies, entry: 0, onFailure: () => failure.current() });
    writer.current = started;
    return () => started.stop();
  }, [user]);
  const discard = useCallback(async (discarded: LocalCopy) => {
    setLeft((others) => others.filter((other) => other !== discarded));
    await deleteCopy(discarded);
  }, []);
  const [copy] = left;
  useEffect(() => {
    let isCurrent = true;
    setOffered(undefined);
    const offer = async (stored: LocalCopy) => {
      const records = await findChangedRecords(stored);
      if (!isCurrent) return;
      // Everything was saved, and only the response was lost.
      if (records.length === 0) await discard(stored);
      else setOffered({ copy: stored, records });
    };
    if (copy)
      offer(copy).catch((error: unknown) => console.warn('A copy of unsaved changes cannot be offered.', error));
    return () => {
      isCurrent = false;
    };
  }, [copy, discard]);
  const restore = async (restored: LocalCopy) => {
    for (const record of restored.records) await restoreRecord(record);
    // The other copies are offered when the site editor is opened again.
    setLeft([]);
    await writer.current?.flush();
    await deleteCopy(restored);
  };
  return { offered, restore, discard, postpone: () => setLeft([]) };
}

/** Returns the records of a copy whose changes are not saved. */
async function findChangedRecords({ records }: LocalCopy): Promise<readonly ChangedRecord[]> {
  const changed = await Promise.all(
    records.map(async (record) => {
      const current = await loadRecord(record);
      const { title } = current;
      return {
        key: `${record.kind} ${record.name} ${record.id}`,
        title: typeof title === 'string' ? title : '',
        differences: conflictBetween(record.edits, current),
      };
    }),
  );
  return changed.filter(({ differences: { texts, otherFields } }) => texts.length + otherFields.length > 0);
}
