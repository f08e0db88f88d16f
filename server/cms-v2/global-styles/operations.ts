// Declares the types of the global styles operations: the targets that they receive, and the rows that they return.
import type { StylesEndpoints } from '../../../contract/cms-v2/global-styles.ts';
import type { Operations } from '../../http/implement.ts';
import type { WholeEntry } from '../entries/rows.ts';

/** The targets of the permissions. */
export type StylesTargets = { 'read-global-styles': WholeEntry; 'edit-global-styles': WholeEntry };

/** The operations, keyed by their names in the contract. */
export type StylesOperations = Operations<StylesEndpoints, StylesTargets, WholeEntry>;
