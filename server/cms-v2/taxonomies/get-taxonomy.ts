// GET on a taxonomy (protocol.md §17).
import type { Contract } from '../../../contract/contract.ts';
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';

/** Answers with a taxonomy. Throws Refusal 404 `rest_taxonomy_invalid`. */
export const getTaxonomy = ({ taxonomies }: Contract): Operation => ({
  async run({ path }) {
    const row = taxonomies.get(path.taxonomy ?? '');
    if (!row) throw new Refusal('rest_taxonomy_invalid', 404, 'There is no taxonomy of this name.');
    return { kind: 'record', row };
  },
});
