// Paragraphs are compared with those of the package `@wordpress/autop`, an oracle in tests only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { autop } from '@wordpress/autop';
import fc from 'fast-check';
import { balancedClassicText, plainClassicText } from './classic-text-for-tests.ts';
import { paragraphs } from './paragraphs.ts';

/** What the oracle does otherwise than the contract or its own rule; each shown by one text. */
const differences: [why: string, input: string, oracle: string, ours: string][] = [
  [
    'text behind a rule is a paragraph (rendering.md §3 "stand on their own"); the package loses its beginning',
    'a<hr>b',
    '<p>a</p>\n<hr>b</p>\n',
    '<p>a</p>\n<hr>\n<p>b</p>\n',
  ],
  [
    'a rule ends its line inside other elements too',
    '<div><hr /></div>',
    '<div>\n<hr /></div>\n',
    '<div>\n<hr />\n</div>\n',
  ],
  [
    'parted text in an element is balanced (README decision 11)',
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
    'programs are not broken up',
    '<script>a\n\nb</script>',
    '<p><script>a</p>\n<p>b</script></p>\n',
    '<p><script>a\n\nb</script></p>\n',
  ],
  [
    'every caption is drawn to its picture; the package does so for the first of a text',
    '<figure><img>\n<figcaption>c</figcaption></figure>\n<figure><img>\n<figcaption>d</figcaption></figure>',
    '<figure><img><figcaption>c</figcaption></figure>\n<figure><img></p>\n<figcaption>d</figcaption>\n</figure>\n',
    '<figure><img><figcaption>c</figcaption></figure>\n<figure><img><figcaption>d</figcaption></figure>\n',
  ],
  [
    'a no-break space is text and parts nothing',
    'a\n\u00a0\nb',
    '<p>a</p>\n<p>b</p>\n',
    '<p>a<br />\n\u00a0<br />\nb</p>\n',
  ],
  ['white space before the first element is nothing', ' <ul></ul>', '\n<ul></ul>\n', '<ul></ul>\n'],
  ['a track is no table row, its paragraph ends', '<track>', '<track>\n', '<p><track></p>\n'],
];

for (const [why, input, oracle, ours] of differences) {
  test(`differs from the oracle: ${why}`, () => {
    assert.equal(autop(input), oracle);
    assert.equal(paragraphs(input), ours);
  });
}

/** A rule alone on its line or at the end of one: see the first two differences. */
const joinRules = (html: string) => html.replace(/(<hr[^>]*>)\n/g, '$1');
/** Neither the tags of paragraphs nor white space: what is left must agree where balancing sets tags elsewhere. */
const withoutParagraphs = (html: string) => html.replace(/<\/?p( [^>]*)?>|\s/g, '');

test('plain classic texts get the same paragraphs as from the oracle', () => {
  fc.assert(
    fc.property(plainClassicText, (text) => assert.equal(joinRules(paragraphs(text)), joinRules(autop(text)))),
    { numRuns: 1500 },
  );
});

test('balanced classic texts differ from the oracle in nothing but where paragraphs are closed', () => {
  fc.assert(
    fc.property(balancedClassicText, (text) =>
      assert.equal(withoutParagraphs(paragraphs(text)), withoutParagraphs(autop(text))),
    ),
    { numRuns: 1000 },
  );
});
