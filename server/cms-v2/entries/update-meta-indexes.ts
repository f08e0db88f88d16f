// Completes, verifies and deletes the indexes of filterable meta fields (docs/decisions/0018-filterable-meta.md). Entries are processed
// in small chunks with pauses, so that neither requests nor other writers wait.
import { setTimeout as pause } from 'node:timers/promises';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { filterableFields } from '../../../contract/shared/filterable-meta.ts';
import { DatabaseBusy } from '../../database/errors.ts';
import type { Database, WriteHandle } from '../../database/handle.ts';
import type { EntryMetaTable } from '../../database/tables/entries.ts';
import { everyInterval, type Recurring } from '../../time/recurring.ts';
import type { EntryDeps } from './deps.ts';
import { indexRowsOf, zoneOfIndexes } from './index-meta.ts';
import {
  countEntries,
  deleteIndexRows,
  deleteRowsOfIndex,
  findCompleteIndexes,
  findIndexedEntries,
  findIndexesWithRows,
  findIndexRows,
  type IndexedEntry,
  type IndexedPosition,
  indexesExist,
  insertIndexRows,
  lockIndexedEntries,
  markIndexComplete,
  markIndexesIncomplete,
} from './meta-index-store.ts';
import { indexName } from './meta-values.ts';

type IndexDeps = Pick<EntryDeps, 'contract' | 'database'>;

/** Number of entries in a chunk. */
const chunkSize = 200;

/** Pause between two chunks, in milliseconds. */
const defaultPauseMs = 20;

/** Maximum number of entries of a type that are indexed before the service starts. */
const maxEntriesAtStart = 1000;

/** Interval at which processes check whether an index is incomplete, in milliseconds. */
const checkIntervalMs = 5000;

/** Options for processing entries. */
interface Pass {
  readonly signal?: AbortSignal;
  readonly pauseMs: number;
  /** Maximum number of entries of each type; the index of a type with more entries stays incomplete. */
  readonly maxEntries?: number;
}

/** Numbers of entries that this process has read for the indexes that it is completing, by type. */
const processedEntries = new WeakMap<Database, Map<string, number>>();

/** Returns the number of entries of a type that this process has read for the indexes that it is completing; 0 if it completes none. */
export const processedEntriesOf = (database: Database, type: string): number =>
  processedEntries.get(database)?.get(type) ?? 0;

function recordProgress(database: Database, type: string, processed: number): void {
  const byType = processedEntries.get(database) ?? new Map<string, number>();
  processedEntries.set(database, byType.set(type, processed));
}

const typesWithIndexes = ({ contract }: Pick<IndexDeps, 'contract'>): ContentType[] =>
  [...contract.types.values()].filter((type) => filterableFields(type).length > 0);

/** Returns the names of the indexes of a type. */
async function indexesOf({ database }: Pick<IndexDeps, 'database'>, type: ContentType): Promise<string[]> {
  const fields = filterableFields(type);
  const zone = await zoneOfIndexes(database.read, fields);
  return fields.map((field) => indexName(type, field, zone));
}

/**
 * Completes the indexes of types with few entries before the service starts. Larger indexes are completed in the background
 * (`startMetaIndexUpdates`), and so are all indexes if another process has locked the database.
 */
export async function prepareMetaIndexes(deps: IndexDeps): Promise<void> {
  try {
    await completeIndexes(deps, { pauseMs: 0, maxEntries: maxEntriesAtStart });
  } catch (error) {
    if (!(error instanceof DatabaseBusy)) throw error;
  }
}

/** An index that does not contain all entries of its type. */
export interface IncompleteIndex {
  /** Type and name of the field. */
  readonly field: string;
  /** Name of the type. */
  readonly type: string;
  /** Number of entries of the type, which must be read to complete the index. */
  readonly entries: number;
}

/** Returns the indexes that `completeIndexes` would complete, also for a database whose schema is older than these indexes. */
export async function findIncompleteIndexes(deps: IndexDeps): Promise<IncompleteIndex[]> {
  const types = typesWithIndexes(deps);
  if (types.length === 0) return [];
  const { read } = deps.database;
  const complete = (await indexesExist(read)) ? await findCompleteIndexes(read) : new Set<string>();
  const incomplete: IncompleteIndex[] = [];
  for (const type of types) {
    const fields = (await indexesOf(deps, type)).filter((name) => !complete.has(name));
    if (fields.length === 0) continue;
    const entries = await countEntries(read, type.name);
    incomplete.push(...fields.map((field) => ({ field, type: type.name, entries })));
  }
  return incomplete;
}

/** Completes all incomplete indexes, except those of types with more than `maxEntries` entries. */
export async function completeIndexes(deps: IndexDeps, pass: Pass): Promise<void> {
  const types = typesWithIndexes(deps);
  if (types.length === 0) return;
  const complete = await findCompleteIndexes(deps.database.read);
  for (const type of types) {
    const incomplete = (await indexesOf(deps, type)).some((name) => !complete.has(name));
    if (incomplete) await updateIndexesOf(deps, type, pass);
  }
}

/** Compares the indexes of all types with the entries, and corrects them. Deletes the indexes of fields that are no longer filterable. */
export async function verifyIndexes(deps: IndexDeps, pass: Pass): Promise<void> {
  const needed = new Set<string>();
  for (const type of typesWithIndexes(deps)) for (const name of await indexesOf(deps, type)) needed.add(name);
  await deleteObsoleteIndexes(deps.database, needed, pass);
  for (const type of typesWithIndexes(deps)) await updateIndexesOf(deps, type, pass);
}

