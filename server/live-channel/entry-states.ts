// Loads the current states of entries for the live channel.
import type { Contract } from '../../contract/contract.ts';
import type { CheckedEntry } from '../cms-v2/entries/conditions.ts';
import { typeOfEntries } from '../cms-v2/entries/editable-entries.ts';
import { findEntriesOfAnyType, findEntriesWithText, findShortEntries } from '../cms-v2/entries/store.ts';
import type { Database } from '../database/handle.ts';
import type { Call } from '../http/module.ts';
import type { FindStates } from '../http/present.ts';
import { stateTag } from '../http/state.ts';

/** The state of an entry at some time. */
export interface EntryState extends CheckedEntry {
  readonly type: string;
  /** Times of the last change, in the time zone of the site and in GMT. */
  readonly modified: string;
  readonly modified_gmt: string;
  /** The ETag that consists of the state with which `If-Match` is compared. */
  readonly etag: string;
}

/** Dependencies for loading states. */
export interface EntryStateDeps {
  readonly contract: Contract;
  readonly database: Database;
  readonly findStates: FindStates;
}

/** Maximum number of entries whose texts are in memory at the same time. */
const batchSize = 50;

/**
 * Returns the states of those entries with these IDs that exist and are in the resource group `entries`, by ID. `call` is the call of any
 * user who may edit entries; the states do not depend on it. The number of statements is constant for each 50 entries, except that
 * entries with long texts are loaded one by one.
 */
export async function loadEntryStates(
  { contract, database: { read }, findStates }: EntryStateDeps,
  ids: readonly number[],
  call: Call,
): Promise<Map<number, EntryState>> {
  const found = new Map<number, EntryState>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const heads = await findEntriesOfAnyType(read, ids.slice(start, start + batchSize));
    for (const [name, rows] of Map.groupBy(heads, ({ type }) => type)) {
      const resource = typeOfEntries(contract, name) && contract.resources.get(name);
      if (!resource) continue;
      const add = async (entries: Awaited<ReturnType<typeof findShortEntries>>) => {
        const states = await findStates(entries, resource, call);
        for (const [at, { id, type, author, status, rights_status, modified, modified_gmt }] of entries.entries()) {
          const etag = stateTag(states[at] ?? '');
          found.set(id, { id, type, author, status, rights_status, modified, modified_gmt, etag });
        }
      };
      await add(
        await findShortEntries(
          read,
          name,
          rows.map(({ id }) => id),
          true,
        ),
      );
      for (const { id } of rows) if (!found.has(id)) await add(await findEntriesWithText(read, name, [id]));
    }
  }
  return found;
}
