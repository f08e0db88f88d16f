// Decides what a tab shows when the edit lock of its entry changes.
import type { LiveState } from '../../data/live/messages.ts';
import type { EditLock } from '../../data/resources/locks.ts';

/** Someone else who is editing the entry; `hasTakenOver` is true if the user held the lock before. */
export interface OtherEditor extends EditLock {
  readonly hasTakenOver: boolean;
}

/** The lock as this tab knows it. */
export interface LockState {
  readonly isHeld: boolean;
  readonly other?: OtherEditor;
}

/** The state before the lock was acquired. */
export const initialLockState: LockState = { isHeld: false };

/** Returns the state after the lock was acquired by the user (`lock` is undefined) or by someone else. */
export function withLock(before: LockState, lock: EditLock | undefined): LockState {
  if (!lock) return { isHeld: true };
  const hasTakenOver = before.isHeld || before.other?.hasTakenOver === true;
  return { isHeld: false, other: { user: lock.user, name: lock.name, hasTakenOver } };
}

/** The reaction of a tab to the state of its entry: nothing if the entry is deleted; otherwise the tab acquires the lock or adopts it. */
export type LockReaction = 'ignore' | 'acquire' | { readonly lock: EditLock | undefined };

/**
 * Returns the reaction to a state. A lock of the user belongs to all tabs of the user. If the tab holds the lock, it asks the service before
 * it believes that someone else has it: the state may be older than the take-over by this tab.
 */
export function reactionTo({ version, lock }: LiveState, user: number, { isHeld }: LockState): LockReaction {
  if (!version) return 'ignore';
  if (!lock || (isHeld && lock.user !== user)) return 'acquire';
  return { lock: lock.user === user ? undefined : lock };
}
