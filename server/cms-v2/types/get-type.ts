// GET on a content type (protocol.md §15).

import { inwardTypes } from '../../../contract/cms-v2/types.ts';
import type { Contract } from '../../../contract/contract.ts';
import { refusalOf } from '../../http/permit.ts';
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { denials, describedTypes, mayEditType } from './rules.ts';

/**
 * Answers with a content type. Throws Refusal 404 `rest_type_invalid`, 401 or 403 `rest_cannot_read_type` for those that
 * the service keeps for itself, 401 or 403 `rest_forbidden_context`.
 */
export const getType = (contract: Contract): Operation => ({
  async run({ path, args, actor }) {
    if (inwardTypes.includes(path.type ?? '')) throw refusalOf(denials.inward, actor);
    const row = describedTypes(contract).find(({ name }) => name === path.type);
    if (!row) throw new Refusal('rest_type_invalid', 404, 'There is no content type of this name.');
    if (args.context === 'edit' && !mayEditType(actor, row)) throw refusalOf(denials.editContext, actor);
    return { kind: 'record', row };
  },
});
