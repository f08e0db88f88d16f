// Requests for a single widget area, none of which exists.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';

/** Throws 404 `rest_sidebar_not_found`. */
export const getSidebar = (): Operation => ({
  async run() {
    throw new ApiError(
      'rest_sidebar_not_found',
      404,
      'No widget area with this ID: the theme is made of blocks and has none. Use template parts instead.',
    );
  },
});
