// Loads terms that are to be changed, and locks their taxonomy until the transaction ends.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { findTerm, type TermRow } from './store.ts';

/** Returns the term of a taxonomy with this ID. Throws ApiError 404 `rest_term_invalid` if there is none. */
export async function requireTerm(read: ReadHandle, taxonomy: Taxonomy, id: number): Promise<TermRow> {
  const term = Number.isSafeInteger(id) && id > 0 ? await findTerm(read, taxonomy.name, id) : undefined;
  if (!term) throw new ApiError('rest_term_invalid', 404, `No ${taxonomy.noun.one} with this ID.`);
  return term;
}

/**
 * Locks all terms of a taxonomy until the transaction ends, because their slugs and paths depend on each other, and returns the
 * term with this ID. Throws ApiError 404 `rest_term_invalid` if there is none.
 */
export async function lockTerm(tx: WriteHandle, taxonomy: Taxonomy, id: number): Promise<TermRow> {
  await tx.lock(`term slugs ${taxonomy.name}`);
  return requireTerm(tx, taxonomy, id);
}
