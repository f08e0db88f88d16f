// GET on a picture.
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { icons } from './pictures.ts';
import { requireCollection } from './require-collection.ts';

/** Answers with a picture. Throws Refusal 404 `rest_icon_collection_not_found`, `rest_icon_not_found`. */
export const getIcon = (): Operation => ({
  async run({ path }) {
    const { slug } = requireCollection(path.collection);
    const row = icons.find(({ name }) => name === `${slug}/${path.name}`);
    if (!row) throw new Refusal('rest_icon_not_found', 404, 'There is no picture of this name.');
    return { kind: 'record', row };
  },
});
