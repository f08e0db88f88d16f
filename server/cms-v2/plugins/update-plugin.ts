// POST, PUT and PATCH /cms/v2/plugins/<plugin>: change nothing, because extensions are always active; the permission rejects
// their deactivation.
import type { PluginOperations } from './operations.ts';
import { requireExtension } from './permissions.ts';

/** Responds with the unchanged extension in the edit context. Throws ApiError 412 if `If-Match` does not match. */
export const updatePlugin = (): PluginOperations['update-plugin'] => ({
  async run({ requireMatch }, extension) {
    await requireMatch();
    return { kind: 'record', row: requireExtension(extension), context: 'edit' };
  },
});
