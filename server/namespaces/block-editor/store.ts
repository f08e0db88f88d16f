// Finds the entries that the block editor endpoints need.
import type { CheckedEntry } from '../../cms-v2/entries/conditions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const findLatestStatement = statement((q, p: Slots<{ type: string; status: string }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'author', 'status', 'rights_status'])
    .where('type', '=', p.type)
    .where('status', '=', p.status)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** Returns the latest published entry of a type, with the columns that permissions need. */
export const findLatestPublished = (read: ReadHandle, type: string): Promise<CheckedEntry | undefined> =>
  read.first(findLatestStatement, { type, status: 'publish' });
