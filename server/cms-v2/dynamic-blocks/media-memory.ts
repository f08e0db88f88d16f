// The files of the library that dynamic blocks and shortcodes show: those named, and those that belong to entries.
import type { Found, NeedOf } from '../../rendering/dynamic/needs.ts';
import type { ShownPicture, ShownTrack } from '../../rendering/dynamic/shown.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryParts } from '../entries/parts.ts';
import { findMedia, findMediaBelow, type Medium } from '../media/store.ts';
import { shownPicture, shownTrack } from './shown.ts';

/** The most files of an entry that a list of its own files shows. */
const mostFiles = 100;

/** What is needed of the library. */
export interface MediaNeeds {
  readonly pictures: readonly NeedOf<'picture'>[];
  readonly picturesOf: readonly NeedOf<'pictures of entry'>[];
  readonly tracks: readonly NeedOf<'track'>[];
  readonly tracksOf: readonly NeedOf<'tracks of entry'>[];
}

/** What was loaded of the library stays known. */
export class MediaMemory implements Pick<Found, 'picture' | 'picturesOf' | 'track' | 'tracksOf'> {
  readonly #parts: EntryParts;
  readonly #known = new Set<number>();
  readonly #pictures = new Map<number, ShownPicture>();
  readonly #tracks = new Map<number, ShownTrack>();
  /** The numbers of the files of a medium that belong to an entry. */
  readonly #below = new Map<string, readonly number[]>();

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  picture = (id: number) => this.#pictures.get(id);
  picturesOf = (entry: number) => this.#filesOf('image', entry).flatMap((id) => this.#pictures.get(id) ?? []);
  track = (id: number) => this.#tracks.get(id);
  tracksOf = (entry: number, medium: ShownTrack['medium']) =>
    this.#filesOf(medium, entry).flatMap((id) => this.#tracks.get(id) ?? []);

  /** At most one statement for each medium of which entries' own files are asked for, and two for the files. */
  async load({ pictures, picturesOf, tracks, tracksOf }: MediaNeeds): Promise<void> {
    const named = [...pictures, ...tracks].map(({ id }) => id);
    const own = [
      ...(await this.#findBelow('image', picturesOf)),
      ...(await this.#findBelow(
        'audio',
        tracksOf.filter(({ medium }) => medium === 'audio'),
      )),
      ...(await this.#findBelow(
        'video',
        tracksOf.filter(({ medium }) => medium === 'video'),
      )),
    ];
    const covers = await this.#loadFiles([...named, ...own]);
    await this.#loadFiles(covers);
  }

  #filesOf = (medium: Medium, entry: number) => this.#below.get(`${medium} ${entry}`) ?? [];

  async #findBelow(medium: Medium, holders: readonly { readonly id: number }[]): Promise<number[]> {
    const fresh = [...new Set(holders.map(({ id }) => id))].filter((id) => !this.#below.has(`${medium} ${id}`));
    if (fresh.length === 0) return [];
    const rows = await findMediaBelow(this.#parts.database.read, medium, fresh, mostFiles);
    const grouped = Map.groupBy(rows, ({ parent }) => parent);
    for (const id of fresh) {
      const files = grouped.get(id) ?? [];
      this.#below.set(
        `${medium} ${id}`,
        files.map((file) => file.id),
      );
    }
    return rows.map(({ id }) => id);
  }

  /** Gives the numbers of the pictures that stand for what was loaded. */
  async #loadFiles(ids: readonly number[]): Promise<number[]> {
    const fresh = [...new Set(ids)].filter((id) => id > 0 && !this.#known.has(id));
    for (const id of fresh) this.#known.add(id);
    const covers: number[] = [];
    const { read } = this.#parts.database;
    const rows = await findMedia(read, fresh);
    const hidden = await findHiddenPaths(read, rows);
    for (const row of rows) {
      const picture = shownPicture(this.#parts, row, hidden);
      if (picture) this.#pictures.set(row.id, picture);
      const track = shownTrack(this.#parts, row, hidden);
      if (!track) continue;
      this.#tracks.set(row.id, track);
      covers.push(track.cover);
    }
    return covers;
  }
}
