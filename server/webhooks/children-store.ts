// Finds the children of entries.
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

const childrenStatement = statement((q, p: Slots<{ parent: number; limit: number }>) =>
  q.selectFrom('entries').select(['id', 'type']).where('parent', '=', p.parent).limit(p.limit),
);

/** Returns up to `limit` entries of any type whose parent is this entry, in no particular order. */
export const findChildren = (read: ReadHandle, parent: number, limit: number) =>
  read.all(childrenStatement, { parent, limit });
