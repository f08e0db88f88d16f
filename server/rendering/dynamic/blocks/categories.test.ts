import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent, renderHtml, termOf } from '../../../../test/rendering/site.ts';

const terms = () => [
  termOf(1, { name: 'A &amp; <b>B</b>' }),
  termOf(2, { parent: 1 }),
  termOf(3, { parent: 2 }),
  termOf(4, { parent: 99 }),
];
const block = (json = '') => `<!-- wp:categories ${json} /-->`;
const item = (id: number, name: string, more = '') =>
  `<li class="cat-item cat-item-${id}"><a href="http://x.test/term-${id}/">${name}</a>${more}</li>`;
const list = (items: string) =>
  `<ul class="wp-block-categories-list wp-block-categories-taxonomy-category wp-block-categories">${items}</ul>`;

test('renders terms as a list', async () => {
  assert.equal(
    await renderHtml(block('{"showPostCounts":true}'), { terms }),
    list(
      item(1, 'A &amp; B', ' (1)') + item(2, 'Term 2', ' (2)') + item(3, 'Term 3', ' (3)') + item(4, 'Term 4', ' (4)'),
    ),
  );
});

test('renders terms as a tree, including those with a missing parent', async () => {
  const below = (items: string) => `<ul class="children">${items}</ul>`;
  assert.equal(
    await renderHtml(block('{"showHierarchy":true}'), { terms }),
    list(item(1, 'A &amp; B', below(item(2, 'Term 2', below(item(3, 'Term 3'))))) + item(4, 'Term 4')),
  );
});

test('renders top-level terms only, or a dropdown', async () => {
  assert.equal(await renderHtml(block('{"showOnlyTopLevel":true}'), { terms }), list(item(1, 'A &amp; B')));
  const choice = await renderHtml(
    block('{"displayAsDropdown":true,"label":"\\u003cb\\u003ePick\\u003c/b\\u003e","showLabel":false}'),
    { terms },
  );
  assert.match(choice, /__label screen-reader-text"><span>Pick<\/span> <select name="categories">/);
});

test('needs the configured taxonomy', async () => {
  const { requestedNeeds } = await renderContent(block('{"taxonomy":"post_tag","showEmpty":true}'));
  assert.deepEqual(requestedNeeds, [
    [{ kind: 'terms', query: { taxonomy: 'post_tag', orderBy: 'name', empty: true, limit: 500 } }],
  ]);
});