/** Corrects the index rows of all entries of a type, and records that its indexes are complete. */
async function updateIndexesOf(deps: IndexDeps, type: ContentType, pass: Pass): Promise<void> {
  const { database } = deps;
  const { signal, pauseMs, maxEntries = Number.POSITIVE_INFINITY } = pass;
  const names = await indexesOf(deps, type);
  let position: IndexedPosition | undefined;
  for (let processed = 0; !signal?.aborted; ) {
    const entries = await findIndexedEntries(database.read, type.name, position, chunkSize);
    if (entries.length > 0 && !(await correctRows(database, type, entries))) {
      await wait(Math.max(pauseMs, 1), signal);
      continue;
    }
    position = entries.at(-1);
    processed += entries.length;
    recordProgress(database, type.name, processed);
    if (position === undefined || entries.length < chunkSize) {
      await markComplete(deps, type, names);
      recordProgress(database, type.name, 0);
      return;
    }
    if (processed >= maxEntries) return;
    await wait(pauseMs, signal);
  }
}

const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  pause(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});

/** Records that indexes are complete, unless the time zone has changed in the meantime, so that the type needs other ones. */
async function markComplete(deps: IndexDeps, type: ContentType, names: readonly string[]): Promise<void> {
  const complete = await findCompleteIndexes(deps.database.read);
  const needed = await indexesOf(deps, type);
  const added = names.filter((name) => needed.includes(name) && !complete.has(name));
  if (added.length === 0) return;
  await deps.database.transaction(async (tx) => {
    for (const name of added) await markIndexComplete(tx, name);
  });
}

/** Corrects the index rows of entries that differ from the expected ones. Returns whether it could; another writer may prevent it. */
async function correctRows(database: Database, type: ContentType, entries: readonly IndexedEntry[]): Promise<boolean> {
  const zone = await zoneOfIndexes(database.read, filterableFields(type));
  const ids = entries.map(({ id }) => id);
  const stored = Map.groupBy(await findIndexRows(database.read, ids), (row) => row.entry_id);
  const different = entries.filter((entry) => !hasSameRows(stored.get(entry.id) ?? [], indexRowsOf(type, entry, zone)));
  if (different.length === 0) return true;
  try {
    const differentIds = different.map(({ id }) => id);
    await database.transaction((tx) => replaceRows(tx, type, differentIds));
    return true;
  } catch (error) {
    if (error instanceof DatabaseBusy) return false;
    throw error;
  }
}

/** Replaces the index rows of entries, which may have changed since their rows were compared. */
async function replaceRows(tx: WriteHandle, type: ContentType, ids: readonly number[]): Promise<void> {
  const entries = await lockIndexedEntries(tx, ids);
  const zone = await zoneOfIndexes(tx, filterableFields(type));
  await deleteIndexRows(tx, ids);
  const rows = entries.flatMap((entry) => indexRowsOf(type, entry, zone));
  await insertIndexRows(tx, rows);
}

function hasSameRows(some: readonly EntryMetaTable[], others: readonly EntryMetaTable[]): boolean {
  const key = ({ field, status, value }: EntryMetaTable) => JSON.stringify([field, status, value]);
  const keys = new Set(some.map(key));
  return some.length === others.length && others.every((row) => keys.has(key(row)));
}

/** Deletes all indexes that are not needed. They are incomplete before the first row is deleted. */
async function deleteObsoleteIndexes(
  database: Database,
  needed: ReadonlySet<string>,
  { signal, pauseMs }: Pass,
): Promise<void> {
  const complete = await findCompleteIndexes(database.read);
  const withRows = await findIndexesWithRows(database.read);
  const obsolete = [...new Set([...complete, ...withRows])].filter((name) => !needed.has(name));
  if (obsolete.length === 0) return;
  await database.transaction((tx) => markIndexesIncomplete(tx, obsolete));
  for (const name of obsolete) {
    while (!signal?.aborted && (await database.transaction((tx) => deleteChunk(tx, name))) > 0)
      await wait(pauseMs, signal);
  }
}

/** Deletes rows of an index, which a process with another declaration may have completed in the meantime. Returns the number of rows. */
async function deleteChunk(tx: WriteHandle, name: string): Promise<number> {
  await markIndexesIncomplete(tx, [name]);
  return deleteRowsOfIndex(tx, name, chunkSize);
}

/**
 * Verifies all indexes in the background if `verifies` is true, and completes indexes that are or become incomplete. Errors are passed to
 * `onFailure`, and the work continues a few seconds later.
 */
export function startMetaIndexUpdates(
  deps: IndexDeps,
  onFailure: (error: unknown) => void,
  verifies: boolean,
  pauseMs: number = defaultPauseMs,
): Recurring {
  const stopping = new AbortController();
  const pass: Pass = { signal: stopping.signal, pauseMs };
  let isVerified = !verifies;
  const update = async () => {
    await completeIndexes(deps, pass);
    if (isVerified) return;
    await verifyIndexes(deps, pass);
    isVerified = true;
  };
  const task = everyInterval(
    checkIntervalMs,
    update,
    (error) => {
      if (!stopping.signal.aborted) onFailure(error);
    },
    'at once',
  );
  return {
    stop: async () => {
      stopping.abort();
      await task.stop();
    },
  };
}
