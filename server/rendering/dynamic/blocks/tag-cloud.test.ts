import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show, shownOf, termOf } from '../site-for-tests.ts';

const terms = () => [termOf(9, { count: 21, name: 'Most' }), termOf(5, { count: 1, name: 'Least "x"' })];
const block = (json = '') => `<!-- wp:tag-cloud ${json} /-->`;

test('shows terms by name, sized by how often they are used', async () => {
  assert.equal(
    await shownOf(block('{"showTagCounts":true}'), { terms }),
    '<p class="wp-block-tag-cloud"><a class="tag-cloud-link tag-link-5 tag-link-position-1" href="http://x.test/term-5/" ' +
      'style="font-size: 8pt;" aria-label="Least &quot;x&quot; (1 item)">Least &quot;x&quot;<span class="tag-link-count"> (1)</span></a>\n' +
      '<a class="tag-cloud-link tag-link-9 tag-link-position-2" href="http://x.test/term-9/" ' +
      'style="font-size: 22pt;" aria-label="Most (21 items)">Most<span class="tag-link-count"> (21)</span></a></p>',
  );
});

test('takes sizes that are sizes', async () => {
  assert.match(
    await shownOf(block('{"smallestFontSize":"1rem","largestFontSize":"2rem"}'), { terms }),
    /font-size: 1rem;.*\n.*font-size: 2rem;/,
  );
  const hostile = await shownOf(
    block('{"smallestFontSize":"1px;background:url(x)","largestFontSize":"\\u0022\\u003e"}'),
    { terms },
  );
  assert.match(hostile, /font-size: 8pt;/);
  assert.doesNotMatch(hostile, /background/);
});

test('needs the most frequent ones, a hundred at most', async () => {
  const { asked } = await show(block('{"numberOfTags":5000}'));
  assert.deepEqual(asked, [
    [{ kind: 'terms', query: { taxonomy: 'post_tag', orderBy: 'count', empty: false, limit: 100 } }],
  ]);
  assert.match(await shownOf(block()), /No terms/);
});
