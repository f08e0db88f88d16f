/** Says which of some slugs others have. */
export type Taken = (slugs: readonly string[]) => Promise<Iterable<string>>;

/** So many forms are asked for together. */
const together = 16;
/** No name is shared by more than this. */
const most = 2 ** 31;

/**
 * The first free one of a slug's forms, `form(1)` being the slug itself and `form(2)` the one with the suffix -2
 * (posts-and-pages.md §9). Where the first sixteen are taken it is a free one, found in as many questions as the
 * logarithm of their number has digits: ten thousand entries of one title do not make the next one slow. It is then the
 * first one only if no form in between has become free again.
 */
export async function firstFreeSlug(form: (n: number) => string, taken: Taken): Promise<string> {
  const first = Array.from({ length: together }, (_, at) => at + 1);
  const near = await firstFreeOf(first, form, taken);
  if (near !== undefined) return form(near);
  // From here on `low` is taken and `high` is free.
  const doubled: number[] = [];
  for (let n = 2 * together; n < most; n *= 2) doubled.push(n);
  let high = (await firstFreeOf(doubled, form, taken)) ?? most;
  let low = high === doubled[0] ? together : high / 2;
  while (high - low > 1) {
    const between = spread(low, high);
    const free = await firstFreeOf(between, form, taken);
    low = free === undefined ? (between.at(-1) ?? low) : (between[between.indexOf(free) - 1] ?? low);
    high = free ?? high;
  }
  return form(high);
}

async function firstFreeOf(numbers: readonly number[], form: (n: number) => string, taken: Taken) {
  const others = new Set(await taken(numbers.map(form)));
  return numbers.find((n) => !others.has(form(n)));
}

/** Numbers between two others, evenly spread. */
function spread(low: number, high: number): number[] {
  const count = Math.min(together, high - low - 1);
  return Array.from({ length: count }, (_, at) => low + Math.floor(((high - low) * (at + 1)) / (count + 1)));
}
