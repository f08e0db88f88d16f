// GET on the taxonomies (protocol.md §17).
import type { Contract } from '../../../contract/contract.ts';
import type { Operation } from '../../http/room.ts';
import { mayUse, taxonomiesOfType } from './permissions.ts';

/** Answers with the taxonomies, or those of one content type, by their names; in the edit context with those that the caller may use. */
export const listTaxonomies = (contract: Contract): Operation => ({
  async run({ args, actor }) {
    const shown = taxonomiesOfType(contract, args.type).filter(
      (each) => args.context !== 'edit' || mayUse(actor, each),
    );
    return { kind: 'keyed', keysAreNames: true, rows: new Map(shown.map((each) => [each.name, each])) };
  },
});
