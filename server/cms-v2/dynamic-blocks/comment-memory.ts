// The comments that dynamic blocks show.
import type { ReadHandle } from '../../database/handle.ts';
import { COMMENT_RENDERER_VERSION } from '../../rendering/comment.ts';
import { type Found, maxCommentsOfEntry, type NeedOf } from '../../rendering/dynamic/needs.ts';
import type { ShownComment, ShownComments } from '../../rendering/dynamic/shown.ts';
import type { EntryParts } from '../entries/parts.ts';
import { type Reading, runOrElse } from '../entries/rendered-texts.ts';
import { findCommentsOfEntries, findNewestComments, type OpenComment } from './comments-store.ts';
import { shownComment } from './shown.ts';

const none: ShownComments = { comments: [], total: 0 };

/** What was loaded of the comments stays known. `read` is for statements that may look at many of them. */
export class CommentMemory implements Pick<Found, 'comments' | 'commentsOf'> {
  readonly #parts: EntryParts;
  readonly #reading: Reading;
  readonly #read: ReadHandle;
  #newest: readonly ShownComment[] = [];
  #newestLimit = 0;
  readonly #ofEntries = new Map<number, ShownComments>();

  constructor(parts: EntryParts, reading: Reading, read: ReadHandle) {
    this.#parts = parts;
    this.#reading = reading;
    this.#read = read;
  }

  comments = (limit: number) => this.#newest.slice(0, limit);
  commentsOf = (entry: number) => this.#ofEntries.get(entry) ?? none;

  /** At most one statement, for the longest of the lists. Returns the IDs of the entries that the comments are about. */
  async loadNewest(needs: readonly NeedOf<'comments'>[], orElse: (error: unknown) => []): Promise<number[]> {
    const limit = Math.max(0, ...needs.map((need) => need.limit));
    if (limit <= this.#newestLimit) return [];
    this.#newestLimit = limit;
    this.#newest = await this.#shown(await findNewestComments(this.#read, limit).catch(orElse));
    return this.#newest.map(({ post }) => post);
  }

  /** At most one statement. */
  async loadOfEntries(needs: readonly NeedOf<'comments of entry'>[], orElse: (error: unknown) => []): Promise<void> {
    const ids = [...new Set(needs.map(({ id }) => id))].filter((id) => !this.#ofEntries.has(id));
    if (ids.length === 0) return;
    const rows = await findCommentsOfEntries(this.#read, ids, maxCommentsOfEntry).catch(orElse);
    const grouped = Map.groupBy(rows, ({ post }) => post);
    for (const id of ids) {
      const own = grouped.get(id) ?? [];
      this.#ofEntries.set(id, { comments: await this.#shown(own), total: own[0]?.total ?? 0 });
    }
  }

  /** Those that an older renderer has made are made anew; what takes too long stays as it is. */
  async #shown(rows: readonly OpenComment[]): Promise<ShownComment[]> {
    const shown: ShownComment[] = [];
    for (const row of rows) {
      const { content, content_rendered, renderer } = row;
      const html =
        renderer === COMMENT_RENDERER_VERSION
          ? content_rendered
          : await runOrElse(this.#parts, this.#reading, 'renderComment', { content }, () => content_rendered);
      shown.push(shownComment(this.#parts, row, html));
    }
    return shown;
  }
}
