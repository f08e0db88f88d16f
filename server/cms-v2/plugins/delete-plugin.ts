// DELETE would delete an extension, which requests cannot do.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';

/** Throws 400 `rest_cannot_delete_active_plugin`: all installed extensions are active. */
export const deletePlugin = (): Operation => ({
  async run() {
    throw new ApiError('rest_cannot_delete_active_plugin', 400, 'Active extensions cannot be deleted.');
  },
});
