// What the operations of media are given.
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';
import type { FileStore } from '../../files/store.ts';
import type { Studio } from '../../pictures/studio.ts';
import type { EntryParts } from '../entries/parts.ts';

export interface MediaParts extends EntryParts {
  readonly files: FileStore;
  readonly studio: Studio;
  /** The largest file that is taken. Bytes. */
  readonly largestUpload: number;
  /** What may be fetched of what somebody names. */
  readonly fetchLimits: FetchLimits;
}
