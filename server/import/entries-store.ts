// Updates entries in ways that only the import needs.
import type { EntryColumns } from '../cms-v2/entries/store.ts';
import type { WriteHandle } from '../database/handle.ts';
import { pickSlots, type Slots, statement } from '../database/statement.ts';

const updateSlugBeforeTrashStatement = statement((q, p: Slots<{ id: number; slug: string }>) =>
  q.updateTable('entries').set({ slug_before_trash: p.slug }).where('id', '=', p.id),
);

/** Sets the slug that a trashed entry gets back when it is restored. */
export const updateSlugBeforeTrash = (tx: WriteHandle, id: number, slug: string) =>
  tx.run(updateSlugBeforeTrashStatement, { id, slug });

const updatePlacementStatement = statement((q, p: Slots<{ id: number; parent: number; slug: string; path: string }>) =>
  q.updateTable('entries').set({ parent: p.parent, slug: p.slug, path: p.path }).where('id', '=', p.id),
);

/** Updates the parent, slug and path of an entry. */
export const updatePlacement = (tx: WriteHandle, entry: { id: number; parent: number; slug: string; path: string }) =>
  tx.run(updatePlacementStatement, entry);

const placementStatement = statement((q, p: Slots<{ id: number }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'type', 'status', 'title', 'parent', 'slug', 'path', 'date'])
    .where('id', '=', p.id),
);

/** Returns the parent, slug and path of an entry, with the fields that determine its slug; undefined if there is no such entry. */
export const findPlacement = (tx: WriteHandle, id: number) => tx.first(placementStatement, { id });

const updateParentStatement = statement((q, p: Slots<{ id: number; parent: number }>) =>
  q.updateTable('entries').set({ parent: p.parent }).where('id', '=', p.id),
);

/** Updates the parent of an entry. Suitable only for types whose paths do not depend on the parent. */
export const updateParent = (tx: WriteHandle, id: number, parent: number) =>
  tx.run(updateParentStatement, { id, parent });

const setFeaturedImageStatement = statement((q, p: Slots<{ id: number; mediaId: number }>) =>
  q.updateTable('entries').set({ featured_media: p.mediaId }).where('id', '=', p.id).where('featured_media', '=', 0),
);

/** Sets the featured image of an entry if it has none. */
export const setFeaturedImage = (tx: WriteHandle, id: number, mediaId: number) =>
  tx.run(setFeaturedImageStatement, { id, mediaId });

const contentColumns = [
  ...(['content', 'excerpt', 'title_rendered', 'content_rendered', 'excerpt_rendered', 'renderer'] as const),
  'block_version',
] as const;

type ContentColumns = Pick<EntryColumns, (typeof contentColumns)[number]> & { id: number };

const updateContentsStatement = statement((q, p: Slots<ContentColumns>) =>
  q.updateTable('entries').set(pickSlots(p, contentColumns)).where('id', '=', p.id),
);

/** Updates the content and excerpt of an entry and the columns derived from its text. */
export const updateContents = (tx: WriteHandle, entry: ContentColumns) => tx.run(updateContentsStatement, entry);
