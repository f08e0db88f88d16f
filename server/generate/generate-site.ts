// A synthetic site for measurements. Interrupted, it is gone on with by another run of the same recipe.
import type { ContentType, Taxonomy } from '../../contract/grammar/content-type.ts';
import { hashPassword, randomSecret } from '../access/secrets.ts';
import { findTakenSlugs } from '../cms-v2/entries/store.ts';
import type { Database, WriteHandle } from '../database/handle.ts';
import { findImported, writeImported } from '../import/imported-store.ts';
import type { Service } from '../service.ts';
import { composePost } from './compose.ts';
import { type Choices, fewestPosts, type GeneratedPost, postOf, type Recipe } from './posts.ts';
import { type ReadyEntry, saveManyEntries } from './save-many.ts';
import { makeChoices } from './site-parts.ts';

export interface GenerateParts {
  readonly service: Service;
  readonly database: Database;
  readonly recipe: Recipe;
  /** Told how many posts there are so far. */
  readonly onPosts?: (posts: number) => void;
  /** How many posts go into one transaction. */
  readonly batch?: number;
}

/** A site that cannot be generated here; the message is one sentence. */
export class GenerateRefused extends Error {
  override readonly name = 'GenerateRefused';
}

const usualBatch = 5000;

/**
 * Makes 50 categories, 500 tags, 20 authors and the posts of a recipe; the same recipe makes the same site. Gives how
 * many posts were made now: fewer where an earlier run was interrupted.
 *
 * Throws GenerateRefused for too few posts, and where the site has posts of this seed from another recipe.
 */
export async function generateSite({
  service,
  database,
  recipe,
  onPosts,
  batch = usualBatch,
}: GenerateParts): Promise<number> {
  if (recipe.posts < fewestPosts) throw new GenerateRefused(`A synthetic site has at least ${fewestPosts} posts.`);
  const hash = await hashPassword(randomSecret(40));
  const choices = await database.transaction((tx) => makeChoices(tx, service, recipe.seed, hash));
  const parts = partsOf(service);
  const first = await findProgress(database, recipe);
  for (let from = first; from < recipe.posts; from += batch) {
    const to = Math.min(from + batch, recipe.posts);
    const ready = readyPosts(recipe, choices, parts, from, to);
    await database.transaction((tx) => writeBatch(tx, recipe, parts.type, ready, to));
    onPosts?.(to);
  }
  await database.optimize();
  return Math.max(0, recipe.posts - first);
}

interface Parts {
  readonly type: ContentType;
  readonly category: Taxonomy;
  readonly tag: Taxonomy;
}

function partsOf({ contract }: Service): Parts {
  const type = contract.types.get('post');
  const category = contract.taxonomies.get('category');
  const tag = contract.taxonomies.get('post_tag');
  if (!type || !category || !tag) throw new Error('posts, categories and tags are declared by the contract');
  return { type, category, tag };
}

const readyPosts = (recipe: Recipe, choices: Choices, parts: Parts, from: number, to: number): ReadyEntry[] =>
  Array.from({ length: to - from }, (_, at) => readyPost(postOf(recipe, from + at, choices), parts));

/** A generated post as it is written. */
const readyPost = (post: GeneratedPost, { type, category, tag }: Parts): ReadyEntry => ({
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
  ready: readonly ReadyEntry[],
  done: number,
): Promise<void> {
  const taken = await findTakenSlugs(
    tx,
    [type.name],
    ready.map(({ slug }) => slug),
  );
  if (taken.length > 0)
    throw new GenerateRefused(`This site has posts of seed ${recipe.seed} already; choose another seed.`);
  await saveManyEntries(tx, ready);
  await writeImported(tx, { source: sourceOf(recipe), kind, source_id: 'done', own_id: done });
}
