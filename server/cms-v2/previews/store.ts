// The SQL of addresses at which entries are looked at before they are published.
import type { Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { PreviewsTable } from '../../database/tables/previews.ts';

export type PreviewRow = Selectable<PreviewsTable>;

const one = statement((q, p: Slots<{ id: number }>) => q.selectFrom('previews').selectAll().where('id', '=', p.id));

/** The preview of a number, whether it holds still or not. */
export const findPreview = (read: ReadHandle, id: number): Promise<PreviewRow | undefined> => read.first(one, { id });

const ofEntries = statement((q, p: Slots<{ entries: number[]; now: number }>) =>
  q
    .selectFrom('previews')
    .selectAll()
    .where(q.dialect.inList('entry_id', p.entries))
    .where('expires', '>', p.now)
    .orderBy('id', 'desc'),
);

/** The previews of entries that hold at a moment (seconds since 1970), the newest first. */
export const findPreviewsOf = (read: ReadHandle, entries: readonly number[], now: number): Promise<PreviewRow[]> =>
  read.all(ofEntries, { entries: [...entries], now });

const insertion = statement((q, p: Slots<Omit<PreviewRow, 'id'>>) =>
  q
    .insertInto('previews')
    .values({ entry_id: p.entry_id, revision: p.revision, author: p.author, created: p.created, expires: p.expires })
    .returningAll(),
);

const expiring = statement((q, p: Slots<{ now: number }>) => q.deleteFrom('previews').where('expires', '<=', p.now));

/** Stores a new preview, and forgets those that hold no longer. */
export async function insertPreview(tx: WriteHandle, preview: Omit<PreviewRow, 'id'>): Promise<PreviewRow> {
  await tx.run(expiring, { now: preview.created });
  const made = await tx.first(insertion, preview);
  if (!made) throw new Error('a new preview was given no number');
  return made;
}

const removal = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('previews').where('id', '=', p.id));

/** Takes a preview back. */
export const removePreview = (tx: WriteHandle, id: number) => tx.run(removal, { id });
