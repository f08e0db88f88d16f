// GET /cms/v2/comments/<id>: returns a comment.
import { passwordsIn } from '../entries/check-password.ts';
import type { CommentOperations } from './operations.ts';

/** Responds with the comment that the permission check has loaded. */
export const getComment = (): CommentOperations['get-comment'] => ({
  run: async (call, row) => ({ kind: 'record', row, uncached: passwordsIn(call).length > 0 }),
});
