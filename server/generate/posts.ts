// Generates the posts of a synthetic site. Each post depends only on the seed, the number of posts and its own index.
import { pick, pickSome, randomFor } from './random.ts';
import { phrase, sentences } from './words.ts';

/** The parameters of a synthetic site. */
export interface Recipe {
  readonly seed: number;
  readonly posts: number;
}

/** The word that occurs in exactly ten posts. */
const rareWord = 'zyzzyva';
const rarePostCount = 10;

/** Minimum number of posts, because the rare word occurs in ten different posts. */
export const minPosts = rarePostCount;

const paragraphCount = 4;

/** Minimum length of a paragraph, in characters. It results in posts of 2 to 3 KB. */
const minParagraphLength = 410;

/** End of the period over which the dates of posts are distributed, in milliseconds since 1970. */
const periodEnd = Date.parse('2025-12-31T12:00:00Z');

/** Length of this period, 15 years, in milliseconds. */
const periodMs = 15 * 365.25 * 86_400_000;

/** A generated post before rendering. */
export interface GeneratedPost {
  readonly title: string;
  readonly content: string;
  readonly slug: string;
  readonly guid: string;
  /** The date in site time and in GMT. */
  readonly date: string;
  readonly author: number;
  readonly category: number;
  readonly tags: readonly number[];
}

/** The words, and the IDs of the authors and terms, that posts can have. */
export interface Choices {
  readonly words: readonly string[];
  readonly authors: readonly number[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}

/** Returns the post with an index, from 0 to the number of posts exclusive. The dates of posts increase with the index. */
export function generatePost({ seed, posts }: Recipe, index: number, { words, ...choices }: Choices): GeneratedPost {
  const random = randomFor(seed, `post ${index}`);
  const title = phrase(random, words, 3 + random(5));
  const rareParagraph = hasRareWord(index, posts) ? 1 + random(paragraphCount) : 0;
  const paragraphTexts = Array.from(
    { length: paragraphCount },
    (_, at) =>
      sentences(random, words, minParagraphLength + random(100)) + (at + 1 === rareParagraph ? ` ${rareWord}.` : ''),
  );
  const date = new Date(periodEnd - periodMs + Math.floor((periodMs * (index + 1)) / posts)).toISOString().slice(0, 19);
  return {
    title,
    content: paragraphTexts.map(paragraph).join('\n\n'),
    slug: `${title.toLowerCase().replaceAll(' ', '-')}-${seed}-${index}`,
    guid: `urn:octavo:generated:${seed}:${index}`,
    date,
    author: pick(random, choices.authors),
    category: pick(random, choices.categories),
    tags: pickSome(random, choices.tags, 3),
  };
}

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Returns whether a post contains the rare word. The ten posts that do are distributed evenly. */
const hasRareWord = (index: number, posts: number): boolean =>
  Math.floor((index * rarePostCount) / posts) !== Math.floor(((index + 1) * rarePostCount) / posts);
