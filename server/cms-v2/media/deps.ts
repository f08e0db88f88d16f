// Dependencies of the media operations.

import type { Actor } from '../../access/actor.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';
import type { FileStore } from '../../files/store.ts';
import type { MediaWorkers } from '../../media-processing/media-worker-pool.ts';
import type { EntryDeps } from '../entries/deps.ts';

export interface MediaDeps {
  readonly entries: EntryDeps;
  readonly files: FileStore;
  readonly mediaWorkers: MediaWorkers;
  /** Maximum size of an uploaded file, in bytes. */
  readonly maxUploadBytes: number;
  /** Limits for fetching URLs that users submit. */
  readonly fetchLimits: FetchLimits;
}

/**
 * Returns the dependencies for a request of this actor. Image and audio jobs are queued per user, so that no user delays the
 * others.
 */
export const forActor = (deps: MediaDeps, { id }: Actor): MediaDeps => ({
  ...deps,
  mediaWorkers: deps.mediaWorkers.forClient(`user ${id}`),
});
