// The behavior of revisions and autosaves that is specific to a resource group.
import type { Context } from '../../../contract/grammar/schema.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, Permission, Presenter } from '../../http/module.ts';
import type { EntryArgs } from '../entries/entry-args.ts';
import type { RevisionRow } from '../entries/revisions-store.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** A revision or autosave, or the entry itself if an autosave has changed it in place. */
export interface EntryRevision {
  readonly id: number;
  /** The entry of which this is an earlier or later text. */
  readonly entry: WholeEntry;
  /** The stored revision; absent if the entry is its own autosave. */
  readonly revision?: RevisionRow;
}

/** Returns a revision for the presenter. */
export const entryRevision = (entry: WholeEntry, revision: RevisionRow): EntryRevision => ({
  id: revision.id,
  entry,
  revision,
});

export interface RevisionAdapter {
  /** Returns the requested entry. Throws an ApiError if it does not exist. */
  find(read: ReadHandle, call: Call): Promise<WholeEntry>;
  /** Permission to save an autosave. It loads the entry, or leaves that to the operation. */
  readonly autosavePermission: Permission;
  /** Returns the submitted texts, under the parameter names of entries. */
  textInput(call: Call): EntryArgs;
  /** Parameters for the texts of an entry, if they have other names. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether an autosave by the author of a draft changes the draft itself. */
  readonly updatesOwnDrafts: boolean;
  /** Whether autosaves are listed and counted among revisions. */
  readonly includesAutosaves: boolean;
  /** Context in which a deleted revision is presented. */
  readonly deletedContext: Context;
  readonly presenter: Presenter;
}
