// The actions for entries in lists.

import type { Action } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ContentType } from '../data/bootstrap.ts';
import {
  type ChangedEntry,
  deleteEntry,
  isAllowed,
  isPublishable,
  type ListedEntry,
  setEntryStatus,
  trashEntry,
  versionOf,
} from '../data/resources/entries.ts';
import { readEntry } from '../data/resources/entry-copies.ts';
import { titleOf } from '../ui/entry-title.ts';
import type { FailedItems } from '../ui/failed-items.tsx';
import { icons } from '../ui/icons.tsx';
import type { Notice } from '../ui/notices.tsx';
import { duplicateEntry, type EntryCopy } from './duplicate-entry.ts';
import { reportResults } from './report-results.ts';
import { runForEach } from './run-for-each.ts';

/** Dependencies of the actions. */
export interface EntryActionDeps {
  readonly type: ContentType;
  readonly notify: (notice: Notice) => void;
  /** Reads the list again, and shows and selects the entries with which an action failed. */
  readonly refresh: (failed: FailedItems<ListedEntry>) => void;
  readonly open: (entry: ListedEntry) => void;
  /** Opens the form for the fields of one entry, or of several ones. */
  readonly editFields: (entries: readonly ListedEntry[]) => void;
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
    id: 'edit-fields',
    label: (entries) => (entries.length > 1 ? __('Bulk edit') : __('Quick edit')),
    icon: icons.edit,
    supportsBulk: true,
    isEligible: (entry) => entry.status !== 'trash' && isAllowed(entry, 'POST'),
    callback: (entries) => deps.editFields(entries),
  },
  {
    id: 'view',
    label: __('View'),
    isEligible: ({ status }) => status === 'publish' || status === 'private',
    callback: ([entry]) => void (entry && window.open(entry.link, '_blank', 'noopener')),
  },
  {
    id: 'publish',
    label: __('Publish'),
    icon: icons.publish,
    supportsBulk: true,
    isEligible: (entry) => ['draft', 'pending'].includes(entry.status) && isPublishable(entry),
    callback: (entries) => void publish(deps, entries),
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
    icon: icons.trash,
    supportsBulk: true,
    isEligible: (entry) => entry.status !== 'trash' && isAllowed(entry, 'DELETE'),
    callback: (entries) => void moveToTrash(deps, entries),
  },
  {
    id: 'restore',
    label: __('Restore'),
    icon: icons.restore,
    supportsBulk: true,
    isPrimary: true,
    isEligible: (entry) => entry.status === 'trash' && isAllowed(entry, 'POST'),
    callback: (entries) => void restore(deps, entries),
  },
  {
    id: 'delete',
    label: __('Delete permanently'),
    icon: icons.delete,
    supportsBulk: true,
    isEligible: (entry) => entry.status === 'trash' && isAllowed(entry, 'DELETE'),
    callback: (entries) => void deletePermanently(deps, entries),
  },
];

async function publish(deps: EntryActionDeps, entries: readonly ListedEntry[]): Promise<void> {
  const { length: count } = entries;
  /* translators: %d: number of entries. */
  const question = _n('Publish %d entry now?', 'Publish %d entries now?', count);
  if (!(await deps.confirm(sprintf(question, count), __('Publish')))) return;
  const results = await runForEach(entries, async (entry) => {
    await setEntryStatus(deps.type, versionOf(entry), 'publish');
  });
  reportResults(deps, results, {
    /* translators: %d: number of entries. */
    text: (published) => sprintf(_n('%d entry was published.', '%d entries were published.', published), published),
  });
}

async function duplicate(deps: EntryActionDeps, entry: ListedEntry): Promise<void> {
  let copy: EntryCopy = { id: 0, text: '' };
  const results = await runForEach([entry], async ({ id }) => {
    copy = await duplicateEntry.perform(deps.type, await readEntry(deps.type, id));
  });
  reportResults(deps, results, {
    text: () => copy.text,
    action: { label: __('Edit'), run: () => deps.open({ ...entry, id: copy.id }) },
  });
}

async function moveToTrash(deps: EntryActionDeps, entries: readonly ListedEntry[]): Promise<void> {
  const trashed = new Map<ListedEntry, ChangedEntry>();
  const results = await runForEach(entries, async (entry) => {
    trashed.set(entry, await trashEntry(deps.type, versionOf(entry)));
  });
  reportResults(deps, results, {
    /* translators: %d: number of entries. */
    text: (count) =>
      sprintf(_n('%d entry was moved to the trash.', '%d entries were moved to the trash.', count), count),
    action: { label: __('Undo'), run: () => void undoTrash(deps, trashed) },
  });
}

/** Restores entries with the status that they had before. `trashed` are their versions in the trash. */
async function undoTrash(deps: EntryActionDeps, trashed: ReadonlyMap<ListedEntry, ChangedEntry>): Promise<void> {
  const results = await runForEach([...trashed.keys()], async (entry) => {
    await setEntryStatus(deps.type, trashed.get(entry) ?? versionOf(entry), entry.status);
  });
  reportResults(deps, results, { text: restoredText });
}

async function restore(deps: EntryActionDeps, entries: readonly ListedEntry[]): Promise<void> {
  const results = await runForEach(entries, async (entry) => {
    await setEntryStatus(deps.type, versionOf(entry), 'draft');
  });
  reportResults(deps, results, { text: restoredText });
}

async function deletePermanently(deps: EntryActionDeps, entries: readonly ListedEntry[]): Promise<void> {
  if (!(await deps.confirm(deletionQuestion(entries), __('Delete permanently')))) return;
  const results = await runForEach(entries, async (entry) => {
    await deleteEntry(deps.type, versionOf(entry));
  });
  reportResults(deps, results, {
    /* translators: %d: number of entries. */
    text: (deleted) => sprintf(_n('%d entry was deleted.', '%d entries were deleted.', deleted), deleted),
  });
}

/** Returns the question before entries are deleted, which says what is lost. */
function deletionQuestion(entries: readonly ListedEntry[]): string {
  const [first] = entries;
  const { length: count } = entries;
  if (first && count === 1)
    return sprintf(
      /* translators: %s: title of an entry. */
      __('Delete “%s” permanently, with its revisions and comments? This cannot be undone.'),
      titleOf(first),
    );
  return sprintf(
    /* translators: %d: number of entries. */
    _n(
      'Delete %d entry permanently, with its revisions and comments? This cannot be undone.',
      'Delete %d entries permanently, with their revisions and comments? This cannot be undone.',
      count,
    ),
    count,
  );
}

const restoredText = (count: number): string =>
  /* translators: %d: number of entries. */
  sprintf(_n('%d entry was restored.', '%d entries were restored.', count), count);
