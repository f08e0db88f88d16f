// What the operations of media are given.

import type { Actor } from '../../access/actor.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';
import type { FileStore } from '../../files/store.ts';
import type { MediaWorkers } from '../../pictures/media-worker-pool.ts';
import type { EntryParts } from '../entries/parts.ts';

export interface MediaParts extends EntryParts {
  readonly files: FileStore;
  readonly mediaWorkers: MediaWorkers;
  /** The largest file that is taken. Bytes. */
  readonly largestUpload: number;
  /** What may be fetched of what somebody names. */
  readonly fetchLimits: FetchLimits;
}

/** Returns the same for a request: image and audio jobs of different users take turns. */
export const forActor = <Parts extends MediaParts>(parts: Parts, { id }: Actor): Parts => ({
  ...parts,
  mediaWorkers: parts.mediaWorkers.forClient(`user ${id}`),
});
