// Loads and caches the comments that dynamic blocks render.
import type { ReadHandle } from '../../database/handle.ts';
import { COMMENT_RENDERER_VERSION } from '../../rendering/comment.ts';
import { type LoadedData, maxCommentsOfEntry, maxCommentsPerPage, type NeedOf } from '../../rendering/dynamic/needs.ts';
import type {
  CommentCountsView,
  CommentsView,
  CommentView,
  ImageView,
  TrackView,
} from '../../rendering/dynamic/views.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { type RenderBudget, runOrElse } from '../entries/rendered-texts.ts';
import { findAttachedMedia, findMedia, type MediaKind } from '../media/store.ts';
import { findCommentCounts, findThreads } from './comment-threads-store.ts';
import { findCommentsOfEntries, findNewestComments, type PublicComment } from './store.ts';
import { presentComment, presentImage, presentTrack } from './to-views.ts';

/** Maximum number of attached files of each medium that are loaded per entry. */
const maxFilesPerEntry = 100;

/** The media that dynamic blocks and shortcodes need. */
interface MediaNeeds {
  readonly images: readonly NeedOf<'image'>[];
  readonly imagesOf: readonly NeedOf<'images of entry'>[];
  readonly tracks: readonly NeedOf<'track'>[];
  readonly tracksOf: readonly NeedOf<'tracks of entry'>[];
}

/** The media loaded for one response. */
export class MediaCache implements Pick<LoadedData, 'image' | 'imagesOf' | 'track' | 'tracksOf'> {
  readonly #parts: EntryDeps;
  readonly #known = new Set<number>();
  readonly #pictures = new Map<number, ImageView>();
  readonly #tracks = new Map<number, TrackView>();
  /** IDs of the files attached to entries, keyed by medium and entry ID (`image 5`). */
  readonly #below = new Map<string, readonly number[]>();

  constructor(deps: EntryDeps) {
    this.#parts = deps;
  }

  image = (id: number) => this.#pictures.get(id);
  imagesOf = (entry: number) => this.#filesOf('image', entry).flatMap((id) => this.#pictures.get(id) ?? []);
  track = (id: number) => this.#tracks.get(id);
  tracksOf = (entry: number, medium: TrackView['medium']) =>
    this.#filesOf(medium, entry).flatMap((id) => this.#tracks.get(id) ?? []);

