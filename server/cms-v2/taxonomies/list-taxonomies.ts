// GET on the collection lists the taxonomies (protocol.md §17).
import type { Contract } from '../../../contract/contract.ts';
import type { Operation } from '../../http/module.ts';
import { canAssign, taxonomiesOfType } from './permissions.ts';

/** Responds with the taxonomies, optionally of one content type, by name; in the edit context with those that the caller may assign. */
export const listTaxonomies = (contract: Contract): Operation => ({
  async run({ args, actor }) {
    const visible = taxonomiesOfType(contract, args.type).filter(
      (each) => args.context !== 'edit' || canAssign(actor, each),
    );
    return { kind: 'keyed', keysAreNames: true, rows: new Map(visible.map((each) => [each.name, each])) };
  },
});
