// GET, POST, PUT and PATCH /cms/v2/sidebars/<id>: respond 404, because there are no widget areas.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';

/** Always throws ApiError 404 `rest_sidebar_not_found`. */
export const getSidebar = (): Operation => ({
  async run() {
    throw new ApiError(
      'rest_sidebar_not_found',
      404,
      'No widget area with this ID. Block themes have no widget areas; use template parts instead.',
    );
  },
});
