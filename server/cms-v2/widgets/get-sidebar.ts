// GET, POST, PUT and PATCH /cms/v2/sidebars/<id>: respond 404, because there are no widget areas.

import { ApiError } from '../../api-error.ts';
import type { WidgetOperations } from './operations.ts';

/** Always throws ApiError 404 `rest_sidebar_not_found`. */
export const getSidebar = (): WidgetOperations['get-sidebar'] => ({
  async run() {
    throw new ApiError(
      'rest_sidebar_not_found',
      404,
      'No widget area with this ID. Block themes have no widget areas; use template parts instead.',
    );
  },
});
