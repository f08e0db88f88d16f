// Declares the types of the entry operations: the targets that they receive, and the rows that they return.
import type { EntryEndpoints } from '../../../contract/shared/entries.ts';
import type { Operations } from '../../http/implement.ts';
import type { Previewed } from './preview.ts';
import type { EntryHead, EntryRow, WholeEntry } from './rows.ts';

/** An entry that a permission has loaded. For DELETE requests, it has all its columns. */
export type LoadedEntry = Previewed<EntryHead | WholeEntry>;

/** The targets of the permissions. */
export type EntryTargets = {
  'read-entry': Previewed<EntryHead>;
  'edit-entry': EntryHead;
  'delete-entry': LoadedEntry;
};

/** The operations, keyed by their names in the contract. */
export type EntryOperations = Operations<EntryEndpoints, EntryTargets, EntryRow>;
