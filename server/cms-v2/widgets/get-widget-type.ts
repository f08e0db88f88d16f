// Requests for a single widget type, none of which exists.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';

/** Throws 404 `rest_widget_type_invalid`. */
export const getWidgetType = (): Operation => ({
  async run() {
    throw new ApiError('rest_widget_type_invalid', 404, 'No widget type with this ID.');
  },
});
