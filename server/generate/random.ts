// Implements a pseudo-random number generator whose sequence depends only on the seed.

/** Returns a uniformly distributed integer from 0 to `below` exclusive. */
export type RandomInteger = (below: number) => number;

/** Returns a generator for one part of a site. It is independent of the generators for other parts. */
export function randomFor(seed: number, part: string): RandomInteger {
  let state = seed >>> 0;
  for (const letter of part) state = mixBits(state ^ (letter.codePointAt(0) ?? 0));
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    return Math.floor((mixBits(state) / 0x1_0000_0000) * below);
  };
}

/** Returns a hash of a number in which any difference between two numbers affects all 32 bits. */
function mixBits(number: number): number {
  let n = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  n = Math.imul(n ^ (n >>> 13), 0xc2b2ae35);
  return (n ^ (n >>> 16)) >>> 0;
}

/** Returns a random element of a list. Throws RangeError if the list is empty. */
export function pick<T>(random: RandomInteger, list: readonly T[]): T {
  const found = list[random(list.length)];
  if (found === undefined) throw new RangeError('cannot pick from an empty list');
  return found;
}

/** Returns up to `count` distinct random elements of a list, in random order. */
export function pickSome<T>(random: RandomInteger, list: readonly T[], count: number): T[] {
  const drawn = new Set<T>();
  while (drawn.size < Math.min(count, list.length)) drawn.add(pick(random, list));
  return [...drawn];
}
