// POST, PUT and PATCH /cms/v2/plugins/<plugin>: change nothing, because extensions are always active; the permission rejects
// their deactivation.
import type { Operation } from '../../http/module.ts';

/** Responds with the unchanged extension in the edit context. Throws ApiError 412 if `If-Match` does not match. */
export const updatePlugin = (): Operation => ({
  async run({ requireMatch }, row) {
    await requireMatch();
    return { kind: 'record', row, context: 'edit' };
  },
});
