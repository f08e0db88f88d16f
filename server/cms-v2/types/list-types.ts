// GET on the content types (protocol.md §15).
import type { Contract } from '../../../contract/contract.ts';
import type { Operation } from '../../http/room.ts';
import { describedTypes, mayEditType } from './rules.ts';

/** Answers with the content types that are listed, by their names; in the edit context with those that the caller may write. */
export const listTypes = (contract: Contract): Operation => ({
  async run({ args, actor }) {
    const shown = describedTypes(contract).filter(
      (type) => type.listed && (args.context !== 'edit' || mayEditType(actor, type)),
    );
    return { kind: 'keyed', keysAreNames: true, rows: new Map(shown.map((type) => [type.name, type])) };
  },
});
