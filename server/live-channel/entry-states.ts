// Loads the current states of entries for the live channel.
import type { Contract } from '../../contract/contract.ts';
import type { CheckedEntry } from '../cms-v2/entries/conditions.ts';
import { typeOfEntries } from '../cms-v2/entries/editable-entries.ts';
import type { EntryRow } from '../cms-v2/entries/rows.ts';
import { findEntriesOfAnyType, findEntriesWithText, findShortEntries } from '../cms-v2/entries/store.ts';
import type { Database } from '../database/handle.ts';
import type { Call } from '../http/module.ts';
import type { FindStates } from '../http/present.ts';
import { stateTag } from '../http/state.ts';
import { RENDERER_VERSION } from '../rendering/render.ts';

/** The version of an entry. */
interface EntryVersion {
  /** Times of the last change, in the time zone of the site and in GMT. */
  readonly modified: string;
  readonly modified_gmt: string;
  /** The ETag that consists of the state with which `If-Match` is compared. */
  readonly etag: string;
}

/** The state of an entry at some time. */
export interface EntryState extends CheckedEntry {
  readonly type: string;
  /** Undefined if it was not requested. */
  readonly version: EntryVersion | undefined;
}

/** Dependencies for loading states. */
export interface EntryStateDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly findStates: FindStates;
}

/** Entries whose states are loaded. */
export interface RequestedStates {
  readonly ids: readonly number[];
  /** Whether the version of an entry is requested, for which its texts are loaded. */
  readonly needsVersion: (id: number) => boolean;
  /** The call of any user who may edit entries; the states do not depend on it. */
  readonly call: Call;
}

/** Maximum number of entries whose texts are in memory at the same time. */
const batchSize = 50;

/**
 * Returns the states of those entries that exist and are in the resource group `entries`, by ID. The number of statements is constant
 * for each 50 entries, except that entries with long texts are loaded one by one.
 */
export async function loadEntryStates(
  deps: EntryStateDeps,
  { ids, needsVersion, call }: RequestedStates,
): Promise<Map<number, EntryState>> {
  const { contract, database } = deps;
  const { read } = database;
  const found = new Map<number, EntryState>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const heads = await findEntriesOfAnyType(read, ids.slice(start, start + batchSize));
    const ofEntries = heads.filter(({ type }) => typeOfEntries(contract, type) !== undefined);
    for (const { id, type, author, status, rights_status } of ofEntries)
      if (!needsVersion(id)) found.set(id, { id, type, author, status, rights_status, version: undefined });
    const versioned = ofEntries.filter(({ id }) => needsVersion(id));
    for (const [type, rows] of Map.groupBy(versioned, (row) => row.type)) {
      const idsOfType = rows.map(({ id }) => id);
      await addVersions(deps, call, type, await findShortEntries(read, type, idsOfType, true), found);
      for (const id of idsOfType)
        if (!found.has(id)) await addVersions(deps, call, type, await findEntriesWithText(read, type, [id]), found);
    }
  }
  return found;
}

/** Adds the states of entries of one type, with their versions, to `found`. */
async function addVersions(
  { contract, findStates }: EntryStateDeps,
  call: Call,
  type: string,
  rows: readonly EntryRow[],
  found: Map<number, EntryState>,
): Promise<void> {
  const resource = contract.resources.get(type);
  if (!resource) throw new Error(`the content type ${type} has no resource`);
  // States do not depend on renderings, so outdated ones are not rendered again with the budget of a request that may have ended.
  const current = rows.map((row) => ({ ...row, renderer: RENDERER_VERSION }));
  const states = await findStates(current, resource, call);
  for (const [at, { id, author, status, rights_status, modified, modified_gmt }] of rows.entries()) {
    const version = { modified, modified_gmt, etag: stateTag(states[at] ?? '') };
    found.set(id, { id, type, author, status, rights_status, version });
  }
}
