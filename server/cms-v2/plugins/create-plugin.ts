// POST would install an extension, which requests cannot do.

import type { Operation } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { forbiddenErrors } from './installed-extension.ts';

/** Throws 401 or 403 `rest_cannot_install_plugin`; the permission has already thrown it. */
export const createPlugin = (): Operation => ({
  async run({ actor }) {
    throw permissionApiError(forbiddenErrors.install, actor);
  },
});
