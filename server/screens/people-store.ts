// Who somebody is, as their own page shows it.
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

const byId = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['id', 'login', 'name', 'email']).where('id', '=', p.id),
);

/** The user of this number. */
export const findPerson = (read: ReadHandle, id: number) => read.first(byId, { id });
