// Counts the followers of streams, and limits their number.
import { ApiError } from '../api-error.ts';
import type { OpenStream } from '../http/request.ts';
import { formatRetry } from './server-sent-events.ts';

/** Limits for the number of followers. */
export interface FollowerLimits {
  /** Maximum number of followers in this process. */
  readonly maxFollowers: number;
  /** Maximum number of followers per user. */
  readonly maxPerUser: number;
}

/** Delay after which a rejected client should retry, in milliseconds. */
const retryMs = 10_000;

/** The number of followers of one kind of stream, in total and per user, with their limits. */
export class Followers {
  readonly #limits: FollowerLimits;
  readonly #counts = new Map<number, number>();
  #all = 0;

  constructor(limits: FollowerLimits) {
    this.#limits = limits;
  }

  /** Throws ApiError 429 `rest_too_many_followers` if another follower with this user ID is not allowed. */
  requireCapacity(user: number): void {
    if (this.#hasCapacity(user)) return;
    const { maxFollowers, maxPerUser } = this.#limits;
    const message = `Too many followers: at most ${maxFollowers} connections, and ${maxPerUser} per user, are allowed; try again later.`;
    throw new ApiError('rest_too_many_followers', 429, message, { retryAfter: retryMs / 1000 });
  }

  /**
   * Returns the stream with its follower counted while it is open. If other followers were admitted since `requireCapacity`, it only
   * contains the delay after which the client should retry.
   */
  counted(user: number, open: OpenStream<string>): OpenStream<string> {
    const followers = this;
    return async function* (ending) {
      if (!followers.#hasCapacity(user)) {
        yield formatRetry(retryMs);
        return;
      }
      followers.#add(user);
      try {
        yield* open(ending);
      } finally {
        followers.#remove(user);
      }
    };
  }

  #hasCapacity(user: number): boolean {
    return this.#all < this.#limits.maxFollowers && this.#countOf(user) < this.#limits.maxPerUser;
  }

  #add(user: number): void {
    this.#all += 1;
    this.#counts.set(user, this.#countOf(user) + 1);
  }

  #remove(user: number): void {
    this.#all -= 1;
    const remaining = this.#countOf(user) - 1;
    if (remaining > 0) this.#counts.set(user, remaining);
    else this.#counts.delete(user);
  }

  #countOf(user: number): number {
    return this.#counts.get(user) ?? 0;
  }
}
