// The posts of a synthetic site: what each one is follows from the seed, the number of posts and its own number.
import { diceFor, pick, pickSome } from './random.ts';
import { phrase, sentences } from './words.ts';

/** What a site is made from. */
export interface Recipe {
  readonly seed: number;
  readonly posts: number;
}

/** The word that stands in exactly ten posts. */
export const rareWord = 'zyzzyva';
const rarePosts = 10;

/** The least number of posts, so that the rare word has its ten. */
export const fewestPosts = rarePosts;

const paragraphs = 4;
/** Paragraphs are at least so long, which makes a post of 2 to 3 KB. Characters. */
const shortest = 410;

/** Posts are spread over the fifteen years that end here. */
const lastDay = Date.parse('2025-12-31T12:00:00Z');
const span = 15 * 365.25 * 86_400_000;

/** A post before it is rendered. */
export interface GeneratedPost {
  readonly title: string;
  readonly content: string;
  readonly slug: string;
  readonly guid: string;
  /** Site time and GMT alike. */
  readonly date: string;
  readonly author: number;
  readonly category: number;
  readonly tags: readonly number[];
}

/** Whom and what posts can be given to. */
export interface Choices {
  readonly words: readonly string[];
  readonly authors: readonly number[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}

/** The post of a number, from 0 to below the number of posts; later numbers have later dates. */
export function postOf({ seed, posts }: Recipe, number: number, { words, ...choices }: Choices): GeneratedPost {
  const dice = diceFor(seed, `post ${number}`);
  const title = phrase(dice, words, 3 + dice(5));
  const rare = isRare(number, posts) ? 1 + dice(paragraphs) : 0;
  const texts = Array.from(
    { length: paragraphs },
    (_, at) => sentences(dice, words, shortest + dice(100)) + (at + 1 === rare ? ` ${rareWord}.` : ''),
  );
  const date = new Date(lastDay - span + Math.floor((span * (number + 1)) / posts)).toISOString().slice(0, 19);
  return {
    title,
    content: texts.map(paragraph).join('\n\n'),
    slug: `${title.toLowerCase().replaceAll(' ', '-')}-${seed}-${number}`,
    guid: `urn:octavo:generated:${seed}:${number}`,
    date,
    author: pick(dice, choices.authors),
    category: pick(dice, choices.categories),
    tags: pickSome(dice, choices.tags, 3),
  };
}

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Ten numbers spread evenly over all. */
const isRare = (number: number, posts: number): boolean =>
  Math.floor((number * rarePosts) / posts) !== Math.floor(((number + 1) * rarePosts) / posts);
