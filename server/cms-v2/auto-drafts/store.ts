// SQL statements for auto-drafts. Their number is small, because each user has a limit and old ones are deleted.
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

/** An auto-draft that may be deleted. */
export interface FoundAutoDraft {
  readonly id: number;
  readonly type: string;
}

const surplusStatement = statement(
  (q, p: Slots<{ types: string[]; author: number; status: string; newest: number; limit: number }>) =>
    q
      .selectFrom('entries')
      .select(['id', 'type'])
      .where(q.dialect.inTextList('type', p.types))
      .where('author', '=', p.author)
      .where('status', '=', p.status)
      .orderBy('id', 'desc')
      .limit(p.limit)
      .offset(p.newest),
);

/** Returns at most `limit` auto-drafts of a user, of these types, without the newest ones, whose number is `newest`. */
export const findSurplusAutoDrafts = (
  read: ReadHandle,
  types: readonly string[],
  author: number,
  { newest, limit }: { readonly newest: number; readonly limit: number },
): Promise<FoundAutoDraft[]> =>
  read.all(surplusStatement, { types: [...types], author, status: autoDraftStatus, newest, limit });

const expiredStatement = statement((q, p: Slots<{ types: string[]; status: string; before: string; limit: number }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'type'])
    .where(q.dialect.inTextList('type', p.types))
    .where('status', '=', p.status)
    .where('modified', '<', p.before)
    .limit(p.limit),
);

/** Returns at most `limit` auto-drafts of these types that were last modified before a time (site time, `YYYY-MM-DDTHH:MM:SS`). */
export const findExpiredAutoDrafts = (
  read: ReadHandle,
  types: readonly string[],
  before: string,
  limit: number,
): Promise<FoundAutoDraft[]> =>
  read.all(expiredStatement, { types: [...types], status: autoDraftStatus, before, limit });
