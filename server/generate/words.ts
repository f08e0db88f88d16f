// Generates words, and titles, sentences and paragraphs from them.
import { pick, type RandomInteger, randomFor } from './random.ts';

const onsets = 'b c d f g h l m n p r s t v br cl dr fl gr pl st tr sh th'.split(' ');
const vowels = 'a e i o u ai ea ou'.split(' ');
const codas = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'st'];

/** Number of distinct words of a site. */
const vocabularySize = 2000;

/** Returns the words of a site. None contains a `z`, which the rare word contains. */
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

/** Returns a phrase of a number of words, the first one capitalized. */
export function phrase(random: RandomInteger, words: readonly string[], length: number): string {
  const text = Array.from({ length }, () => pick(random, words)).join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns sentences with a minimum total length in characters. */
export function sentences(random: RandomInteger, words: readonly string[], characters: number): string {
  const sentenceList: string[] = [];
  for (let length = 0; length < characters; length += (sentenceList.at(-1) ?? '').length + 1) {
    sentenceList.push(`${phrase(random, words, 6 + random(9))}.`);
  }
  return sentenceList.join(' ');
}
