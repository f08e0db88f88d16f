// GET /cms/v2/types: lists the content types (protocol.md §15).
import type { Contract } from '../../../contract/contract.ts';
import { canEditType, listContentTypes } from './conditions.ts';
import type { TypeOperations } from './operations.ts';

/**
 * Responds with the listed content types, keyed by name. In the edit context, types whose entries the caller may not edit are
 * omitted.
 */
export const listTypes = (contract: Contract): TypeOperations['list-types'] => ({
  async run({ args, actor }) {
    const visible = listContentTypes(contract).filter(
      (type) => type.listed && (args.context !== 'edit' || canEditType(actor, type)),
    );
    return { kind: 'keyed', keysAreNames: true, rows: new Map(visible.map((type) => [type.name, type])) };
  },
});
