// Implements the endpoints of comments and notes.
import { type commentFields, commentsModule, onType } from '../../../contract/cms-v2/comments.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { commentsOfTag, commentsTag, commentTag, postTag, userTag } from '../../http/cache-tags.ts';
import type { DependencyCache } from '../../http/dependency-cache.ts';
import { implement } from '../../http/implement.ts';
import type { Facts, Module, ParameterCheckFactory, Presenter } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { COMMENT_RENDERER_VERSION } from '../../rendering/comment.ts';
import { type EntryPasswords, passwordsIn } from '../entries/check-password.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import { type RenderBudget, renderBudget, runOrElse } from '../entries/rendered-texts.ts';
import { entryUrl } from '../entries/urls.ts';
import { mediaUrl, parentEntryFromRow } from '../media/urls.ts';
import { presentColumns } from '../plain-columns.ts';
import { avatarUrls } from '../users/avatars.ts';
import { createComment } from './create-comment.ts';
import { commentEmbeds } from './embeds.ts';
import { listComments } from './list-comments.ts';
import type { CommentDeps, CommentOperations } from './operations.ts';
import { defineCommentPermissions, requireComment } from './permissions.ts';
import type { CommentRow } from './rows.ts';
import { deleteStoredComment, lockComment, trashComment } from './save-comment.ts';
import { findRepliedTo } from './store.ts';
import { updateComment } from './update-comment.ts';

// Validates comment parameters against rules that a schema cannot express (users-and-comments.md §5.3, Malformed values).

/** The parameter checks, keyed by their names in the contract. `comment-email` also accepts an empty email address. */
const commentChecks: Record<string, ParameterCheckFactory> = {
  'comment-email': () => (value, name, schema) => (value === '' ? { value } : check(schema, value, name)),
};

// Presents comments as JSON records (users-and-comments.md §5.1).

/** Data loaded for all rows at once. */
interface Prepared {
  readonly hiddenPaths: HiddenPaths;
  /** IDs of comments that have approved or held replies other than notes. */
  readonly replies: ReadonlySet<number>;
  /** IDs of comments that have approved or held notes as replies. */
  readonly notes: ReadonlySet<number>;
  /** New HTML, keyed by comment ID, of comments whose stored HTML was produced by an outdated renderer. */
  readonly rerendered: ReadonlyMap<number, string>;
}

type CommentPresenter = Presenter<typeof commentFields, CommentRow, Prepared>;

