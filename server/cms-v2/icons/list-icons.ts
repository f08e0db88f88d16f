// GET /cms/v2/icons and GET /cms/v2/icons/<collection>: list the icons.
import { icons } from './icons.ts';
import type { IconOperations } from './operations.ts';
import { requireCollection } from './require-collection.ts';

/**
 * Responds with all icons whose name or label contains the search text, without pagination. Throws ApiError 404
 * `rest_icon_collection_not_found` if the collection does not exist.
 */
export const listIcons = (): IconOperations['list-icons'] => ({
  async run({ path, args: { search = '' } }) {
    if (path.collection !== undefined) requireCollection(path.collection);
    const searchText = search.trim().toLowerCase();
    const rows = icons.filter(
      ({ collection, name, label }) =>
        (path.collection === undefined || collection === path.collection) &&
        `${name}\n${label}`.toLowerCase().includes(searchText),
    );
    return { kind: 'list', rows };
  },
});
