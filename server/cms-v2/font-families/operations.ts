// Declares the types of the font family operations: the targets that they receive, and the rows that they return.
import type { FontFamilyEndpoints } from '../../../contract/cms-v2/font-families.ts';
import type { Operations } from '../../http/implement.ts';
import type { WholeEntry } from '../entries/rows.ts';
import type { FamilyRow } from './store.ts';

/** The targets of the permissions. */
export type FontFamilyTargets = {
  'read-font-family': WholeEntry;
  'edit-font-family': WholeEntry;
  'delete-font-family': WholeEntry;
};

/** The operations, keyed by their names in the contract. */
export type FontFamilyOperations = Operations<FontFamilyEndpoints, FontFamilyTargets, FamilyRow>;
