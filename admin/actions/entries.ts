// The actions for entries in lists.

import type { Action } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ContentType } from '../data/bootstrap.ts';
import {
  type ChangedEntry,
  deleteEntry,
  isAllowed,
  type ListedEntry,
  restoreEntry,
  trashEntry,
  versionOf,
} from '../data/resources/entries.ts';
import { readEntry } from '../data/resources/entry-copies.ts';
import { titleOf } from '../ui/entry-title.ts';
import type { Notice } from '../ui/notices.tsx';
import { duplicateEntry, type EntryCopy } from './duplicate-entry.ts';
import { type Results, runForEach } from './run-for-each.ts';

/** Dependencies of the actions. */
export interface EntryActionDeps {
  readonly type: ContentType;
  readonly notify: (notice: Notice) => void;
  /** Reads the list again, and selects the entries with which an action failed. */
  readonly refresh: (failed: readonly ListedEntry[]) => void;
  readonly open: (entry: ListedEntry) => void;
  /** Asks the user; resolves with false if the user cancels. */
  readonly confirm: (question: string, label: string) => Promise<boolean>;
}

/** Returns the actions in the order of the menu. */
export const entryActions = (deps: EntryActionDeps): Action<ListedEntry>[] => [
  {
    id: 'edit',
    label: __('Edit'),
    isPrimary: true,
    isEligible: (entry) => entry.status !== 'trash' && isAllowed(entry, 'POST'),
    callback: ([entry]) => entry && deps.open(entry),
  },
  {
    id: 'view',
    label: __('View'),
    isEligible: ({ status }) => status === 'publish' || status === 'private',
    callback: ([entry]) => void (entry && window.open(entry.link, '_blank', 'noopener')),
  },
  {
    id: duplicateEntry.id,
    label: duplicateEntry.label(),
    isEligible: (entry) =>
      duplicateEntry.isAvailable(deps.type) && entry.status !== 'trash' && isAllowed(entry, 'POST'),
    callback: ([entry]) => void (entry && duplicate(deps, entry)),
  },
  {
    id: 'trash',
    label: __('Move to trash'),
    supportsBulk: true,
    isEligible: (entry) => entry.status !== 'trash' && isAllowed(entry, 'DELETE'),
    callback: (entries) => void moveToTrash(deps, entries),
  },
  {
    id: 'restore',
    label: __('Restore'),
    supportsBulk: true,
    isPrimary: true,
    isEligible: (entry) => entry.status === 'trash' && isAllowed(entry, 'POST'),
    callback: (entries) => void restore(deps, entries),
  },
  {
    id: 'delete',
    label: __('Delete permanently'),
    supportsBulk: true,
    isEligible: (entry) => entry.status === 'trash' && isAllowed(entry, 'DELETE'),
    callback: (entries) => void deletePermanently(deps, entries),
  },
];

async function duplicate(deps: EntryActionDeps, entry: ListedEntry): Promise<void> {
  let copy: EntryCopy = { id: 0, text: '' };
  const results = await runForEach([entry], async ({ id }) => {
    copy = await duplicateEntry.perform(deps.type, await readEntry(deps.type, id));
  });
  finish(deps, results, {
    text: () => copy.text,
    action: { label: __('Edit'), run: () => deps.open({ ...entry, id: copy.id }) },
  });
}

async function moveToTrash(deps: EntryActionDeps, entries: readonly ListedEntry[]): Promise<void> {
  const trashed = new Map<ListedEntry, ChangedEntry>();
  const results = await runForEach(entries, async (entry) => {
    trashed.set(entry, await trashEntry(deps.type, versionOf(entry)));
  });
  finish(deps, results, {
    /* translators: %d: number of entries. */
    text: (count) =>
      sprintf(_n('%d entry was moved to the trash.', '%d entries were moved to the trash.', count), count),
    action: { label: __('Undo'), run: () => void undoTrash(deps, trashed) },
  });
}

/** Restores entries with the status that they had before. `trashed` are their versions in the trash. */
async function undoTrash(deps: EntryActionDeps, trashed: ReadonlyMap<ListedEntry, ChangedEntry>): Promise<void> {
  const results = await runForEach([...trashed.keys()], async (entry) => {
    await restoreEntry(deps.type, trashed.get(entry) ?? versionOf(entry), entry.status);
  });
  finish(deps, results, { text: restoredText });
}

async function restore(deps: EntryActionDeps, entries: readonly ListedEntry[]): Promise<void> {
  const results = await runForEach(entries, async (entry) => {
    await restoreEntry(deps.type, versionOf(entry), 'draft');
  });
  finish(deps, results, { text: restoredText });
}

async function deletePermanently(deps: EntryActionDeps, entries: readonly ListedEntry[]): Promise<void> {
  const { length: count } = entries;
  /* translators: %d: number of entries. */
  const question = _n('Delete %d entry permanently?', 'Delete %d entries permanently?', count);
  if (!(await deps.confirm(sprintf(question, count), __('Delete permanently')))) return;
  const results = await runForEach(entries, async (entry) => {
    await deleteEntry(deps.type, versionOf(entry));
  });
  finish(deps, results, {
    /* translators: %d: number of entries. */
    text: (deleted) => sprintf(_n('%d entry was deleted.', '%d entries were deleted.', deleted), deleted),
  });
}

const restoredText = (count: number): string =>
  /* translators: %d: number of entries. */
  sprintf(_n('%d entry was restored.', '%d entries were restored.', count), count);

interface SuccessNotice {
  readonly text: (count: number) => string;
  readonly action?: NonNullable<Notice['action']>;
}

/** Reports the results: one notice for all entries that succeeded, and one for each that failed. */
function finish(
  { notify, refresh }: EntryActionDeps,
  results: Results<ListedEntry>,
  { text, action }: SuccessNotice,
): void {
  const { succeeded, failed } = results;
  if (succeeded.length > 0) notify({ kind: 'success', text: text(succeeded.length), ...(action && { action }) });
  /* translators: 1: title of an entry, 2: error message. */
  for (const { item, error } of failed)
    notify({ kind: 'error', text: sprintf(__('%1$s: %2$s'), titleOf(item), error.message) });
  refresh(failed.map(({ item }) => item));
}
