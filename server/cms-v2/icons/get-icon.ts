// GET /cms/v2/icons/<collection>/<name>: returns an icon.

import { ApiError } from '../../api-error.ts';
import { icons } from './icons.ts';
import type { IconOperations } from './operations.ts';
import { requireCollection } from './require-collection.ts';

/**
 * Responds with the icon. Throws ApiError 404 `rest_icon_collection_not_found` or `rest_icon_not_found` if the collection or
 * the icon does not exist.
 */
export const getIcon = (): IconOperations['get-icon'] => ({
  async run({ path }) {
    const { slug } = requireCollection(path.collection);
    const row = icons.find(({ name }) => name === `${slug}/${path.name}`);
    if (!row) throw new ApiError('rest_icon_not_found', 404, 'No icon with this name.');
    return { kind: 'record', row };
  },
});
