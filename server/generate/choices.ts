// Creates the authors, categories and tags of a synthetic site.
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import { saveNewTerm } from '../cms-v2/terms/save-new-term.ts';
import { findTermIdsBySlugs } from '../cms-v2/terms/store.ts';
import { cleanDescription, cleanName } from '../cms-v2/terms/term-args.ts';
import { findFreeUserSlug, findUserByLogin, insertUser } from '../cms-v2/users/store.ts';
import { resolveTextColumns } from '../cms-v2/users/user-args.ts';
import type { WriteHandle } from '../database/handle.ts';
import type { Service } from '../service.ts';
import { now } from '../time/zone.ts';
import type { Choices } from './posts.ts';
import { pick, type RandomInteger, randomFor } from './random.ts';
import { generateWords, phrase } from './words.ts';

const categoryCount = 50;
const tagCount = 500;
const authorCount = 20;

/** Returns the words, authors and terms of a seed. Creates authors and terms unless an earlier run has created them. */
export async function createChoices(
  tx: WriteHandle,
  service: Service,
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
  { clock }: Service,
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
