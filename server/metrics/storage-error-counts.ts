// Counts storage errors for metrics. Loaded even if metrics are disabled, so it does not import the metrics library.
import { storageApiError } from '../storage-api-error.ts';

/** Codes of the storage errors that are counted. All of them are present from the start, so that the rate of the first error is known. */
const storageErrorCodes = [
  ...['rest_storage_busy', 'rest_storage_full', 'rest_storage_unavailable', 'rest_storage_unusable', 'rest_media_busy'],
  'rest_node_outdated',
] as const;

/** Counts storage errors by the code of the response. */
export class StorageErrorCounts {
  readonly #counts = new Map<string, number>(storageErrorCodes.map((code) => [code, 0]));

  /** Counts an error if `storageApiError` maps it to a response; ignores any other error. */
  add(error: unknown): void {
    const code = storageApiError(error)?.code;
    if (code !== undefined) this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  entries(): Iterable<[code: string, count: number]> {
    return this.#counts.entries();
  }
}
