import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent, renderHtml, termOf } from '../../../../test/rendering/site.ts';

const terms = () => [termOf(9, { count: 21, name: 'Most' }), termOf(5, { count: 1, name: 'Least "x"' })];
const block = (json = '') => `<!-- wp:tag-cloud ${json} /-->`;

test('renders terms by name with font sizes by frequency', async () => {
  assert.equal(
    await renderHtml(block('{"showTagCounts":true}'), { terms }),
    '<p class="wp-block-tag-cloud"><a class="tag-cloud-link tag-link-5 tag-link-position-1" href="http://x.test/term-5/" ' +
      'style="font-size: 8pt;" aria-label="Least &quot;x&quot; (1 item)">Least &quot;x&quot;<span class="tag-link-count"> (1)</span></a>\n' +
      '<a class="tag-cloud-link tag-link-9 tag-link-position-2" href="http://x.test/term-9/" ' +
      'style="font-size: 22pt;" aria-label="Most (21 items)">Most<span class="tag-link-count"> (21)</span></a></p>',
  );
});

test('accepts valid font sizes only', async () => {
  assert.match(
    await renderHtml(block('{"smallestFontSize":"1rem","largestFontSize":"2rem"}'), { terms }),
    /font-size: 1rem;.*\n.*font-size: 2rem;/,
  );
  const maliciousHtml = await renderHtml(
    block('{"smallestFontSize":"1px;background:url(x)","largestFontSize":"\\u0022\\u003e"}'),
    { terms },
  );
  assert.match(maliciousHtml, /font-size: 8pt;/);
  assert.doesNotMatch(maliciousHtml, /background/);
});

test('needs the most frequent terms, at most a hundred', async () => {
  const { requestedNeeds } = await renderContent(block('{"numberOfTags":5000}'));
  assert.deepEqual(requestedNeeds, [
    [{ kind: 'terms', query: { taxonomy: 'post_tag', orderBy: 'count', empty: false, limit: 100 } }],
  ]);
  assert.match(await renderHtml(block()), /No terms/);
});
