import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referencesIn, rewriteIds } from './references.ts';

/** Adds 1,000 to the IDs of entries, and 5,000 to the IDs of terms, in content. */
const withLocalIds = (text: string) => rewriteIds(text, ({ kind, id }) => id + (kind === 'entry' ? 1000 : 5000));

const changed: readonly (readonly [what: string, text: string, expected: string])[] = [
  ['an image', '<!-- wp:image {"id":5,"width":5} -->', '<!-- wp:image {"id":1005,"width":5} -->'],
  ['its class', '<img class="a wp-image-5" alt="5"/>', '<img class="a wp-image-1005" alt="5"/>'],
  ['an old caption', '[caption id="attachment_5" width="5"]', '[caption id="attachment_1005" width="5"]'],
  ['a link to a file', '<a rel="attachment wp-att-5">', '<a rel="attachment wp-att-1005">'],
  ['a gallery shortcode', '[gallery ids="5, 6" columns="3"]', '[gallery ids="1005, 1006" columns="3"]'],
  ['an image of a gallery', '<img data-id="5" />', '<img data-id="1005" />'],
  ['a gallery block', '<!-- wp:gallery {"ids":[5,6],"columns":3} -->', '<!-- wp:gallery {"ids":[1005,1006],"columns":3} -->'],
  ['a reusable block', '<!-- wp:block {"ref":5} /-->', '<!-- wp:block {"ref":1005} /-->'],
  ['a navigation', '<!-- wp:core/navigation {"a":{"ref":5},"ref":5} /-->', '<!-- wp:core/navigation {"a":{"ref":5},"ref":1005} /-->'],
  ['a media & text block', '<!-- wp:media-text {"mediaId":5} -->', '<!-- wp:media-text {"mediaId":1005} -->'],
  ['a link to a page', '<!-- wp:navigation-link {"id":5,"kind":"post-type","type":"page"} /-->', '<!-- wp:navigation-link {"id":1005,"kind":"post-type","type":"page"} /-->'],
  ['a link to a term', '<!-- wp:navigation-link {"id":5,"kind":"taxonomy","type":"tag"} /-->', '<!-- wp:navigation-link {"id":5005,"kind":"taxonomy","type":"tag"} /-->'],
  ['a pair of quotes in a value', '<!-- wp:image {"alt":"a\\"id\\":5","id":5} -->', '<!-- wp:image {"alt":"a\\"id\\":5","id":1005} -->'],
]; // biome-ignore format: a table

for (const [what, text, expected] of changed)
  test(`rewrites the ID in ${what}`, () => assert.equal(withLocalIds(text), expected));

const unchanged: readonly string[] = [
  '<!-- wp:paragraph {"id":5} -->',
  '<!-- wp:acme/image {"id":5} -->',
  '<!-- wp:image {"style":{"id":5}} -->',
  '<!-- wp:image {"id":"5"} -->',
  '<!-- wp:image {"id":5.5} -->',
  '<!-- wp:image {"id":5 -->',
  '<!-- wp:image {"a":{},"id":{"b":5}} -->',
  '<!-- wp:image {"id":5',
  'wp-image-x attachment_ 5',
  '[caption width="5"]',
  '<!-- wp:image --> {"id":5}',
];
for (const text of unchanged) test(`does not change ${text}`, () => assert.equal(withLocalIds(text), text));

test('returns each reference once', () => {
  const text = '<!-- wp:image {"id":5} --><img class="wp-image-5"/><!-- /wp:image --><!-- wp:block {"ref":7} /-->';
  assert.deepEqual(
    referencesIn(text).map(({ id }) => id),
    [5, 7],
  );
  assert.deepEqual(referencesIn('nothing'), []);
});

test('takes linear time for long inputs', () => {
  for (const fragment of [
    '<!-- wp:image {',
    '<!-- wp:image {"id":5',
    '[gallery ids="1,',
    '[gallery ',
    'wp-image-',
    '{"id":[',
  ])
    withLocalIds(fragment.repeat(200_000 / fragment.length));
});
