// SQL of the profile page.
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

const byId = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['id', 'login', 'name', 'email']).where('id', '=', p.id),
);

/** Returns the user with this ID. */
export const findAccountDetails = (read: ReadHandle, id: number) => read.first(byId, { id });
