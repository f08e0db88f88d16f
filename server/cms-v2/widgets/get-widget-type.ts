// All methods of /cms/v2/widget-types/<id> and its subroutes: respond 404, because there are no widget types.

import { ApiError } from '../../api-error.ts';
import type { WidgetOperations } from './operations.ts';

/** Always throws ApiError 404 `rest_widget_type_invalid`. */
export const getWidgetType = (): WidgetOperations['get-widget-type'] => ({
  async run() {
    throw new ApiError('rest_widget_type_invalid', 404, 'No widget type with this ID.');
  },
});
