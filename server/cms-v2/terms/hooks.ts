// Declares the steps that other modules add to the transactions that delete terms (entry-hooks.ts lists them).
import type { WriteHandle } from '../../database/handle.ts';

/** A step of a module in the transactions that delete terms. If it throws, nothing is deleted. */
export interface TermHook {
  /** Called before the row of a term is deleted. */
  deleting(tx: WriteHandle, term: { readonly id: number }): Promise<void>;
}
