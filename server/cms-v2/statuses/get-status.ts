// GET /cms/v2/statuses/<status>: returns a status (protocol.md §16).
import { permissionApiError } from '../../http/permission-checks.ts';
import type { StatusOperations } from './operations.ts';
import { forbiddenErrors } from './permissions.ts';

/** Responds with the status that the permission has loaded. Links are included even if `_fields` does not request them. */
export const getStatus = (): StatusOperations['get-status'] => ({
  async run({ actor }, row) {
    if (row === 'internal') throw permissionApiError(forbiddenErrors.read, actor);
    return { kind: 'record', row, alwaysLinked: true };
  },
});
