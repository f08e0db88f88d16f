// Chance that is the same for the same seed, everywhere and always.

/** Whole numbers from 0 to below `below`, evenly spread. */
export type Dice = (below: number) => number;

/** Dice for one thing of a site: what else is thrown, and in which order, makes no difference to them. */
export function diceFor(seed: number, thing: string): Dice {
  let state = seed >>> 0;
  for (const letter of thing) state = mixed(state ^ (letter.codePointAt(0) ?? 0));
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    return Math.floor((mixed(state) / 0x1_0000_0000) * below);
  };
}

/** Spreads a small difference over all 32 bits. */
function mixed(number: number): number {
  let n = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  n = Math.imul(n ^ (n >>> 13), 0xc2b2ae35);
  return (n ^ (n >>> 16)) >>> 0;
}

/** One of a list that is not empty. */
export function pick<T>(dice: Dice, list: readonly T[]): T {
  const found = list[dice(list.length)];
  if (found === undefined) throw new RangeError('there is nothing to pick from');
  return found;
}

/** Several different ones of a list, in the order in which they are drawn. */
export function pickSome<T>(dice: Dice, list: readonly T[], many: number): T[] {
  const drawn = new Set<T>();
  while (drawn.size < Math.min(many, list.length)) drawn.add(pick(dice, list));
  return [...drawn];
}
