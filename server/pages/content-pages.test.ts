import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findingsInAllContexts, isSelfContained, isServiceElement } from '../../test/rendering/findings.ts';
import { mutatedAttack } from '../../test/rendering/mutations.ts';
import { renderHtml } from '../../test/rendering/site.ts';
import { entryMarkup } from '../rendering/sanitise/allowed-markup.ts';
import { sanitize } from '../rendering/sanitise/sanitise.ts';
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
  [
    'a break in a link that does not end with its paragraph',
    `<p><a href="x">a</p>\n<p>${cut}</p>\n<p>b</a> c</p>`,
    ['<p><a href="x">a</p>\n</a>', '<a href="x">\n<p>b</a> c</p>'],
  ],
  [
    'a break in a table with unclosed formatting',
    `<table><tr><td><b>a</td><td>${cut}b</td></tr></table>`,
    ['<table><tr><td><b>a</td><td></td></tr></table>', '<table><tr><td>b</td></tr></table>'],
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

describe('the pages of sanitized content', () => {
  /** Attacks with page breaks anywhere. */
  const content = fc
    .tuple(fc.array(mutatedAttack, { minLength: 1, maxLength: 3 }), fc.array(fc.nat({ max: 1000 }), { maxLength: 4 }))
    .map(([attacks, positions]) =>
      positions.reduce((text, thousandths) => {
        const at = Math.floor((thousandths / 1000) * text.length);
        return text.slice(0, at) + cut + text.slice(at);
      }, attacks.join(cut)),
    );

  it('contain nothing executable, and their elements end on the same page', async () => {
    let breaks = 0;
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        const html = await renderHtml(sanitize(text, entryMarkup));
        fc.pre(isSelfContained(html));
        const { pages = 0 } = pageOfContent(html, 1) ?? {};
        breaks += pages - 1;
        for (let page = 1; page <= pages; page += 1) {
          const { html: part = '' } = pageOfContent(html, page) ?? {};
          assert.ok(isSelfContained(part), `page ${page}: ${part}`);
          assert.deepEqual(findingsInAllContexts(part, isServiceElement), [], part);
        }
      }),
      { numRuns: 600 },
    );
    assert.ok(breaks > 200, String(breaks));
  });
});
