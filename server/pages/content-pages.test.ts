import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pageOfContent } from './content-pages.ts';

const cut = '<!--nextpage-->';

const cases: readonly (readonly [about: string, content: string, pages: readonly string[]])[] = [
  ['content without page breaks', '<p>a</p>', ['<p>a</p>']],
  ['blocks', `<p>a</p>\n\n${cut}\n\n<p>b</p>`, ['<p>a</p>\n\n', '\n\n<p>b</p>']],
  ['a break at the beginning', ` ${cut}a${cut}b`, [` ${cut}a`, 'b']],
  ['a break in a paragraph of its own', `<p>a</p>\n<p>${cut}</p>\n<p>b</p>`, ['<p>a</p>\n', '\n<p>b</p>']],
  ['a break at the end of a paragraph', `<p>a${cut}</p><p>b</p>`, ['<p>a</p>', '<p></p><p>b</p>']],
  [
    'a break inside elements',
    `<div class="x"><p>a <em>b</em>${cut}c</p><img src="y"><br></div>${cut}d`,
    ['<div class="x"><p>a <em>b</em></p></div>', '<div class="x"><p>c</p><img src="y"><br></div>', 'd'],
  ],
  ['an end tag without a start tag', `<p>a</p></div>${cut}</b>c`, ['<p>a</p></div>', '</b>c']],
];

for (const [about, content, pages] of cases) {
  it(`divides ${about}`, () => {
    const count = pages.length;
    assert.deepEqual(
      pages.map((_, at) => pageOfContent(content, at + 1)),
      pages.map((html) => ({ html, pages: count })),
    );
    assert.equal(pageOfContent(content, count + 1), undefined);
  });
}

it('takes linear time for many breaks in deeply nested elements', { timeout: 10_000 }, () => {
  const content = `${'<div title="x">'.repeat(20_000)}${`a${cut}`.repeat(20_000)}`;
  assert.equal(pageOfContent(content, 10_000)?.pages, 20_001);
});
