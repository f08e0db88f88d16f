// What the operations of terms are given.
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Call } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';

export type TermParts = Pick<EntryParts, 'contract' | 'database' | 'settings' | 'site' | 'clock' | 'texts'>;

/** The taxonomy whose route was matched. */
export function taxonomyOf({ contract }: TermParts, { resource }: Pick<Call, 'resource'>): Taxonomy {
  for (const taxonomy of contract.taxonomies.values())
    if (contract.resources.get(taxonomy.name) === resource) return taxonomy;
  throw new Error(`${resource.title} is no taxonomy`);
}
