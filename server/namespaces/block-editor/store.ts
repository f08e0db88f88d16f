// The SQL of what block editors ask for.
import type { JudgedEntry } from '../../cms-v2/entries/rules.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const latest = statement((q, p: Slots<{ type: string; status: string }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'author', 'status', 'rights_status'])
    .where('type', '=', p.type)
    .where('status', '=', p.status)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** The newest published entry of a type, as far as rules look at it. */
export const findLatestPublished = (read: ReadHandle, type: string): Promise<JudgedEntry | undefined> =>
  read.first(latest, { type, status: 'publish' });
