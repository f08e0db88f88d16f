// The SQL that finds entries by what their public addresses say.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { type EntryRow, rawColumns, shownColumns } from '../entries/rows.ts';

const columns = [...shownColumns, ...rawColumns] as const;

/** How many entries of one slug are looked at: pages below many others may share theirs. */
const mostOfSlug = 200;

const bySlug = statement((q, p: Slots<{ types: string[]; statuses: string[]; slug: string; limit: number }>) =>
  q
    .selectFrom('entries')
    .select(columns)
    .where(q.dialect.inTextList('type', p.types))
    .where('slug', '=', p.slug)
    .where(q.dialect.inTextList('status', p.statuses))
    .orderBy('id')
    .limit(p.limit),
);

/** The entries of these types that readers may meet and that have a slug, the oldest first. */
export const findShownOfSlug = (read: ReadHandle, types: readonly string[], slug: string): Promise<EntryRow[]> =>
  read.all(bySlug, { types: [...types], statuses: ['publish', 'inherit'], slug, limit: mostOfSlug });

const byNumber = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('entries').select(columns).where('id', '=', p.id),
);

/** The entry of a number, of whatever type. */
export const findOfNumber = (read: ReadHandle, id: number): Promise<EntryRow | undefined> =>
  read.first(byNumber, { id });
