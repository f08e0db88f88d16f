// Requests for a single widget, none of which exists.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';

/** Throws 404 `rest_widget_not_found`. */
export const getWidget = (): Operation => ({
  async run() {
    throw new ApiError('rest_widget_not_found', 404, 'No widget with this ID.');
  },
});
