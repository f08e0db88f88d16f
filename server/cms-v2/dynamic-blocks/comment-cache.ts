// Loads and caches the comments that dynamic blocks render.
import type { ReadHandle } from '../../database/handle.ts';
import { COMMENT_RENDERER_VERSION } from '../../rendering/comment.ts';
import { type LoadedData, maxCommentsOfEntry, type NeedOf } from '../../rendering/dynamic/needs.ts';
import type { CommentsView, CommentView } from '../../rendering/dynamic/views.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { type RenderBudget, runOrElse } from '../entries/rendered-texts.ts';
import { findCommentsOfEntries, findNewestComments, type PublicComment } from './comments-store.ts';
import { presentComment } from './to-views.ts';

const none: CommentsView = { comments: [], total: 0 };

/** The comments loaded for one response. `read` is the handle for statements that may scan many comments. */
export class CommentCache implements Pick<LoadedData, 'comments' | 'commentsOf'> {
  readonly #parts: EntryDeps;
  readonly #reading: RenderBudget;
  readonly #read: ReadHandle;
  #newest: readonly CommentView[] = [];
  #newestLimit = 0;
  readonly #ofEntries = new Map<number, CommentsView>();

  constructor(deps: EntryDeps, budget: RenderBudget, read: ReadHandle) {
    this.#parts = deps;
    this.#reading = budget;
    this.#read = read;
  }

  comments = (limit: number) => this.#newest.slice(0, limit);
  commentsOf = (entry: number) => this.#ofEntries.get(entry) ?? none;

  /**
   * Loads the newest comments, as many as the largest limit in `needs`, in at most one statement. Returns the IDs of the commented
   * entries; none if enough comments are already loaded.
   */
  async loadNewest(needs: readonly NeedOf<'comments'>[], onError: (error: unknown) => []): Promise<number[]> {
    const limit = Math.max(0, ...needs.map((need) => need.limit));
    if (limit <= this.#newestLimit) return [];
    this.#newestLimit = limit;
    this.#newest = await this.#shown(await findNewestComments(this.#read, limit).catch(onError));
    return this.#newest.map(({ post }) => post);
  }

  /** Loads the oldest comments on entries, at most `maxCommentsOfEntry` for each, in at most one statement. */
  async loadOfEntries(needs: readonly NeedOf<'comments of entry'>[], onError: (error: unknown) => []): Promise<void> {
    const ids = [...new Set(needs.map(({ id }) => id))].filter((id) => !this.#ofEntries.has(id));
    if (ids.length === 0) return;
    const rows = await findCommentsOfEntries(this.#read, ids, maxCommentsOfEntry).catch(onError);
    const grouped = Map.groupBy(rows, ({ post }) => post);
    for (const id of ids) {
      const commentsOfEntry = grouped.get(id) ?? [];
      this.#ofEntries.set(id, { comments: await this.#shown(commentsOfEntry), total: commentsOfEntry[0]?.total ?? 0 });
    }
  }

  /**
   * Converts rows to views. A comment is rendered again if its stored HTML was produced by an outdated renderer, unless rendering is
   * too expensive.
   */
  async #shown(rows: readonly PublicComment[]): Promise<CommentView[]> {
    const presented: CommentView[] = [];
    for (const row of rows) {
      const { content, content_rendered, renderer } = row;
      const html =
        renderer === COMMENT_RENDERER_VERSION
          ? content_rendered
          : await runOrElse(this.#parts.texts, this.#reading, 'renderComment', { content }, () => content_rendered);
      presented.push(presentComment(this.#parts, row, html));
    }
    return presented;
  }
}
