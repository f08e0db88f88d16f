// Finding a collection of pictures.
import { Refusal } from '../../refusal.ts';
import { type IconCollection, iconCollections } from './pictures.ts';

/** The collection of a name. Throws Refusal 404 `rest_icon_collection_not_found`. */
export function requireCollection(slug: string | undefined): IconCollection {
  const found = iconCollections.find((each) => each.slug === slug);
  if (!found)
    throw new Refusal('rest_icon_collection_not_found', 404, 'There is no collection of pictures of this name.');
  return found;
}
