// How revisions and autosaves differ from one family of types to another: all that this room leaves to the families.
import type { Context } from '../../../contract/grammar/schema.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, Permission, Presenter } from '../../http/room.ts';
import type { EntryArgs } from '../entries/entry-args.ts';
import type { RevisionRow } from '../entries/revisions-store.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** A text saved beside an entry, or the entry itself where an autosave has changed it in place. */
export interface ShownRevision {
  readonly id: number;
  /** The entry, of which the text is an earlier or a future one. */
  readonly entry: WholeEntry;
  /** Absent: the entry is its own autosave. */
  readonly revision?: RevisionRow;
}

/** A revision of an entry, as it is shown. */
export const shownRevision = (entry: WholeEntry, revision: RevisionRow): ShownRevision => ({
  id: revision.id,
  entry,
  revision,
});

export interface Revised {
  /** The entry that the address names. Throws the Refusal that says it is not there. */
  find(read: ReadHandle, call: Call): Promise<WholeEntry>;
  /** Who may save beside an entry. Loads the entry, or leaves it to the operation to find. */
  readonly autosaving: Permission;
  /** What was sent of an entry's texts, in the words of entries. */
  sent(call: Call): EntryArgs;
  /** How requests call the texts of an entry, where they have names of their own. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether saving beside one's own draft changes the draft itself. */
  readonly ownDraftsChange: boolean;
  /** Whether autosaves are listed and counted among revisions. */
  readonly autosavesAmong: boolean;
  /** How much is shown of a revision that was deleted. */
  readonly deletedIn: Context;
  readonly presenter: Presenter;
}
