import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstFreeSlug } from './free-slug.ts';

const form = (n: number) => (n === 1 ? 'tea' : `tea-${n}`);

/** Asks with the first `count` forms taken, but for those set free; gives the slug and how many questions it took. */
async function ask(count: number, free: readonly number[] = []): Promise<[string, number]> {
  const others = new Set(Array.from({ length: count }, (_, at) => form(at + 1)));
  for (const n of free) others.delete(form(n));
  let questions = 0;
  const slug = await firstFreeSlug(form, async (slugs) => {
    questions += 1;
    return slugs.filter((one) => others.has(one));
  });
  assert.ok(!others.has(slug), `${slug} is taken`);
  return [slug, questions];
}

describe('the free form of a slug', () => {
  for (let count = 0; count < 300; count += 1) {
    it(`is the next one after ${count}`, async () => assert.equal((await ask(count))[0], form(count + 1)));
  }

  it('is the first one among few, also where one has become free', async () => {
    assert.equal((await ask(10, [4]))[0], 'tea-4');
  });

  it('is a free one among many', async () => {
    for (const hole of [17, 33, 64, 999, 31_000]) await ask(40_000, [hole]);
  });

  it('takes few questions among a million', async () => {
    const [slug, questions] = await ask(1_000_000);
    assert.equal(slug, 'tea-1000001');
    assert.ok(questions <= 8, `${questions} questions`);
  });
});
