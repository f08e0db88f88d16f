// Generates pseudo-random numbers, words and sentences that depend only on the seed.

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

const onsets = 'b c d f g h l m n p r s t v br cl dr fl gr pl st tr sh th'.split(' ');
const vowels = 'a e i o u ai ea ou'.split(' ');
const codas = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'st'];

/** Number of distinct words that a site uses. */
const vocabularySize = 2000;

/** Returns the words of a site. They contain no `z`, so that none of them equals the rare word. */
export function generateWords(seed: number): string[] {
  const random = randomFor(seed, 'words');
  const words = new Set<string>();
  while (words.size < vocabularySize) {
    const syllables = 1 + random(3);
    const syllable = () => pick(random, onsets) + pick(random, vowels) + pick(random, codas);
    words.add(Array.from({ length: syllables }, syllable).join(''));
  }
  return [...words];
}

/** Returns a phrase of `length` words, with its first letter in upper case. */
export function phrase(random: RandomInteger, words: readonly string[], length: number): string {
  const text = Array.from({ length }, () => pick(random, words)).join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns sentences with a total length of at least `characters` characters. */
export function sentences(random: RandomInteger, words: readonly string[], characters: number): string {
  const sentenceList: string[] = [];
  for (let length = 0; length < characters; length += (sentenceList.at(-1) ?? '').length + 1) {
    sentenceList.push(`${phrase(random, words, 6 + random(9))}.`);
  }
  return sentenceList.join(' ');
}
