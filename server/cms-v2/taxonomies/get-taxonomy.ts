// GET /cms/v2/taxonomies/<taxonomy>: returns a taxonomy (protocol.md §17).
import type { Contract } from '../../../contract/contract.ts';
import { ApiError } from '../../api-error.ts';
import type { TaxonomyOperations } from './operations.ts';

/** Responds with the taxonomy. Throws ApiError 404 `rest_taxonomy_invalid` if it does not exist. */
export const getTaxonomy = ({ taxonomies }: Contract): TaxonomyOperations['get-taxonomy'] => ({
  async run({ path }) {
    const row = taxonomies.get(path.taxonomy ?? '');
    if (!row) throw new ApiError('rest_taxonomy_invalid', 404, 'No taxonomy with this name.');
    return { kind: 'record', row };
  },
});
