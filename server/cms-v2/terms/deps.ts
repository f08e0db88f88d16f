// Declares the dependencies of the term operations, their targets, and the rows that they return.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { TermEndpoints } from '../../../contract/shared/terms.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Operations } from '../../http/implement.ts';
import type { ArgsOf, Call } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
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

export type TermDeps = Pick<EntryDeps, 'contract' | 'database' | 'site' | 'texts'>;

/** Returns the taxonomy of the matched route. */
export function taxonomyOf({ contract }: TermDeps, { resource }: Pick<Call, 'resource'>): Taxonomy {
  for (const taxonomy of contract.taxonomies.values())
    if (contract.resources.get(taxonomy.name) === resource) return taxonomy;
  throw new Error(`resource ${resource.title} is not a taxonomy`);
}

/** Data of a module that a merge of terms has changed. */
export interface MergedReferences {
  /** Number of menu items that link to the other term now. */
  readonly menuItems: number;
  /** Cache tags of the objects that display the changed data. */
  readonly tags: readonly string[];
}

/** A step of a module in the transactions that delete or merge terms. If it throws, nothing is changed. */
export interface TermHook {
  /** Called before the row of a term is deleted, also if the term was merged into another one. */
  deleting(tx: WriteHandle, term: { readonly id: number }): Promise<void>;
  /**
   * Called before a term is merged into the other term with the ID `into`, of the same taxonomy: makes the data of the module that refers to
   * the term refer to the other term. The caller then deletes the term.
   */
  merging(tx: WriteHandle, term: { readonly id: number }, into: number): Promise<MergedReferences>;
}