function commentPresenter(deps: CommentDeps): CommentPresenter {
  const { contract, database } = deps;
  const { urls } = deps.site;
  const fields: CommentPresenter['fields'] = {
    id: (row) => row.id,
    ...presentColumns('comments', (row: CommentRow) => row),
    author: (row) => row.author,
    author_name: (row) => row.author_name,
    author_email: (row) => row.author_email,
    author_url: (row) => row.author_url,
    author_user_agent: (row) => row.author_user_agent,
    date: (row) => row.date,
    date_gmt: (row) => row.date_gmt,
    content: (row, { rerendered }) => ({
      raw: row.content,
      rendered: rerendered.get(row.id) ?? row.content_rendered,
    }),
    link: (row, { hiddenPaths }) => `${urlOf(row, hiddenPaths)}#comment-${row.id}`,
    status: (row) => row.status,
    type: (row) => row.type,
    author_avatar_urls: ({ author_email, image_path }) =>
      avatarUrls({ email: author_email, imagePath: image_path }, deps.site),
    meta: (row) => ({ _cms_note_status: row.note_status || null }),
  };
  return {
    prepare: async (rows, view) => {
      const replied =
        rows.length > 0
          ? await findRepliedTo(
              database.read,
              rows.map(({ id }) => id),
            )
          : [];
      const parentsOf = (isNote: boolean) =>
        new Set(replied.filter(({ type }) => (type === 'note') === isNote).map(({ parent }) => parent));
      const { fieldNames } = view.projection;
      const rerendered = fieldNames.has('content') ? await rerenderOutdated(deps, renderBudget(view), rows) : new Map();
      const entries = rows.map((row) => ({ id: row.post, parent: row.entry_parent ?? 0 }));
      const hiddenPaths = await findHiddenPaths(database.read, fieldNames.has('link') ? entries : []);
      return { replies: parentsOf(false), notes: parentsOf(true), rerendered, hiddenPaths };
    },
    fields,
    facts: (row, { replies, notes }): Facts => ({
      id: row.id,
      post: row.post,
      parent: row.parent,
      author: row.author,
      has_answers: row.type !== 'note' && replies.has(row.id),
      has_notes: row.type === 'note' && notes.has(row.id),
      ...(row.entry_type !== null && contract.types.has(row.entry_type) && { [onType(row.entry_type)]: true }),
    }),
    cacheTags: {
      ofRecord: ({ id, parent, post, author }) => [
        ...[commentTag(id), postTag(post)],
        ...(author === 0 ? [] : [userTag(author)]),
        ...(parent === 0 ? [] : [commentTag(parent)]),
      ],
      ofList({ args: { post = [] } }) {
        const entries = post as readonly number[];
        return entries.length === 0 ? [commentsTag] : entries.map(commentsOfTag);
      },
    },
    dependsOnRowAlone: () => true,
  };

  function urlOf(row: CommentRow, hiddenPaths: HiddenPaths): string {
    const type = row.entry_type === null ? undefined : contract.types.get(row.entry_type);
    if (!type) return `${urls.front}/`;
    const slug = row.entry_slug ?? '';
    if (type.held)
      return mediaUrl(
        deps,
        { id: row.post, slug, parent: row.entry_parent ?? 0, above: parentEntryFromRow(row) },
        hiddenPaths,
      );
    const { entry_status, entry_path, entry_date } = row;
    const entry = { id: row.post, status: entry_status ?? '', path: entry_path ?? '', slug, date: entry_date ?? '' };
    return entryUrl(entry, type, deps.site, hiddenPaths);
  }
}

/**
 * Renders comments again if their stored HTML was produced by an outdated renderer. A comment that is too expensive to render keeps its
 * stored HTML.
 */
async function rerenderOutdated(
  deps: CommentDeps,
  budget: RenderBudget,
  rows: readonly CommentRow[],
): Promise<Map<number, string>> {
  const rerendered = new Map<number, string>();
  for (const { id, content, content_rendered } of rows.filter(({ renderer }) => renderer !== COMMENT_RENDERER_VERSION))
    rerendered.set(id, await runOrElse(deps.texts, budget, 'renderComment', { content }, () => content_rendered));
  return rerendered;
}

// GET /cms/v2/comments/<id>: returns a comment.

/** Responds with the comment that the permission check has loaded. */
const getComment = (): CommentOperations['get-comment'] => ({
  run: async (call, row) => ({ kind: 'record', row, uncached: passwordsIn(call).length > 0 }),
});

// DELETE /cms/v2/comments/<id>: moves a comment to the trash or deletes it permanently (users-and-comments.md §5.5).

/**
 * Moves a comment to the trash. With `force`, deletes it permanently and responds with its previous values. Throws ApiError 410
 * `rest_already_trashed` if the comment is already in the trash and `force` is not set.
 */
function deleteComment(deps: CommentDeps): CommentOperations['delete-comment'] {
  return {
    async run(call, loadedComment) {
      const lockForDelete = (tx: WriteHandle) => lockComment(deps, tx, call, loadedComment.id, 'delete');
      if (call.args.force) {
        const deleteStored = () =>
          deps.database.transaction(async (tx) => {
            const comment = await lockForDelete(tx);
            await deleteStoredComment(tx, comment);
            const auditEvent = { action: 'comment-deleted', kind: 'comment', id: comment.id, name: '' } as const;
            await recordAuditEvent(tx, deps.site.clock, call, { ...auditEvent, details: { post: comment.post } });
          });
        return { kind: 'deleted', previous: loadedComment, context: 'edit', deleteStored };
      }
      const row = await deps.database.transaction(async (tx) => {
        const comment = await lockForDelete(tx);
        if (comment.status === 'trash')
          throw new ApiError('rest_already_trashed', 410, 'The comment is already in the trash.');
        await trashComment(tx, comment);
        return requireComment(tx, comment.id);
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

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
