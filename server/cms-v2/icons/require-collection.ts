// Finds icon collections by slug.
import { ApiError } from '../../api-error.ts';
import { type IconCollection, iconCollections } from './icons.ts';

/** Returns the collection with this slug. Throws ApiError 404 `rest_icon_collection_not_found` if it does not exist. */
export function requireCollection(slug: string | undefined): IconCollection {
  const found = iconCollections.find((each) => each.slug === slug);
  if (!found) throw new ApiError('rest_icon_collection_not_found', 404, 'No icon collection with this slug.');
  return found;
}
