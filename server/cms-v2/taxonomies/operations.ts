// Declares the types of the taxonomy operations.
import type { TaxonomyEndpoints } from '../../../contract/cms-v2/taxonomies.ts';
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type TaxonomyOperations = Operations<TaxonomyEndpoints, object, Taxonomy>;
