// Generates the authors, categories, tags and posts of a synthetic site. Each post depends only on the seed, the number of
// posts and its own index.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { saveNewTerm } from '../cms-v2/terms/save-new-term.ts';
import { findTermIdsBySlugs } from '../cms-v2/terms/store.ts';
import { cleanDescription, cleanName } from '../cms-v2/terms/term-args.ts';
import { findFreeUserSlug, findUserByLogin, insertUser } from '../cms-v2/users/store.ts';
import { resolveTextColumns } from '../cms-v2/users/user-args.ts';
import type { WriteHandle } from '../database/handle.ts';
import type { Service } from '../service.ts';
import { now } from '../time/zone.ts';
import { generateWords, phrase, pick, pickSome, type RandomInteger, randomFor, sentences } from './words.ts';

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

// Creates the authors, categories and tags of a synthetic site.

const categoryCount = 50;
const tagCount = 500;
const authorCount = 20;

/** Returns the words, authors and terms of a seed. Creates authors and terms unless an earlier run has created them. */
export async function createChoices(
  tx: WriteHandle,
  service: Pick<Service, 'contract' | 'clock'>,
  seed: number,
  passwordHash: string,
): Promise<Choices> {
  const words = generateWords(seed);
  const { taxonomies } = service.contract;
  return {
    words,
    authors: await createAuthors(tx, service, seed, words, passwordHash),
    categories: await createTerms(tx, taxonomies.get('category'), categoryCount, {
      random: randomFor(seed, 'categories'),
      words,
      seed,
    }),
    tags: await createTerms(tx, taxonomies.get('post_tag'), tagCount, { random: randomFor(seed, 'tags'), words, seed }),
  };
}

async function createAuthors(
  tx: WriteHandle,
  { clock }: Pick<Service, 'clock'>,
  seed: number,
  words: readonly string[],
  password_hash: string,
): Promise<number[]> {
  const random = randomFor(seed, 'authors');
  const authors: number[] = [];
  await tx.lock('users');
  for (let n = 1; n <= authorCount; n += 1) {
    const login = `author-${seed}-${n}`;
    const names = resolveTextColumns(
      { first_name: phrase(random, words, 1), last_name: phrase(random, words, 1) },
      login,
    );
    const known = await findUserByLogin(tx, login);
    const rest = {
      email: `${login}@example.com`,
      slug: await findFreeUserSlug(tx, login),
      password_hash,
      registered: now(clock),
      meta: '{}',
    };
    authors.push(known?.id ?? (await insertUser(tx, { login, ...names, ...rest }, ['author'])));
  }
  return authors;
}

/** Returns the IDs of new or existing terms. Every third term of a hierarchical taxonomy has one of the previous terms as parent. */
async function createTerms(
  tx: WriteHandle,
  taxonomy: Taxonomy | undefined,
  count: number,
  { random, words, seed }: { readonly random: RandomInteger; readonly words: readonly string[]; readonly seed: number },
): Promise<number[]> {
  if (!taxonomy) throw new Error('the contract does not declare categories or tags');
  const terms: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    const name = phrase(random, words, 1 + random(2));
    const slug = `${taxonomy.noun.one.replaceAll(' ', '-')}-${seed}-${n}`;
    const parent = taxonomy.hierarchical && n % 3 === 0 ? pick(random, terms) : 0;
    const [known] = await findTermIdsBySlugs(tx, taxonomy.name, [slug]);
    const columns = { ...cleanName(name), ...cleanDescription(''), parent };
    terms.push(known?.id ?? (await saveNewTerm(tx, taxonomy, columns, slug)).id);
  }
  return terms;
}
