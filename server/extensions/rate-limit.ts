// Limits the rates of public operations of extensions. The counters are in memory and per process, so that rejected requests cause
// no writes.
import { RateLimiter } from '../access/rate-limiter.ts';
import { ApiError } from '../api-error.ts';
import type { Call } from '../http/module.ts';
import type { Clock } from '../time/zone.ts';

/** Maximum number of calls per minute. */
export interface RateLimits {
  /** Maximum for one sender. A sender is an IPv4 address or an IPv6 /64 network. */
  readonly max: number;
  /** Maximum for all senders together. Default: no limit. */
  readonly maxTotal?: number;
}

/**
 * Counts one call of the sender against the limits. `operation` is the name of the limited operation.
 *
 * Throws ApiError 429 `<extension>_too_many` with Retry-After when a limit is exceeded. Rejected calls are not counted.
 */
export type RateLimit = (call: Pick<Call, 'from'>, operation: string, limits: RateLimits) => void;

/** Returns the rate limiter of an extension. Extensions do not share counters. */
export function makeRateLimit(clock: Clock, extension: string): RateLimit {
  const limiter = new RateLimiter(clock);
  const allSenders = '';
  return ({ from }, operation, { max, maxTotal = Number.POSITIVE_INFINITY }) => {
    const waitSeconds = Math.max(
      limiter.secondsToWait(operation, from, max),
      limiter.secondsToWait(`${operation} in all`, allSenders, maxTotal),
    );
    if (waitSeconds > 0)
      throw new ApiError(
        `${extension.replaceAll('-', '_')}_too_many`,
        429,
        `Too many requests; try again in ${waitSeconds} seconds.`,
        { retryAfter: waitSeconds, uncached: true },
      );
    limiter.record(operation, from);
    limiter.record(`${operation} in all`, allSenders);
  };
}