  /** Loads media and the cover images of tracks. The number of statements does not depend on the number of files. */
  async load({ images, imagesOf, tracks, tracksOf }: MediaNeeds): Promise<void> {
    const named = [...images, ...tracks].map(({ id }) => id);
    const ownersOf = (kind: TrackView['medium']) => tracksOf.filter(({ medium }) => medium === kind);
    const attachedIds = [
      ...(await this.#findBelow('image', imagesOf)),
      ...(await this.#findBelow('audio', ownersOf('audio'))),
      ...(await this.#findBelow('video', ownersOf('video'))),
    ];
    const covers = await this.#loadFiles([...named, ...attachedIds]);
    await this.#loadFiles(covers);
  }

  #filesOf = (medium: MediaKind, entry: number) => this.#below.get(`${medium} ${entry}`) ?? [];

  async #findBelow(medium: MediaKind, owners: readonly { readonly id: number }[]): Promise<number[]> {
    const missingIds = [...new Set(owners.map(({ id }) => id))].filter((id) => !this.#below.has(`${medium} ${id}`));
    if (missingIds.length === 0) return [];
    const rows = await findAttachedMedia(this.#parts.database.read, medium, missingIds, maxFilesPerEntry);
    const grouped = Map.groupBy(rows, ({ parent }) => parent);
    for (const id of missingIds) {
      const files = (grouped.get(id) ?? []).map((file) => file.id);
      this.#below.set(`${medium} ${id}`, files);
    }
    return rows.map(({ id }) => id);
  }

  /** Loads files and returns the IDs of their cover images. */
  async #loadFiles(ids: readonly number[]): Promise<number[]> {
    const missingIds = [...new Set(ids)].filter((id) => id > 0 && !this.#known.has(id));
    for (const id of missingIds) this.#known.add(id);
    const covers: number[] = [];
    const { read } = this.#parts.database;
    const rows = await findMedia(read, missingIds);
    const hiddenPaths = await findHiddenPaths(read, rows);
    for (const row of rows) {
      const picture = presentImage(this.#parts, row, hiddenPaths);
      if (picture) this.#pictures.set(row.id, picture);
      const track = presentTrack(this.#parts, row, hiddenPaths);
      if (!track) continue;
      this.#tracks.set(row.id, track);
      covers.push(track.cover);
    }
    return covers;
  }
}

const none: CommentsView = { comments: [], omitsReplies: false };
const noCounts: CommentCountsView = { total: 0, threads: 0 };

/** The comments loaded for one response. `read` is the handle for statements that may scan many comments. */
export class CommentCache implements Pick<LoadedData, 'comments' | 'commentsOf' | 'commentCounts'> {
  readonly #parts: EntryDeps;
  readonly #reading: RenderBudget;
  readonly #read: ReadHandle;
  #newest: readonly CommentView[] = [];
  #newestLimit = 0;
  readonly #ofEntries = new Map<number, CommentsView>();
  /** Pages of threads, keyed by entry ID and page (`5 1`). */
  readonly #pages = new Map<string, CommentsView>();
  readonly #counts = new Map<number, CommentCountsView>();

  constructor(deps: EntryDeps, budget: RenderBudget, read: ReadHandle) {
    this.#parts = deps;
    this.#reading = budget;
    this.#read = read;
  }

  comments = (limit: number) => this.#newest.slice(0, limit);
  commentsOf: LoadedData['commentsOf'] = (entry, page) =>
    (page === undefined ? this.#ofEntries.get(entry) : this.#pages.get(`${entry} ${page}`)) ?? none;
  commentCounts = (entry: number) => this.#counts.get(entry) ?? noCounts;

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

  /** Loads the numbers of comments of entries, in at most one statement. */
  async loadCounts(needs: readonly NeedOf<'comment counts'>[]): Promise<void> {
    const ids = [...new Set(needs.map(({ id }) => id))].filter((id) => !this.#counts.has(id));
    if (ids.length === 0) return;
    const counts = Map.groupBy(await findCommentCounts(this.#parts.database.read, ids), ({ post }) => post);
    for (const id of ids) {
      const numberOf = (kind: string) => counts.get(id)?.find((count) => count.kind === kind)?.n ?? 0;
      this.#counts.set(id, { total: numberOf('all'), threads: numberOf('top-level') });
    }
  }

  /**
   * Loads comments on entries: for needs without a page, the oldest ones, at most `maxCommentsOfEntry` for each, in at most one statement;
   * for pages, their threads, in one statement for each page.
   */
  async loadOfEntries(needs: readonly NeedOf<'comments of entry'>[], onError: (error: unknown) => []): Promise<void> {
    await this.#loadOldest(
      needs.filter(({ page }) => page === undefined),
      onError,
    );
    for (const { id, page } of needs) if (page !== undefined) await this.#loadThreads(id, page, onError);
  }

  async #loadThreads(id: number, page: number, onError: (error: unknown) => []): Promise<void> {
    const key = `${id} ${page}`;
    if (this.#pages.has(key)) return;
    const rows = await findThreads(this.#read, id, page).catch(onError);
    const isBeyondLimit = rows.length > maxCommentsPerPage;
    const comments = await this.#shown(isBeyondLimit ? withoutLastReply(rows) : rows);
    this.#pages.set(key, { comments, omitsReplies: isBeyondLimit });
  }

  async #loadOldest(needs: readonly NeedOf<'comments of entry'>[], onError: (error: unknown) => []): Promise<void> {
    const ids = [...new Set(needs.map(({ id }) => id))].filter((id) => !this.#ofEntries.has(id));
    if (ids.length === 0) return;
    const rows = await findCommentsOfEntries(this.#read, ids, maxCommentsOfEntry).catch(onError);
    const grouped = Map.groupBy(rows, ({ post }) => post);
    for (const id of ids) {
      const commentsOfEntry = grouped.get(id) ?? [];
      this.#ofEntries.set(id, { comments: await this.#shown(commentsOfEntry), omitsReplies: false });
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

/** Returns comments without the last reply that has no replies itself. */
function withoutLastReply(rows: readonly PublicComment[]): PublicComment[] {
  const parents = new Set(rows.map(({ parent }) => parent));
  return rows.toSpliced(
    rows.findLastIndex(({ id, parent }) => parent !== 0 && !parents.has(id)),
    1,
  );
}
