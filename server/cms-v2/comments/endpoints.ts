// Binds the endpoints of comments and notes to their operations.
import { commentsModule } from '../../../contract/cms-v2/comments.ts';
import type { DependencyCache } from '../../http/dependency-cache.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryPasswords } from '../entries/check-password.ts';
import { commentChecks } from './checks.ts';
import { createComment } from './create-comment.ts';
import { deleteComment } from './delete-comment.ts';
import type { CommentDeps } from './deps.ts';
import { commentEmbeds } from './embeds.ts';
import { getComment } from './get-comment.ts';
import { listComments } from './list-comments.ts';
import { defineCommentPermissions } from './permissions.ts';
import { commentPresenter } from './present.ts';
import { updateComment } from './update-comment.ts';

/** Returns the module of comments. `totals` caches the totals of lists. */
export function commentsEndpoints(
  deps: CommentDeps,
  passwords: EntryPasswords,
  totals: DependencyCache<number>,
): Module {
  return implement(commentsModule, {
    permissions: defineCommentPermissions(deps, passwords),
    operations: {
      'list-comments': listComments(deps, totals),
      'get-comment': getComment(),
      'create-comment': createComment(deps),
      'update-comment': updateComment(deps),
      'delete-comment': deleteComment(deps),
    },
    presenter: commentPresenter(deps),
    checks: commentChecks,
    embeds: commentEmbeds(deps),
  });
}
