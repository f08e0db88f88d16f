// All methods of /cms/v2/widgets/<id>: respond 404, because there are no widgets.

import { ApiError } from '../../api-error.ts';
import type { WidgetOperations } from './operations.ts';

/** Always throws ApiError 404 `rest_widget_not_found`. */
export const getWidget = (): WidgetOperations['get-widget'] => ({
  async run() {
    throw new ApiError('rest_widget_not_found', 404, 'No widget with this ID.');
  },
});
