// Dependencies of the term operations.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';

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
