// Keeps the edit lock of the open entry.
import { useCallback, useEffect, useRef, useState } from 'react';
import { autosaveChanges, setSavingAllowed } from '../../data/editor/saving.ts';
import { followEntry, isOpenInAnotherTab } from '../../data/live/live.ts';
import { acquireLock, type EditLock, releaseLock } from '../../data/resources/locks.ts';
import { initialLockState, type OtherEditor, reactionTo, withLock } from './lock-state.ts';

/** Interval between renewals, in milliseconds. A lock expires 150 seconds after it was last renewed. */
const renewalMs = 60_000;

interface EditLockOfEntry {
  /** The other user who is editing the entry. */
  readonly other: OtherEditor | undefined;
  readonly takeOver: () => void;
}

/** Without a lock, versions still prevent that changes of others are overwritten; the next renewal tries again. */
const report = (error: unknown) => console.error(error);

/**
 * Acquires the lock, renews it, and releases it when the page is closed, unless the user has the entry open in another tab. While another
 * user holds it, the entry cannot be saved; what the user has written until then is stored as an autosave.
 */
export function useEditLock(entry: number, user: number): EditLockOfEntry {
  const [other, setOther] = useState<OtherEditor>();
  const state = useRef(initialLockState);
  const adopt = useCallback((lock: EditLock | undefined) => {
    const { isHeld } = state.current;
    state.current = withLock(state.current, lock);
    setOther(state.current.other);
    setSavingAllowed(lock === undefined);
    if (isHeld && lock) autosaveChanges().catch(report);
  }, []);
  const acquire = useCallback(
    (takeOver: boolean) => void acquireLock(entry, takeOver).then(adopt).catch(report),
    [entry, adopt],
  );
  useEffect(() => {
    const release = () => {
      if (state.current.isHeld && !isOpenInAnotherTab(entry)) releaseLock(entry);
    };
    const restore = ({ persisted }: PageTransitionEvent) => persisted && acquire(false);
    acquire(false);
    const timer = setInterval(acquire, renewalMs, false);
    const unfollow = followEntry(user, entry, (reported) => {
      const reaction = reactionTo(reported, user, state.current);
      if (reaction === 'acquire') acquire(false);
      else if (reaction !== 'ignore') adopt(reaction.lock);
    });
    addEventListener('pagehide', release);
    addEventListener('pageshow', restore);
    return () => {
      clearInterval(timer);
      unfollow();
      removeEventListener('pagehide', release);
      removeEventListener('pageshow', restore);
    };
  }, [entry, user, acquire, adopt]);
  return { other, takeOver: () => acquire(true) };
}
