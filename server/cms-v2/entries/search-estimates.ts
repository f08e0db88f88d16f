// Caches estimates of how common the words of a search are, from which the method of the search is chosen.
import { BoundedMap } from '../../database/bounded-map.ts';
import { type Sample, sampleSize } from './sample-store.ts';

/**
 * Time for which an estimate is used, in milliseconds, whether or not entries change. It affects only how long a search takes, not its
 * results, and during frequent writes a new sample for each search would take about as long as the search itself.
 */
const MAX_AGE_MS = 5000;

/** Maximum number of cached estimates, in each of two generations. */
const MAX_ESTIMATES = 500;

/** Minimum number of matches in a sample for an estimate. If there are fewer, the index is used. */
const MIN_MATCHES = 3;

/**
 * Estimates the number of entries whose texts are read per match: 0 if the sample covers the whole list, because reading all its texts
 * is cheap; infinity if the sample has too few matches.
 */
function textsPerResult({ entries, fitting }: Sample): number {
  if (entries < sampleSize) return 0;
  return fitting < MIN_MATCHES ? Number.POSITIVE_INFINITY : entries / fitting;
}

/** A cached estimate. */
interface Estimate {
  textsPerResult: number;
  /** Time at which its sample was requested, in milliseconds. */
  takenAt: number;
}

/** Estimates for lists that are searched, each from a sample of the newest entries of the list. */
export class SearchEstimates {
  readonly #now: () => number;
  readonly #estimates = new BoundedMap<string, Estimate>(MAX_ESTIMATES);

  /** `now` returns the time in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns the estimated number of entries of a list whose texts are read for each match; 0 if the list is so short that all of them can be
   * read, and infinity if matches are rare. `key` identifies the list and the words. Calls `sample` if there is no estimate, or if it is more
   * than five seconds old; throws its errors.
   */
  async textsPerResult(key: string, sample: () => Promise<Sample>): Promise<number> {
    const takenAt = this.#now();
    const cached = this.#estimates.find(key);
    if (cached && takenAt - cached.takenAt < MAX_AGE_MS) return cached.textsPerResult;
    const estimate: Estimate = { textsPerResult: textsPerResult(await sample()), takenAt };
    Object.assign(
      this.#estimates.getOrCreate(key, () => estimate),
      estimate,
    );
    return estimate.textsPerResult;
  }
}
