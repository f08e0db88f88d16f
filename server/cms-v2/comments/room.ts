// The room of comments and notes.
import type { commentOperations } from '../../../contract/cms-v2/comments.ts';
import type { Operation, Room } from '../../http/room.ts';
import { commentChecks } from './checks.ts';
import { createComment } from './create-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { commentEmbeds } from './embeds.ts';
import { getComment } from './get-comment.ts';
import { listComments } from './list-comments.ts';
import type { CommentParts } from './parts.ts';
import { commentRules } from './permissions.ts';
import { commentPresenter } from './present.ts';
import { updateComment } from './update-comment.ts';

/** Joins the room's rules, operations and presenter. */
export function commentsRoom(parts: CommentParts): Room {
  const operations: Record<(typeof commentOperations)[number], Operation> = {
    'list-comments': listComments(parts),
    'get-comment': getComment(),
    'create-comment': createComment(parts),
    'update-comment': updateComment(parts),
    'delete-comment': deleteComment(parts),
  };
  return {
    permissions: commentRules(parts),
    operations,
    presenter: commentPresenter(parts),
    checks: commentChecks,
    embeds: commentEmbeds(parts),
  };
}
