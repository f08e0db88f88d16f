/** A function that returns those of the slugs that are taken. */
export type FindTakenSlugs = (slugs: readonly string[]) => Promise<Iterable<string>>;

/** Number of candidates in the first query. It is small, because most slugs are free. */
export const FIRST_BATCH_SIZE = 4;
/** Number of candidates in later queries. */
const BATCH_SIZE = 16;
/** Upper bound of the numeric suffix. */
const MAX_SUFFIX = 2 ** 31;

/**
 * Returns a free variant of a slug. `form(1)` is the slug itself, and `form(2)` has the suffix -2 (posts-and-pages.md §9). If any of
 * the first twenty variants is free, the first free one is returned. Otherwise, a free one is found with a logarithmic number of
 * queries, so that ten thousand entries with the same title do not slow down the next one. It is the first free variant unless a
 * lower number has become free again.
 */
export async function firstFreeSlug(form: (n: number) => string, findTaken: FindTakenSlugs): Promise<string> {
  const first = Array.from({ length: FIRST_BATCH_SIZE }, (_, at) => at + 1);
  const next = Array.from({ length: BATCH_SIZE }, (_, at) => FIRST_BATCH_SIZE + at + 1);
  const firstFree = (await firstFreeOf(first, form, findTaken)) ?? (await firstFreeOf(next, form, findTaken));
  if (firstFree !== undefined) return form(firstFree);
  // Invariant from here on: `low` is taken and `high` is free.
  const doubled: number[] = [];
  for (let n = 2 * BATCH_SIZE; n < MAX_SUFFIX; n *= 2) doubled.push(n);
  let high = (await firstFreeOf(doubled, form, findTaken)) ?? MAX_SUFFIX;
  let low = high === doubled[0] ? FIRST_BATCH_SIZE + BATCH_SIZE : high / 2;
  while (high - low > 1) {
    const between = spacedNumbers(low, high);
    const free = await firstFreeOf(between, form, findTaken);
    low = free === undefined ? (between.at(-1) ?? low) : (between[between.indexOf(free) - 1] ?? low);
    high = free ?? high;
  }
  return form(high);
}

async function firstFreeOf(suffixes: readonly number[], form: (n: number) => string, findTaken: FindTakenSlugs) {
  const takenSlugs = new Set(await findTaken(suffixes.map(form)));
  return suffixes.find((n) => !takenSlugs.has(form(n)));
}

/** Returns evenly spaced numbers between two others. */
function spacedNumbers(low: number, high: number): number[] {
  const count = Math.min(BATCH_SIZE, high - low - 1);
  return Array.from({ length: count }, (_, at) => low + Math.floor(((high - low) * (at + 1)) / (count + 1)));
}
