import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseSubmittedSlug, toSlug, truncateSlug } from './slug.ts';

const slugs: [title: string, slug: string][] = [
  ['Hello  World ', 'hello-world'],
  ['under_score 1.2/3', 'under_score-1-2-3'],
  ['-a--b- ', 'a-b'],
  ['back\\slash it\'s "quoted" (x)!', 'backslash-its-quoted-x'],
  ['Ünïcödé ßtraße Æon ĳ', 'unicode-strase-aeon-ij'],
  ['a – b — c\u00a0d', 'a-b-c-d'],
  ['it’s «this» ©®™ …', 'its-this'],
  ['€ £ 3×4', 'e-3x4'],
  ['<b>Bold</b> &amp; more', 'bold-more'],
  ['50% off %20 x', '50-off-%20-x'],
  ['日本', '%e6%97%a5%e6%9c%ac'],
  ['ПРИВЕТ й', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82-%d0%b9'],
  ['😀', '%f0%9f%98%80'],
  ['???', ''],
];

for (const [title, slug] of slugs) {
  test(`the slug of ${JSON.stringify(title)} is ${slug || 'empty'}`, () => assert.equal(toSlug(title), slug));
}

test('truncates a slug at 200 bytes, but never inside a letter', () => {
  assert.equal(toSlug('a'.repeat(300)).length, 200);
  assert.equal(toSlug(`ab ${'日'.repeat(80)}`), `ab-${'%e6%97%a5'.repeat(21)}`);
});

test('shortens a slug for a suffix without breaking letters or leaving a hyphen', () => {
  assert.equal(truncateSlug('short', 10), 'short');
  assert.equal(truncateSlug('one-two', 4), 'one');
  assert.equal(truncateSlug('a%e6%97%a5b', 9), 'a');
  assert.equal(truncateSlug('a%e6%97%a5b', 10), 'a%e6%97%a5');
  assert.equal(truncateSlug('%f0%9f%98%80', 11), '');
});

test('uses only the beginning of a long text', () => {
  assert.equal(toSlug('ä b '.repeat(1_000_000)), toSlug('ä b '.repeat(100)));
});

test('a slug contains only allowed characters, and toSlug is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const slug = toSlug(title);
      assert.match(slug, /^(?:[a-z0-9_-]|%[0-9a-f]{2})*$/);
      assert.ok(slug.length <= 200);
      assert.equal(toSlug(slug), slug);
      assert.ok(truncateSlug(slug, 20).length <= 20);
    }),
  );
});

test('treats a submitted slug of zero as absent', () => {
  for (const text of [undefined, '0', ' 0!']) assert.equal(parseSubmittedSlug(text), undefined);
  for (const [text, slug] of [
    ['', ''],
    ['00', '00'],
    ['A b', 'a-b'],
  ] as const)
    assert.equal(parseSubmittedSlug(text), slug);
});
