import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstFreeSlug } from './free-slug.ts';

const candidate = (n: number) => (n === 1 ? 'tea' : `tea-${n}`);

/** Returns the slug that is found when the first `count` candidates except `free` are taken, and the number of queries. */
async function findSlug(count: number, free: readonly number[] = []): Promise<[string, number]> {
  const others = new Set(Array.from({ length: count }, (_, at) => candidate(at + 1)));
  for (const n of free) others.delete(candidate(n));
  let queryCount = 0;
  const slug = await firstFreeSlug(candidate, async (slugs) => {
    queryCount += 1;
    return slugs.filter((one) => others.has(one));
  });
  assert.ok(!others.has(slug), `${slug} is taken`);
  return [slug, queryCount];
}

describe('firstFreeSlug', () => {
  for (let count = 0; count < 300; count += 1) {
    it(`returns the next candidate after ${count}`, async () =>
      assert.equal((await findSlug(count))[0], candidate(count + 1)));
  }

  it('returns the first free candidate among few', async () => {
    assert.equal((await findSlug(10, [4]))[0], 'tea-4');
  });

  it('returns a free candidate among many', async () => {
    for (const freeNumber of [17, 33, 64, 999, 31_000]) await findSlug(40_000, [freeNumber]);
  });

  it('needs few queries among a million', async () => {
    const [slug, queryCount] = await findSlug(1_000_000);
    assert.equal(slug, 'tea-1000001');
    assert.ok(queryCount <= 8, `${queryCount} queries`);
  });
});
