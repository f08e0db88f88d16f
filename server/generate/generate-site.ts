// Generates a synthetic site for benchmarks. After an interruption, another run with the same recipe completes it.
import type { ContentType, Taxonomy } from '../../contract/grammar/content-type.ts';
import { hashPassword, randomSecret } from '../access/secrets.ts';
import { findTakenSlugs } from '../cms-v2/entries/store.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import { findImported, upsertImported } from '../import/imported-store.ts';
import type { Service } from '../service.ts';
import { type Choices, createChoices, type GeneratedPost, generatePost, minPosts, type Recipe } from './posts.ts';
import { composePost, type ReadyEntry, saveManyEntries } from './save-many.ts';

/** The destination, the parameters and callbacks. */
export interface GenerateOptions {
  readonly service: Pick<Service, 'contract' | 'clock'>;
  readonly database: Database;
  readonly recipe: Recipe;
  /** Called after each transaction with the number of posts so far, including those of interrupted runs. */
  readonly onPosts?: (posts: number) => void;
  /** Number of posts per transaction. */
  readonly batch?: number;
}

/** Thrown when the site cannot be generated. The message is for the operator. */
export class GenerateError extends Error {
  override readonly name = 'GenerateError';
}

const defaultBatchSize = 5000;

/**
 * Creates 50 categories, 500 tags, 20 authors and the posts of a recipe. The same recipe creates the same site. Returns the number of
 * posts that this run has created; after an interrupted run, these are the remaining posts.
 *
 * Throws GenerateError for too few posts, and when the site has posts of this seed from another recipe.
 */
export async function generateSite({
  service,
  database,
  recipe,
  onPosts,
  batch = defaultBatchSize,
}: GenerateOptions): Promise<number> {
  if (recipe.posts < minPosts) throw new GenerateError(`A synthetic site must have at least ${minPosts} posts.`);
  const hash = await hashPassword(randomSecret(40));
  const choices = await database.transaction((tx) => createChoices(tx, service, recipe.seed, hash));
  const contentTypes = contentTypesOf(service);
  const first = await findProgress(database, recipe);
  for (let from = first; from < recipe.posts; from += batch) {
    const to = Math.min(from + batch, recipe.posts);
    const readyEntries = readyPosts(recipe, choices, contentTypes, from, to);
    await database.transaction((tx) => writeBatch(tx, recipe, contentTypes.type, readyEntries, to));
    onPosts?.(to);
  }
  await database.optimize();
  return Math.max(0, recipe.posts - first);
}

/** The declarations of posts and their taxonomies. */
interface ContentTypes {
  readonly type: ContentType;
  readonly category: Taxonomy;
  readonly tag: Taxonomy;
}

function contentTypesOf({ contract }: Pick<Service, 'contract'>): ContentTypes {
  const type = contract.types.get('post');
  const category = contract.taxonomies.get('category');
  const tag = contract.taxonomies.get('post_tag');
  if (!type || !category || !tag) throw new Error('the contract does not declare posts, categories or tags');
  return { type, category, tag };
}

const readyPosts = (
  recipe: Recipe,
  choices: Choices,
  contentTypes: ContentTypes,
  from: number,
  to: number,
): ReadyEntry[] =>
  Array.from({ length: to - from }, (_, at) => readyPost(generatePost(recipe, from + at, choices), contentTypes));

/** Converts a generated post to an entry that can be inserted. */
const readyPost = (post: GeneratedPost, { type, category, tag }: ContentTypes): ReadyEntry => ({
  entry: composePost(type, post),
  slug: post.slug,
  terms: [{ taxonomy: category, id: post.category }, ...post.tags.map((id) => ({ taxonomy: tag, id }))],
});

const kind = 'posts';
const sourceOf = ({ seed, posts }: Recipe) => `generated with seed ${seed} and ${posts} posts`;

const findProgress = async (database: Database, recipe: Recipe): Promise<number> =>
  (await findImported(database.read, sourceOf(recipe), kind, ['done'])).get('done') ?? 0;

async function writeBatch(
  tx: WriteHandle,
  recipe: Recipe,
  type: ContentType,
  readyEntries: readonly ReadyEntry[],
  done: number,
): Promise<void> {
  const taken = await findTakenSlugs(
    tx,
    [type.name],
    readyEntries.map(({ slug }) => slug),
  );
  if (taken.length > 0)
    throw new GenerateError(
      `This site already contains posts generated with seed ${recipe.seed}; choose another seed.`,
    );
  await saveManyEntries(tx, readyEntries);
  await upsertImported(tx, { source: sourceOf(recipe), kind, source_id: 'done', own_id: done });
}
