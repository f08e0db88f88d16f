// GET /cms/v2/taxonomies: lists the taxonomies (protocol.md §17).
import type { Contract } from '../../../contract/contract.ts';
import type { TaxonomyOperations } from './operations.ts';
import { canAssign, taxonomiesOfType } from './permissions.ts';

/**
 * Responds with the taxonomies, keyed by name; if `type` is submitted, only with the taxonomies of this content type. In the
 * edit context, taxonomies whose terms the caller may not assign are omitted.
 */
export const listTaxonomies = (contract: Contract): TaxonomyOperations['list-taxonomies'] => ({
  async run({ args, actor }) {
    const visible = taxonomiesOfType(contract, args.type).filter(
      (each) => args.context !== 'edit' || canAssign(actor, each),
    );
    return { kind: 'keyed', keysAreNames: true, rows: new Map(visible.map((each) => [each.name, each])) };
  },
});
