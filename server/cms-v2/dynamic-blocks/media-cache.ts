// Loads and caches the media that dynamic blocks and shortcodes render: files by ID, and files attached to entries.
import type { LoadedData, NeedOf } from '../../rendering/dynamic/needs.ts';
import type { ImageView, TrackView } from '../../rendering/dynamic/views.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { findAttachedMedia, findMedia, type MediaKind } from '../media/store.ts';
import { presentImage, presentTrack } from './to-views.ts';

/** Maximum number of attached files of each medium that are loaded per entry. */
const maxFilesPerEntry = 100;

/** The media that dynamic blocks and shortcodes need. */
export interface MediaNeeds {
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
