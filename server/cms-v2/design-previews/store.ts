// SQL statements for previews of unsaved changes of the design.
import type { Insertable, Selectable } from 'kysely';
import type { Database, ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import type { DesignPreviewsTable } from '../../database/tables/previews.ts';
import type { Clock } from '../../time/zone.ts';

/** Maximum number of previews of a user. */
const maxPreviewsPerUser = 10;

/** The columns of a preview that pages need. */
export type DesignPreviewRow = Pick<Selectable<DesignPreviewsTable>, 'user_id' | 'expires' | 'changes'>;

const findStatement = statement((q, p: Slots<{ hash: string; now: number }>) =>
  q
    .selectFrom('design_previews')
    .select(['user_id', 'expires', 'changes'])
    .where('token_hash', '=', p.hash)
    .where('expires', '>', p.now),
);

/** Returns the preview with this hash of its token; undefined if there is none, or if it has expired at `now`, in seconds since 1970. */
export const findDesignPreview = (read: ReadHandle, hash: string, now: number): Promise<DesignPreviewRow | undefined> =>
  read.first(findStatement, { hash, now });

type NewPreview = Insertable<Omit<DesignPreviewsTable, 'id'>>;

const insertStatement = statement((q, p: Slots<NewPreview>) =>
  q.insertInto('design_previews').values({
    ...{ token_hash: p.token_hash, user_id: p.user_id, created: p.created, expires: p.expires, changes: p.changes },
  }),
);

const deleteOldestStatement = statement((q, p: Slots<{ user: number; limit: number }>) =>
  q
    .deleteFrom('design_previews')
    .where('user_id', '=', p.user)
    .where('id', 'not in', (own) =>
      own.selectFrom('design_previews').select('id').where('user_id', '=', p.user).orderBy('id', 'desc').limit(p.limit),
    ),
);

/**
 * Inserts a preview, and deletes the oldest ones of the user that exceed `maxPreviewsPerUser`. Throws ForeignKeyViolation if the user has been
 * deleted.
 */
export async function insertDesignPreview(tx: WriteHandle, preview: NewPreview): Promise<void> {
  await tx.lock(`design previews ${preview.user_id}`);
  await tx.run(insertStatement, preview);
  await tx.run(deleteOldestStatement, { user: preview.user_id, limit: maxPreviewsPerUser });
}

const pruneStatement = statement((q, p: Slots<{ now: number }>) =>
  q.deleteFrom('design_previews').where('expires', '<=', p.now),
);

/** Deletes the previews that have expired. Returns their number. */
export const pruneDesignPreviews = (database: Database, clock: Clock): Promise<number> =>
  database.transaction(async (tx) => (await tx.run(pruneStatement, { now: Math.floor(clock() / 1000) })).changes);
