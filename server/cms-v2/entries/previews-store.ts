// SQL statements for previews.
import type { Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { PreviewsTable } from '../../database/tables/previews.ts';

export type PreviewRow = Selectable<PreviewsTable>;

const previewByIdStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('previews').selectAll().where('id', '=', p.id),
);

/** Returns the preview with this ID, even if it has expired. */
export const findPreview = (read: ReadHandle, id: number): Promise<PreviewRow | undefined> =>
  read.first(previewByIdStatement, { id });

const activePreviewsStatement = statement((q, p: Slots<{ entries: number[]; now: number }>) =>
  q
    .selectFrom('previews')
    .selectAll()
    .where(q.dialect.inList('entry_id', p.entries))
    .where('expires', '>', p.now)
    .orderBy('id', 'desc'),
);

/** Returns the previews of these entries that have not expired at `now`, in seconds since 1970, newest first. */
export const findPreviewsOf = (read: ReadHandle, entries: readonly number[], now: number): Promise<PreviewRow[]> =>
  read.all(activePreviewsStatement, { entries: [...entries], now });

const insertPreviewStatement = statement((q, p: Slots<Omit<PreviewRow, 'id'>>) =>
  q
    .insertInto('previews')
    .values({ entry_id: p.entry_id, revision: p.revision, author: p.author, created: p.created, expires: p.expires })
    .returningAll(),
);

const deleteExpiredStatement = statement((q, p: Slots<{ now: number }>) =>
  q.deleteFrom('previews').where('expires', '<=', p.now),
);

/** Deletes all expired previews, then inserts a new one and returns it. */
export async function insertPreview(tx: WriteHandle, preview: Omit<PreviewRow, 'id'>): Promise<PreviewRow> {
  await tx.run(deleteExpiredStatement, { now: preview.created });
  const inserted = await tx.first(insertPreviewStatement, preview);
  if (!inserted) throw new Error('the insert of a preview returned no row');
  return inserted;
}

const deletePreviewStatement = statement((q, p: Slots<{ id: number }>) =>
  q.deleteFrom('previews').where('id', '=', p.id),
);

/** Deletes a preview. */
export const deletePreviewRow = (tx: WriteHandle, id: number) => tx.run(deletePreviewStatement, { id });
