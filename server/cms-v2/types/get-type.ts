// GET /cms/v2/types/<type>: returns a content type (protocol.md §15).

import { internalTypes } from '../../../contract/cms-v2/types.ts';
import type { Contract } from '../../../contract/contract.ts';
import { ApiError } from '../../api-error.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { canEditType, forbiddenErrors, listContentTypes } from './conditions.ts';
import type { TypeOperations } from './operations.ts';

/**
 * Responds with the content type.
 *
 * Throws ApiError 404 `rest_type_invalid` if it does not exist; ApiError 401 or 403 `rest_cannot_read_type` if it is internal,
 * and `rest_forbidden_context` in the edit context if the caller may not edit its entries.
 */
export const getType = (contract: Contract): TypeOperations['get-type'] => ({
  async run({ path, args, actor }) {
    if (internalTypes.includes(path.type ?? '')) throw permissionApiError(forbiddenErrors.internal, actor);
    const row = listContentTypes(contract).find(({ name }) => name === path.type);
    if (!row) throw new ApiError('rest_type_invalid', 404, 'No content type with this name.');
    if (args.context === 'edit' && !canEditType(actor, row))
      throw permissionApiError(forbiddenErrors.editContext, actor);
    return { kind: 'record', row };
  },
});
