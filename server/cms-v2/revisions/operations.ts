// Declares the types of the revision and autosave operations: the targets that they receive, and the rows that they return.
import type { RevisionEndpoints } from '../../../contract/shared/revisions.ts';
import type { Operations } from '../../http/implement.ts';
import type { Previewed } from '../entries/preview.ts';
import type { RevisionRow } from '../entries/revisions-store.ts';
import type { EntryHead, WholeEntry } from '../entries/rows.ts';

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

/** The targets of the permissions: the entry to which the revisions belong. */
export type RevisionTargets = {
  'read-revisions': Previewed;
  'delete-revision': WholeEntry;
  /** Undefined if the resource group checks the permission without the entry. */
  'create-autosave': EntryHead | undefined;
};

/** The operations, keyed by their names in the contract. */
export type RevisionOperations = Operations<RevisionEndpoints, RevisionTargets, EntryRevision>;
