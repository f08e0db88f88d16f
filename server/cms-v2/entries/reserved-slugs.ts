// Reserves the slugs of many entries at once.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { isReserved, isTakenBy, type SlugOwner, type SlugRequest, slugLocks, typesSharingSlugs } from './slugs.ts';
import { findTakenSlugs } from './store.ts';

/** The slugs of a type that a transaction has reserved. */
interface SlugsOfType {
  /** The types among whose entries the slugs must be free. */
  readonly types: readonly string[];
  /** The entries that have each of the slugs. */
  readonly owners: ReadonlyMap<string, SlugOwner[]>;
}

/** Slugs that a transaction has reserved before it creates entries, with the entries that have them. */
export class ReservedSlugs {
  readonly #byType = new Map<string, SlugsOfType>();

  /**
   * Reserves slugs until the transaction ends: no other transaction gives them to an entry. All of them are locked at once, in a
   * fixed order.
   */
  async reserve(tx: WriteHandle, slugsByType: ReadonlyMap<ContentType, ReadonlySet<string>>): Promise<void> {
    const locks = [...slugsByType].flatMap(([type, slugs]) => slugLocks(type, slugs));
    // The look-ups are sent with the locks, and run when they are held.
    await Promise.all([
      tx.lock(...[...new Set(locks)].sort()),
      ...[...slugsByType].map(([type, slugs]) => this.#find(tx, type, [...slugs])),
    ]);
  }

  /** Returns the requested slug if it was reserved and is free; undefined otherwise. */
  find(type: ContentType, request: SlugRequest): string | undefined {
    const { slug } = request;
    const owners = this.#byType.get(type.name)?.owners.get(slug);
    if (!owners || isReserved(slug, type) || owners.some((owner) => isTakenBy(owner, type, request))) return undefined;
    return slug;
  }

  /** Adds an entry that the transaction has created. */
  add(type: string, slug: string, owner: SlugOwner): void {
    for (const { types, owners } of this.#byType.values()) if (types.includes(type)) owners.get(slug)?.push(owner);
  }

  async #find(tx: WriteHandle, type: ContentType, slugs: readonly string[]): Promise<void> {
    const types = typesSharingSlugs(type);
    const owners = new Map<string, SlugOwner[]>(slugs.map((slug) => [slug, []]));
    for (const { slug, ...owner } of await findTakenSlugs(tx, types, slugs)) owners.get(slug)?.push(owner);
    this.#byType.set(type.name, { types, owners });
  }
}
