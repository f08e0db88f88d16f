// POST would create a widget, which block themes do not support.

import { ApiError } from '../../api-error.ts';
import type { Operation } from '../../http/module.ts';

/** Throws 400 `rest_invalid_widget`, since there are no widget types. */
export const createWidget = (): Operation => ({
  async run() {
    throw new ApiError(
      'rest_invalid_widget',
      400,
      'This site has no widget areas: its theme is made of blocks. Use template parts instead.',
    );
  },
});
