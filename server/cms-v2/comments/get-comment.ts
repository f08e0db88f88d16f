// GET on an item.
import type { Operation } from '../../http/room.ts';
import { passwordsIn } from '../entries/try-password.ts';
import type { CommentRow } from './rows.ts';

/** Answers with the comment that the rule has loaded. */
export const getComment = (): Operation => ({
  run: async (call, row: CommentRow) => ({ kind: 'record', row, unkept: passwordsIn(call).length > 0 }),
});
