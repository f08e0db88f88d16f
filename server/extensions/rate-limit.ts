// Limits the rates of public operations of extensions, counted in all processes of a site.
import { RateLimiter } from '../access/rate-limiter.ts';
import type { SharedCounts } from '../access/shared-counts.ts';
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
 * Counts one call of the sender against the limits. `operation` is the name of the limited operation. Wait for the result before the operation:
 * the calls in other processes of the site are known only then.
 *
 * Throws ApiError 429 `<extension>_too_many` with Retry-After when a limit is exceeded: at once if the calls in this process exceed it, and
 * otherwise by rejecting. Rejected calls are not counted.
 */
export type RateLimit = (call: Pick<Call, 'from'>, operation: string, limits: RateLimits) => Promise<void>;

/** Returns the rate limiter of an extension. Extensions do not share counters. */
export function makeRateLimit(clock: Clock, counts: SharedCounts, extension: string): RateLimit {
  const limiter = new RateLimiter(clock, counts, `extension ${extension}`);
  const requireNoWait = (seconds: number) => {
    if (seconds > 0)
      throw new ApiError(
        `${extension.replaceAll('-', '_')}_too_many`,
        429,
        `Too many requests; try again in ${seconds} seconds.`,
        { retryAfter: seconds, uncached: true },
      );
  };
  return ({ from }, operation, { max, maxTotal = Number.POSITIVE_INFINITY }) => {
    const limits = [
      { operation, from, max },
      ...(maxTotal === Number.POSITIVE_INFINITY ? [] : [{ operation: `${operation} in all`, max: maxTotal }]),
    ];
    requireNoWait(limiter.secondsToWait(...limits));
    const counted = limiter.take(...limits).then(requireNoWait);
    // Extensions for earlier versions do not wait for the result: a rejection must not end the process.
    counted.catch(() => {});
    return counted;
  };
}
