// Declares the types of the term operations: the targets that they receive, and the rows that they return.
import type { TermEndpoints } from '../../../contract/shared/terms.ts';
import type { Operations } from '../../http/implement.ts';
import type { ArgsOf } from '../../http/module.ts';
import type { CheckedEntryOfAnyType } from '../entries/store.ts';
import type { TermRow } from './store.ts';

/** The targets of the permissions. */
export type TermTargets = {
  /** The entry to whose terms the list is limited. */
  'list-terms': CheckedEntryOfAnyType | undefined;
  'read-term': TermRow;
  'edit-term': TermRow;
  'delete-term': TermRow;
};

/** The operations, keyed by their names in the contract. */
export type TermOperations = Operations<TermEndpoints, TermTargets, TermRow>;

/** The arguments for creating or updating a term. */
export type TermArgs = ArgsOf<TermEndpoints['update-term']>;
