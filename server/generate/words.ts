// Generates words, and phrases and sentences from them.
import { pick, type RandomInteger, randomFor } from './random.ts';

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
