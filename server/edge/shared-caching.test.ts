import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeSharedCacheLines, type SharedCaching } from './shared-caching.ts';

const linesOf = (caching: Partial<SharedCaching>, tags: readonly string[]) =>
  makeSharedCacheLines({ format: 'cache-tag', maxAgeSeconds: 0, staleSeconds: 0, ...caching })(tags);

const formats: readonly (readonly [SharedCaching['format'], string, string])[] = [
  ['cache-tag', 'Cache-Tag', 'site,post-12,posts'],
  ['surrogate-key', 'Surrogate-Key', 'site post-12 posts'],
  ['xkey', 'xkey', 'site post-12 posts'],
  ['cache-groups', 'Cache-Groups', '"site", "post-12", "posts"'],
];
for (const [format, name, value] of formats)
  it(`writes tags without repetitions in the format ${format}`, () => {
    assert.deepEqual(linesOf({ format }, ['post-12', 'posts', 'post-12']), [name, value]);
  });

it('says for how long shared caches may store a response, but never browsers', () => {
  const [name, value] = linesOf({ maxAgeSeconds: 600 }, []);
  assert.deepEqual([name, value], ['Cache-Control', 'public, max-age=0, s-maxage=600']);
  const [, stale] = linesOf({ maxAgeSeconds: 600, staleSeconds: 30 }, []);
  assert.equal(stale, 'public, max-age=0, s-maxage=600, stale-while-revalidate=30');
});

it('replaces too many tags with the tag that every change purges', () => {
  const many = Array.from({ length: 1000 }, (_, at) => `post-${at}`);
  assert.deepEqual(linesOf({}, many), ['Cache-Tag', 'site,content']);
  assert.deepEqual(linesOf({ format: 'xkey' }, many), ['xkey', 'site content']);
});

it('replaces more groups than caches must support, and longer names', () => {
  const groups = (count: number) => Array.from({ length: count }, (_, at) => `post-${at}`);
  assert.match(linesOf({ format: 'cache-groups' }, groups(31))[1] ?? '', /"post-30"$/);
  assert.equal(linesOf({ format: 'cache-groups' }, groups(32))[1], '"site", "content"');
  assert.equal(linesOf({ format: 'cache-groups' }, ['a'.repeat(33)])[1], '"site", "content"');
});
