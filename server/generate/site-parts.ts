// Whom and what the posts of a synthetic site are given to: authors, categories, tags.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { findIdsOfSlugs } from '../cms-v2/terms/store.ts';
import { storeTerm } from '../cms-v2/terms/store-term.ts';
import { storedDescription, storedName } from '../cms-v2/terms/term-args.ts';
import { findUserByLogin, freeUserSlug, insertUser } from '../cms-v2/users/store.ts';
import { storedTexts } from '../cms-v2/users/user-args.ts';
import type { WriteHandle } from '../database/handle.ts';
import type { Service } from '../service.ts';
import { now } from '../time/zone.ts';
import type { Choices } from './posts.ts';
import { type Dice, diceFor, pick } from './random.ts';
import { phrase, wordsOf } from './words.ts';

const manyCategories = 50;
const manyTags = 500;
const manyAuthors = 20;

/** Makes the authors and terms of a seed, or finds those that an earlier run has made. */
export async function makeChoices(
  tx: WriteHandle,
  service: Service,
  seed: number,
  passwordHash: string,
): Promise<Choices> {
  const words = wordsOf(seed);
  const { taxonomies } = service.contract;
  return {
    words,
    authors: await makeAuthors(tx, service, seed, words, passwordHash),
    categories: await makeTerms(
      tx,
      taxonomies.get('category'),
      manyCategories,
      diceFor(seed, 'categories'),
      words,
      seed,
    ),
    tags: await makeTerms(tx, taxonomies.get('post_tag'), manyTags, diceFor(seed, 'tags'), words, seed),
  };
}

async function makeAuthors(
  tx: WriteHandle,
  { clock }: Service,
  seed: number,
  words: readonly string[],
  password_hash: string,
): Promise<number[]> {
  const dice = diceFor(seed, 'authors');
  const authors: number[] = [];
  await tx.lock('users');
  for (let n = 1; n <= manyAuthors; n += 1) {
    const login = `author-${seed}-${n}`;
    const texts = storedTexts({ first_name: phrase(dice, words, 1), last_name: phrase(dice, words, 1) }, login);
    const known = await findUserByLogin(tx, login);
    const rest = {
      email: `${login}@example.com`,
      slug: await freeUserSlug(tx, login),
      password_hash,
      registered: now(clock),
      meta: '{}',
    };
    authors.push(known?.id ?? (await insertUser(tx, { login, ...texts, ...rest }, ['author'])));
  }
  return authors;
}

/** Every third term of a hierarchical taxonomy stands below one of those before it. */
async function makeTerms(
  tx: WriteHandle,
  taxonomy: Taxonomy | undefined,
  many: number,
  dice: Dice,
  words: readonly string[],
  seed: number,
): Promise<number[]> {
  if (!taxonomy) throw new Error('categories and tags are declared by the contract');
  const terms: number[] = [];
  for (let n = 1; n <= many; n += 1) {
    const name = phrase(dice, words, 1 + dice(2));
    const slug = `${taxonomy.noun.one.replaceAll(' ', '-')}-${seed}-${n}`;
    const parent = taxonomy.hierarchical && n % 3 === 0 ? pick(dice, terms) : 0;
    const [known] = await findIdsOfSlugs(tx, taxonomy.name, [slug]);
    const columns = { ...storedName(name), ...storedDescription(''), parent };
    terms.push(known?.id ?? (await storeTerm(tx, taxonomy, columns, slug)).id);
  }
  return terms;
}
