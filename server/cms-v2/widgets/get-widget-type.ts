// All methods of /cms/v2/widget-types/<id> and its subroutes: respond 404, because there are no widget types.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';

/** Always throws ApiError 404 `rest_widget_type_invalid`. */
export const getWidgetType = (): Operation => ({
  async run() {
    throw new ApiError('rest_widget_type_invalid', 404, 'No widget type with this ID.');
  },
});
