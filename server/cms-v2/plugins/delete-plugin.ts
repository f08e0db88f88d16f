// DELETE /cms/v2/plugins/<plugin>: always rejected, because extensions cannot be deleted through the API.

import { ApiError } from '../../api-error.ts';
import type { PluginOperations } from './operations.ts';

/** Always throws ApiError 400 `rest_cannot_delete_active_plugin`, because all enabled extensions are active. */
export const deletePlugin = (): PluginOperations['delete-plugin'] => ({
  async run() {
    throw new ApiError('rest_cannot_delete_active_plugin', 400, 'Active extensions cannot be deleted.');
  },
});
