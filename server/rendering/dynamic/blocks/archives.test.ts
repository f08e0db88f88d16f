import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent, renderHtml } from '../../../../test/rendering/site.ts';
import type { Unit } from '../needs.ts';

const periods = (unit: Unit) => [
  { period: unit === 'year' ? '2026' : '2026-11', count: 3, url: 'http://x.test/2026/' },
];
const block = (json = '') => `<!-- wp:archives ${json} /-->`;

test('renders months as links, optionally with counts', async () => {
  assert.equal(
    await renderHtml(block(), { periods }),
    '<ul class="wp-block-archives-list wp-block-archives"><li><a href="http://x.test/2026/">November 2026</a></li></ul>',
  );
  assert.match(await renderHtml(block('{"showPostCounts":true}'), { periods }), /November 2026<\/a>&nbsp;\(3\)/);
});

test('renders years or a dropdown', async () => {
  assert.match(await renderHtml(block('{"type":"yearly"}'), { periods }), />2026<\/a>/);
  assert.match(
    await renderHtml(block('{"displayAsDropdown":true}'), { periods }),
    /^<div class="wp-block-archives-dropdown wp-block-archives"><label .*<option value="http:\/\/x\.test\/2026\/">November 2026<\/option>/,
  );
});

test('renders a message without posts', async () => assert.match(await renderHtml(block()), /No archives/));

test('needs the periods of its type', async () => {
  for (const [json, unit] of [
    ['', 'month'],
    ['{"type":"yearly"}', 'year'],
    ['{"type":"daily"}', 'day'],
    ['{"type":"drop"}', 'month'],
  ]) {
    assert.deepEqual((await renderContent(block(json))).requestedNeeds, [[{ kind: 'periods', unit }]]);
  }
});
