// Invented words, and titles, sentences and paragraphs of them.
import { type Dice, diceFor, pick } from './random.ts';

const beginnings = 'b c d f g h l m n p r s t v br cl dr fl gr pl st tr sh th'.split(' ');
const vowels = 'a e i o u ai ea ou'.split(' ');
const ends = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'st'];

/** How many words the language of a site has. */
const vocabulary = 2000;

/** The words of a site; none of them has a `z`, which the word to be searched for has. */
export function wordsOf(seed: number): string[] {
  const dice = diceFor(seed, 'words');
  const words = new Set<string>();
  while (words.size < vocabulary) {
    const syllables = 1 + dice(3);
    const syllable = () => pick(dice, beginnings) + pick(dice, vowels) + pick(dice, ends);
    words.add(Array.from({ length: syllables }, syllable).join(''));
  }
  return [...words];
}

/** So many words, the first with a capital. */
export function phrase(dice: Dice, words: readonly string[], length: number): string {
  const text = Array.from({ length }, () => pick(dice, words)).join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Sentences of together at least so many characters. */
export function sentences(dice: Dice, words: readonly string[], characters: number): string {
  const said: string[] = [];
  for (let length = 0; length < characters; length += (said.at(-1) ?? '').length + 1) {
    said.push(`${phrase(dice, words, 6 + dice(9))}.`);
  }
  return said.join(' ');
}
