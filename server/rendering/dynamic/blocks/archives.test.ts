import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Unit } from '../needs.ts';
import { show, shownOf } from '../site-for-tests.ts';

const periods = (unit: Unit) => [
  { period: unit === 'year' ? '2026' : '2026-11', count: 3, address: 'http://x.test/2026/' },
];
const block = (json = '') => `<!-- wp:archives ${json} /-->`;

test('shows months as links, with numbers where they are wanted', async () => {
  assert.equal(
    await shownOf(block(), { periods }),
    '<ul class="wp-block-archives-list wp-block-archives"><li><a href="http://x.test/2026/">November 2026</a></li></ul>',
  );
  assert.match(await shownOf(block('{"showPostCounts":true}'), { periods }), /November 2026<\/a>&nbsp;\(3\)/);
});

test('shows years or a choice', async () => {
  assert.match(await shownOf(block('{"type":"yearly"}'), { periods }), />2026<\/a>/);
  assert.match(
    await shownOf(block('{"displayAsDropdown":true}'), { periods }),
    /^<div class="wp-block-archives-dropdown wp-block-archives"><label .*<option value="http:\/\/x\.test\/2026\/">November 2026<\/option>/,
  );
});

test('says so where there is nothing', async () => assert.match(await shownOf(block()), /No archives/));

test('needs the periods of its kind', async () => {
  for (const [json, unit] of [
    ['', 'month'],
    ['{"type":"yearly"}', 'year'],
    ['{"type":"daily"}', 'day'],
    ['{"type":"drop"}', 'month'],
  ]) {
    assert.deepEqual((await show(block(json))).asked, [[{ kind: 'periods', unit }]]);
  }
});
