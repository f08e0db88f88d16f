// GET on the pictures, all or those of a collection.
import type { IconListArgs } from '../../../contract/cms-v2/icons.ts';
import type { Call, Operation } from '../../http/room.ts';
import { icons } from './pictures.ts';
import { requireCollection } from './require-collection.ts';

/** Answers with whole collections, however many a page should have. Throws Refusal 404 `rest_icon_collection_not_found`. */
export const listIcons = (): Operation => ({
  async run({ path, args: { search = '' } }: Call<IconListArgs>) {
    if (path.collection !== undefined) requireCollection(path.collection);
    const words = search.trim().toLowerCase();
    const rows = icons.filter(
      ({ collection, name, label }) =>
        (path.collection === undefined || collection === path.collection) &&
        `${name}\n${label}`.toLowerCase().includes(words),
    );
    return { kind: 'list', rows };
  },
});
