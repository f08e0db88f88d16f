// How often strangers may do what an extension offers to everybody. Kept in memory, in each process by itself: a flood that is
// refused must not cost a write.
import { Tries } from '../access/tries.ts';
import type { Call } from '../http/room.ts';
import { Refusal } from '../refusal.ts';
import type { Clock } from '../time/zone.ts';

/** How often within a minute. */
export interface CalmLimits {
  /** By one sender: an address of IPv4, a network of IPv6. */
  readonly most: number;
  /** By all senders together; absent: as often as they like. */
  readonly inAll?: number;
}

/**
 * Counts that a sender does something, and looks whether that is too often. `what` tells several things of an extension apart.
 *
 * Throws Refusal 429 with Retry-After, its code the extension's name and `_too_many`; what is refused is not counted.
 */
export type RequireCalm = (call: Pick<Call, 'from'>, what: string, limits: CalmLimits) => void;

/** The limits of one extension. */
export function makeRequireCalm(clock: Clock, extension: string): RequireCalm {
  const tries = new Tries(clock);
  const everybody = '';
  return ({ from }, what, { most, inAll = Number.POSITIVE_INFINITY }) => {
    const wait = Math.max(tries.wait(what, from, most), tries.wait(`${what} in all`, everybody, inAll));
    if (wait > 0)
      throw new Refusal(
        `${extension.replaceAll('-', '_')}_too_many`,
        429,
        'This was asked too often of late; try again in a minute.',
        { retryAfter: wait, unkept: true },
      );
    tries.note(what, from);
    tries.note(`${what} in all`, everybody);
  };
}
