// SQL statements about the account of a signed-in user.
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

const byId = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['id', 'login', 'name', 'email']).where('id', '=', p.id),
);

/** Returns the ID, username, name and email address of a user; undefined if the user does not exist. */
export const findAccountDetails = (read: ReadHandle, id: number) => read.first(byId, { id });

const languageById = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['meta', 'locale']).where('id', '=', p.id),
);

/** Returns the columns of a user from which the language follows; undefined if the user does not exist. */
export const findLanguageColumns = (read: ReadHandle, id: number) => read.first(languageById, { id });
