// Knows which versions of entries result from what this tab has read or saved.
import type { APIFetchMiddleware } from '@wordpress/api-fetch';
import { methodOf, targetOf } from './targets.ts';
import type { KnownVersion, KnownVersions } from './versions.ts';

/** The version of an item on which the changes of this tab are based. */
export interface OwnVersion {
  /** Undefined if the item was not read. */
  readonly known?: KnownVersion;
  /** The number of changes for which there is no response yet, each of which may result in another version. */
  readonly pendingChanges: number;
}

const unknown: OwnVersion = { pendingChanges: 0 };

/** The own versions of items, by their paths in the API. */
export class OwnVersions implements KnownVersions {
  readonly #versions = new Map<string, OwnVersion>();
  readonly #listeners = new Set<() => void>();

  /** Returns the own version of an item. The object is the same until the version changes. */
  of(item: string): OwnVersion {
    return this.#versions.get(item) ?? unknown;
  }

  /** Calls a listener when a version changes. Returns a function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Returns the version that the item has after the last read or change of this tab. */
  get(item: string): KnownVersion | undefined {
    return this.of(item).known;
  }

  /** Whether the item was read or changed. */
  has(item: string): boolean {
    return this.get(item) !== undefined;
  }

  /** Sets the version that an item has after a read or a change of this tab. */
  set(item: string, known: KnownVersion): void {
    this.#update(item, { ...this.of(item), known });
  }

  /** Counts changes from the request to the response. It must be the outermost middleware that knows versions. */
  readonly countChanges: APIFetchMiddleware = async (options, next) => {
    const target = methodOf(options) === 'GET' ? undefined : targetOf(options);
    if (!target) return next(options);
    this.#count(target.item, 1);
    try {
      return await next(options);
    } finally {
      this.#count(target.item, -1);
    }
  };

  #count(item: string, difference: 1 | -1): void {
    const version = this.of(item);
    this.#update(item, { ...version, pendingChanges: version.pendingChanges + difference });
  }

  #update(item: string, version: OwnVersion): void {
    this.#versions.set(item, version);
    for (const listener of this.#listeners) listener();
  }
}

/** The own versions of the editor in this page. */
export const ownVersions = new OwnVersions();
