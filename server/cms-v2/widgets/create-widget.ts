// POST /cms/v2/widgets: always rejected, because block themes have no widgets.

import { ApiError } from '../../api-error.ts';
import type { WidgetOperations } from './operations.ts';

/** Always throws ApiError 400 `rest_invalid_widget`. */
export const createWidget = (): WidgetOperations['create-widget'] => ({
  async run() {
    throw new ApiError(
      'rest_invalid_widget',
      400,
      'This site has no widget areas, because it uses a block theme. Use template parts instead.',
    );
  },
});
