// Declares the targets of the permissions for terms of any taxonomy, and the types of the operations.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { TermMergeEndpoints } from '../../../contract/octavo-v1/term-merges.ts';
import type { Operations } from '../../http/implement.ts';
import type { TermRow } from '../terms/store.ts';

/** A term with its taxonomy, and the resource of its taxonomy. */
export interface TermOfTaxonomy {
  readonly row: TermRow;
  readonly taxonomy: Taxonomy;
  readonly resource: Resource;
}

/** The targets of the permissions. */
export type TermMergeTargets = { 'read-term': TermOfTaxonomy; 'merge-term': TermOfTaxonomy };

/** The operations, keyed by their names in the contract. */
export type TermMergeOperations = Operations<TermMergeEndpoints, TermMergeTargets>;
