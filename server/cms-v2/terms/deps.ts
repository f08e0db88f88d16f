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

/** A step of a module in the transactions that delete terms. If it throws, nothing is deleted. */
export interface TermHook {
  /** Called before the row of a term is deleted. */
  deleting(tx: WriteHandle, term: { readonly id: number }): Promise<void>;
}
