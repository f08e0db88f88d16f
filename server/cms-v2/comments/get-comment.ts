// GET /cms/v2/comments/<id>: returns a comment.
import type { Operation } from '../../http/module.ts';
import { passwordsIn } from '../entries/check-password.ts';
import type { CommentRow } from './rows.ts';

/** Responds with the comment that the permission check has loaded. */
export const getComment = (): Operation => ({
  run: async (call, row: CommentRow) => ({ kind: 'record', row, uncached: passwordsIn(call).length > 0 }),
});
