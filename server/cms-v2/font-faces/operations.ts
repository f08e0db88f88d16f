// Declares the types of the font face operations: the targets that they receive, and the rows that they return.
import type { FontFaceEndpoints } from '../../../contract/cms-v2/font-faces.ts';
import type { Operations } from '../../http/implement.ts';
import type { WholeEntry } from '../entries/rows.ts';
import type { FaceRow } from './store.ts';

/** The targets of the permissions. */
export type FontFaceTargets = {
  'read-font-face': WholeEntry;
  'delete-font-face': WholeEntry;
};

/** The operations, keyed by their names in the contract. */
export type FontFaceOperations = Operations<FontFaceEndpoints, FontFaceTargets, FaceRow>;
