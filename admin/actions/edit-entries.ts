// Changes fields of several entries, and reverts the changes.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ContentType } from '../data/bootstrap.ts';
import { type BulkChanges, changedValues } from '../data/resources/bulk-changes.ts';
import { readFieldsOf } from '../data/resources/edited-entries.ts';
import {
  type ChangedEntry,
  type ListedEntry,
  listEntriesById,
  updateEntry,
  versionOf,
} from '../data/resources/entries.ts';
import { bodyOf, type FieldValues, valuesOf } from '../data/resources/entry-fields.ts';
import type { FailedItems } from '../ui/failed-items.tsx';
import type { EntryActionDeps } from './entries.ts';
import { reportResults } from './report-results.ts';
import { runForEach } from './run-for-each.ts';

type Deps = Pick<EntryActionDeps, 'type' | 'notify' | 'refresh'>;

/** An entry that was changed: its new version, and the values of the changed fields before. */
interface Change {
  readonly version: ChangedEntry;
  readonly before: FieldValues;
}

/**
 * Changes entries as the list shows them: entries that were changed since are reported and stay unchanged. The notice about the others has
 * an action that reverts the changes. Throws ApiError if the present values cannot be read; then nothing has changed.
 */
export async function editEntries(deps: Deps, entries: readonly ListedEntry[], changes: BulkChanges): Promise<void> {
  const { type } = deps;
  const names = Object.keys(changes);
  const records = await readFieldsOf(
    type,
    entries.map(({ id }) => id),
    names,
  );
  const changed = new Map<ListedEntry, Change>();
  const results = await runForEach(entries, async (entry) => {
    const current = valuesOf(records.get(entry.id) ?? {}, names);
    const after = changedValues(current, changes);
    const fields = Object.keys(after);
    if (fields.length === 0) return;
    const before = Object.fromEntries(fields.map((name) => [name, current[name] ?? '']));
    changed.set(entry, { version: await updateEntry(type, versionOf(entry), bodyOf(after)), before });
  });
  reportResults(deps, results, {
    text: changedText,
    ...(changed.size > 0 && { action: { label: __('Undo'), run: () => void revert(deps, changed) } }),
  });
}

/**
 * Changes entries with which this failed, as they are now. Those that do not exist any more, or are in the trash, remain among the failed
 * ones. Throws ApiError if the entries cannot be read; then nothing has changed.
 */
export async function retryEdit(deps: Deps, failed: FailedItems<ListedEntry>, changes: BulkChanges): Promise<void> {
  const current = await listEntriesById(
    deps.type,
    failed.map(({ item }) => item.id),
  );
  const found = new Set(current.map(({ id }) => id));
  const missing = failed
    .filter(({ item }) => !found.has(item.id))
    .map(({ item }) => ({ item, error: new Error(__('This entry was deleted or moved to the trash.')) }));
  const refresh: Deps['refresh'] = (unfinished) => deps.refresh([...unfinished, ...missing]);
  if (current.length === 0) refresh([]);
  else await editEntries({ ...deps, refresh }, current, changes);
}

async function revert(deps: Deps, changed: ReadonlyMap<ListedEntry, Change>): Promise<void> {
  const results = await runForEach([...changed.keys()], (entry) => revertEntry(deps.type, changed.get(entry)));
  reportResults(deps, results, {
    /* translators: %d: number of entries. */
    text: (count) => sprintf(_n('%d entry was changed back.', '%d entries were changed back.', count), count),
  });
}

async function revertEntry(type: ContentType, change: Change | undefined): Promise<void> {
  if (change) await updateEntry(type, change.version, bodyOf(change.before));
}

const changedText = (count: number): string =>
  /* translators: %d: number of entries. */
  sprintf(_n('%d entry was changed.', '%d entries were changed.', count), count);
