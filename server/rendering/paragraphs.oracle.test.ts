// Compares addParagraphs with the package `@wordpress/autop`, which only tests use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { autop } from '@wordpress/autop';
import fc from 'fast-check';
import { balancedClassicText, plainClassicText } from '../../test/rendering/classic-text.ts';
import { addParagraphs } from './paragraphs.ts';

/** Differences between the oracle and the contract or the oracle's own rules, with an example for each. */
const differences: [why: string, input: string, oracle: string, ours: string][] = [
  [
    'text after `hr` is a paragraph (rendering.md §3 "stand on their own"); the package omits its start tag',
    'a<hr>b',
    '<p>a</p>\n<hr>b</p>\n',
    '<p>a</p>\n<hr>\n<p>b</p>\n',
  ],
  [
    '`hr` ends its line inside other elements, too',
    '<div><hr /></div>',
    '<div>\n<hr /></div>\n',
    '<div>\n<hr />\n</div>\n',
  ],
  [
    'paragraphs in an element are balanced (README decision 11)',
    '<div>a\n\nb</div>',
    '<div>a</p>\n<p>b</p></div>\n',
    '<div><p>a</p>\n<p>b</p></div>\n',
  ],
  [
    'the paragraph before a nested list is balanced',
    '<li>a\nc\n<ul>\n<li>b</li>\n</ul>\n</li>',
    '<li>a<br />\nc</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n',
    '<li>a<br />\nc\n<ul>\n<li>b</li>\n</ul>\n</li>\n',
  ],
  ['an empty paragraph is balanced', '<p></p>', '</p>\n', '<p></p>\n'],
  [
    'scripts are unchanged',
    '<script>a\n\nb</script>',
    '<p><script>a</p>\n<p>b</script></p>\n',
    '<p><script>a\n\nb</script></p>\n',
  ],
  [
    'whitespace before every caption is removed; the package does so for the first one only',
    '<figure><img>\n<figcaption>c</figcaption></figure>\n<figure><img>\n<figcaption>d</figcaption></figure>',
    '<figure><img><figcaption>c</figcaption></figure>\n<figure><img></p>\n<figcaption>d</figcaption>\n</figure>\n',
    '<figure><img><figcaption>c</figcaption></figure>\n<figure><img><figcaption>d</figcaption></figure>\n',
  ],
  [
    'a no-break space is text and does not separate paragraphs',
    'a\n\u00a0\nb',
    '<p>a</p>\n<p>b</p>\n',
    '<p>a<br />\n\u00a0<br />\nb</p>\n',
  ],
  ['whitespace before the first element is removed', ' <ul></ul>', '\n<ul></ul>\n', '<ul></ul>\n'],
  ['a track is not a table row, so it is in a paragraph', '<track>', '<track>\n', '<p><track></p>\n'],
];

for (const [why, input, oracle, ours] of differences) {
  test(`differs from the oracle: ${why}`, () => {
    assert.equal(autop(input), oracle);
    assert.equal(addParagraphs(input), ours);
  });
}

/** Removes line ends after `hr` elements, because of the first two differences. */
const joinRules = (html: string) => html.replace(/(<hr[^>]*>)\n/g, '$1');
/** Removes paragraph tags and whitespace, which may differ because of balancing. */
const withoutParagraphs = (html: string) => html.replace(/<\/?p( [^>]*)?>|\s/g, '');

test('plain classic texts get the same paragraphs as the oracle', () => {
  fc.assert(
    fc.property(plainClassicText, (text) => assert.equal(joinRules(addParagraphs(text)), joinRules(autop(text)))),
    { numRuns: 1500 },
  );
});

test('balanced classic texts differ from the oracle only in paragraph tags', () => {
  fc.assert(
    fc.property(balancedClassicText, (text) =>
      assert.equal(withoutParagraphs(addParagraphs(text)), withoutParagraphs(autop(text))),
    ),
    { numRuns: 1000 },
  );
});
