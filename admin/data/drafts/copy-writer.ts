// Stores what the user types in the browser until the service has saved it.

import { rawOf } from '../records.ts';
import { isSignInRequested, onSignInRequest } from '../session.ts';
import {
  copyRecord,
  editedEntry,
  listUnsavedRecords,
  onDataChange,
  type UnsavedRecord,
} from '../unstable/unsaved-records.ts';
import { onSignOut } from './copies.ts';
import { deleteCopyOfTab, putCopy } from './copy-store.ts';
import { markTabAsOpen, thisTab } from './tabs.ts';

/** Time between a change and its storage, in milliseconds. Then the browser may finish other work first, such as displaying a key. */
const delayMs = 500;

/** Maximum time for other work, in milliseconds. */
const idleTimeoutMs = 400;

/** The edited entry, or the design of the site, and its user. */
interface Options {
  readonly user: number;
  /** The content type of the entry; `designCopies` for the site editor. */
  readonly type: string;
  /** The ID of the entry; 0 for the site editor. */
  readonly entry: number;
  /** Called at the first failure: the storage is full or unavailable. The editor continues without copies. */
  readonly onFailure: () => void;
}

/** Stores copies of the unsaved changes in this document. */
export interface CopyWriter {
  /** Stores the current state. Resolves when it is stored. Rejects if that fails. */
  flush(): Promise<void>;
  stop(): void;
}

/** Starts storing copies: shortly after each change, and when the page is hidden or closed. */
export function startCopyWriter({ user, type, entry, onFailure }: Options): CopyWriter {
  markTabAsOpen();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stored: readonly UnsavedRecord[] = [];
  let isSuspended = false;
  let hasFailed = false;

  const write = async () => {
    const unsaved = listUnsavedRecords();
    if (isSuspended || isSameState(unsaved, stored)) return;
    stored = unsaved;
    const records = unsaved.map(copyRecord).sort((one, other) => Number(isEntry(other)) - Number(isEntry(one)));
    const { title, status } = entry === 0 ? {} : editedEntry({ type, id: entry });
    if (records.length === 0) await deleteCopyOfTab(user, thisTab);
    else
      await putCopy({
        ...{ tab: thisTab, user, type, entry, records, storedAt: Date.now(), isNew: status === 'auto-draft' },
        title: String(rawOf(title) ?? ''),
      });
  };
  const isEntry = ({ kind, name, id }: UnsavedRecord | { kind: string; name: string; id: unknown }) =>
    kind === 'postType' && name === type && id === entry;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    return write();
  };
  const report = (error: unknown) => {
    stored = [];
    console.warn('A copy of the unsaved changes could not be stored in this browser.', error);
    if (!hasFailed) onFailure();
    hasFailed = true;
  };
  const flushSafely = () => void flush().catch(report);
  const schedule = () => {
    timer ??= setTimeout(() => runWhenIdle(flushSafely), delayMs);
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') flushSafely();
  };
  const subscriptions = [
    onDataChange(schedule),
    onSignOut(user, () => {
      isSuspended = true;
    }),
    onSignInRequest(() => {
      if (isSignInRequested()) return;
      // The user has signed in again.
      isSuspended = false;
      stored = [];
      flushSafely();
    }),
  ];
  addEventListener('pagehide', flushSafely);
  document.addEventListener('visibilitychange', onVisibilityChange);
  return {
    flush,
    stop() {
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
      removeEventListener('pagehide', flushSafely);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    },
  };
}

/** Runs a function when the browser is idle; at once in browsers that do not know when they are. */
function runWhenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: idleTimeoutMs });
  else run();
}

/** Whether two lists contain the same records with the same changes. */
const isSameState = (one: readonly UnsavedRecord[], other: readonly UnsavedRecord[]): boolean =>
  one.length === other.length &&
  one.every(({ kind, name, id, edits }, index) => {
    const before = other[index];
    return before?.kind === kind && before.name === name && before.id === id && before.edits === edits;
  });
