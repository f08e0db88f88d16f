// POST /cms/v2/plugins: always rejected, because extensions cannot be installed through the API.

import { permissionApiError } from '../../http/permission-checks.ts';
import { forbiddenErrors } from './installed-extension.ts';
import type { PluginOperations } from './operations.ts';

/**
 * Always throws ApiError 401 or 403 `rest_cannot_install_plugin`. In practice it is not called, because the permission
 * `install-plugin` rejects all callers first.
 */
export const createPlugin = (): PluginOperations['create-plugin'] => ({
  async run({ actor }) {
    throw permissionApiError(forbiddenErrors.install, actor);
  },
});
