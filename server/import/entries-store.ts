// The SQL of entries that only an import needs.
import type { EntryColumns } from '../cms-v2/entries/store.ts';
import type { WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

const beforeTrash = statement((q, p: Slots<{ id: number; slug: string }>) =>
  q
    .updateTable('entries')
    .set({ slug_before_trash: p.slug as never })
    .where('id', '=', p.id),
);

/** Writes the slug that an entry in the trash had before, and gets back when it is taken out. */
export const writeSlugBeforeTrash = (tx: WriteHandle, id: number, slug: string) => tx.run(beforeTrash, { id, slug });

const placing = statement((q, p: Slots<{ id: number; parent: number; slug: string; path: string }>) =>
  q.updateTable('entries').set({ parent: p.parent, slug: p.slug, path: p.path }).where('id', '=', p.id),
);

/** Writes where an entry stands and what it is called there. */
export const placeEntry = (tx: WriteHandle, entry: { id: number; parent: number; slug: string; path: string }) =>
  tx.run(placing, entry);

const placed = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('entries').select(['id', 'type', 'status', 'title', 'parent', 'slug', 'path']).where('id', '=', p.id),
);

/** Where an entry stands and what decides on its slug. */
export const findPlace = (tx: WriteHandle, id: number) => tx.first(placed, { id });

const under = statement((q, p: Slots<{ id: number; parent: number }>) =>
  q.updateTable('entries').set({ parent: p.parent }).where('id', '=', p.id),
);

/** Puts an entry below another one that changes nothing of its address. */
export const writeParent = (tx: WriteHandle, id: number, parent: number) => tx.run(under, { id, parent });

const featuring = statement((q, p: Slots<{ id: number; picture: number }>) =>
  q.updateTable('entries').set({ featured_media: p.picture }).where('id', '=', p.id).where('featured_media', '=', 0),
);

/** Lets an entry show a picture, where it shows none. */
export const feature = (tx: WriteHandle, id: number, picture: number) => tx.run(featuring, { id, picture });

const textColumns = [
  ...(['content', 'excerpt', 'title_rendered', 'content_rendered', 'excerpt_rendered', 'renderer'] as const),
  'block_version',
] as const;

type TextColumns = Pick<EntryColumns, (typeof textColumns)[number]> & { id: number };

const retexting = statement((q, p: Slots<TextColumns>) =>
  q
    .updateTable('entries')
    .set(Object.fromEntries(textColumns.map((name) => [name, p[name]])) as never)
    .where('id', '=', p.id),
);

/** Writes the texts of an entry and what is made of them, and nothing else of it. */
export const writeTexts = (tx: WriteHandle, entry: TextColumns) =>
  tx.run(retexting, Object.fromEntries(['id', ...textColumns].map((name) => [name, entry[name as 'id']])) as never);
