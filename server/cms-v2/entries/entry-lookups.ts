// Looks up what new entries need: IDs, free slugs and the terms that exist.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { ReservedSlugs } from './reserved-slugs.ts';
import type { WholeEntry } from './rows.ts';
import { reserveSlug, type SlugRequest } from './slugs.ts';
import { takeEntryId, takeEntryIds } from './store.ts';
import { findKnownTerms } from './terms-store.ts';

/** The columns of a created entry on which later entries and the URLs of this one depend. */
export type CreatedEntry = Pick<WholeEntry, 'id' | 'type' | 'parent' | 'theme' | 'slug' | 'path' | 'date'>;

/** The lookups for new entries. They run in the transaction that creates the entries. */
export interface EntryLookups {
  /** Returns an ID that no entry and no revision has had. */
  takeId(tx: WriteHandle): Promise<number>;
  /** Returns a free slug, and reserves it until the transaction ends (`reserveSlug`). */
  reserveSlug(tx: WriteHandle, type: ContentType, request: SlugRequest): Promise<string>;
  /** Returns the IDs among `ids` that belong to terms of the taxonomy. The transaction must share the lock on term counts. */
  findKnownTerms(tx: WriteHandle, taxonomy: string, ids: readonly number[]): Promise<number[]>;
  /** Must be called with each created entry. */
  onCreated(entry: CreatedEntry): void;
}

/** Lookups with a statement for each entry. */
export const directLookups: EntryLookups = { takeId: takeEntryId, reserveSlug, findKnownTerms, onCreated: () => {} };

/**
 * Lookups for a transaction that creates many entries and no other changes to them: they look up in advance what these entries probably
 * need, and run statements for what is missing. The results are those of `directLookups`.
 */
export class BatchLookups implements EntryLookups {
  readonly #slugs = new ReservedSlugs();
  readonly #terms = new Map<string, Set<number>>();
  readonly #created = new Map<number, CreatedEntry>();
  #ids: number[] = [];

  /**
   * Takes IDs for `count` entries and reserves slugs. Must be called once, before entries are created. The IDs that are not needed are
   * never used.
   */
  async prepare(
    tx: WriteHandle,
    count: number,
    slugsByType: ReadonlyMap<ContentType, ReadonlySet<string>>,
  ): Promise<void> {
    const taking = count > 0 ? takeEntryIds(tx, count) : [];
    const [ids] = await Promise.all([taking, this.#slugs.reserve(tx, slugsByType)]);
    this.#ids = ids.reverse();
  }

  /** Adds a term of a taxonomy that exists. The transaction must have shared the lock on term counts before it found the term. */
  addKnownTerm(taxonomy: string, id: number): void {
    const ids = this.#terms.get(taxonomy);
    if (ids) ids.add(id);
    else this.#terms.set(taxonomy, new Set([id]));
  }

  /** Returns the entry with this ID if the transaction has created it. */
  findCreated(id: number): CreatedEntry | undefined {
    return this.#created.get(id);
  }

  async takeId(tx: WriteHandle): Promise<number> {
    return this.#ids.pop() ?? takeEntryId(tx);
  }

  async reserveSlug(tx: WriteHandle, type: ContentType, request: SlugRequest): Promise<string> {
    return this.#slugs.find(type, request) ?? reserveSlug(tx, type, request);
  }

  async findKnownTerms(tx: WriteHandle, taxonomy: string, ids: readonly number[]): Promise<number[]> {
    const areKnown = ids.every((id) => this.#terms.get(taxonomy)?.has(id));
    if (areKnown) return [...new Set(ids)];
    const found = await findKnownTerms(tx, taxonomy, ids);
    for (const id of found) this.addKnownTerm(taxonomy, id);
    return found;
  }

  onCreated({ id, type, parent, theme, slug, path, date }: CreatedEntry): void {
    this.#created.set(id, { id, type, parent, theme, slug, path, date });
    this.#slugs.add(type, slug, { id, parent, theme });
  }
}
