// Defines the interface to the parts of the revisions module that differ between resource groups.
import type { Context } from '../../../contract/grammar/schema.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, Permission, Presenter } from '../../http/module.ts';
import type { EntryArgs } from '../entries/entry-args.ts';
import type { RevisionRow } from '../entries/revisions-store.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** A revision or an autosave. If an autosave request has updated a draft in place, it represents the draft. */
export interface EntryRevision {
  readonly id: number;
  /** Entry to which the revision or autosave belongs. */
  readonly entry: WholeEntry;
  /** Stored row; absent if the draft itself was updated. */
  readonly revision?: RevisionRow;
}

/** Returns the `EntryRevision` of a stored revision. */
export const entryRevision = (entry: WholeEntry, revision: RevisionRow): EntryRevision => ({
  id: revision.id,
  entry,
  revision,
});

export interface RevisionAdapter {
  /** Returns the requested entry. Throws an ApiError if it does not exist. */
  find(read: ReadHandle, call: Call): Promise<WholeEntry>;
  /** Permission to save an autosave. If its `load` returns no entry, the operation finds the entry. */
  readonly autosavePermission: Permission;
  /** Returns the submitted texts, keyed by the parameter names of entries. */
  textInput(call: Call): EntryArgs;
  /** Names of the parameters for the texts, keyed by the parameter names of entries; absent if all are the same. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether an autosave by the author of a draft updates the draft itself. */
  readonly updatesOwnDrafts: boolean;
  /** Whether autosaves are listed and counted among revisions. */
  readonly includesAutosaves: boolean;
  /** Context in which a deleted revision is presented. */
  readonly deletedContext: Context;
  readonly presenter: Presenter;
}
