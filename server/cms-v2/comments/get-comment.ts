// GET on an item.
import type { Operation } from '../../http/room.ts';
import type { CommentRow } from './rows.ts';

/** Answers with the comment that the rule has loaded. */
export const getComment = (): Operation => ({ run: async (_call, row: CommentRow) => ({ kind: 'record', row }) });
