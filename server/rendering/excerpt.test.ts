import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { balancedClassicText } from './classic-text-for-tests.ts';
import { makeExcerpt } from './excerpt.ts';
import { stripTags } from './markup.ts';
import { paragraphs } from './paragraphs.ts';
import { typographic } from './typography.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ');
const block = (name: string, html: string, json = '') =>
  `<!-- wp:${name} ${json && `${json} `}-->${html}<!-- /wp:${name} -->`;

const made: [why: string, content: string, excerpt: string][] = [
  ['tags go, line ends become blanks', '<h2>Head</h2>Text <b>bold</b>\nmore', 'Head Text bold more'],
  ['breaks join words', 'One<br>Two', 'OneTwo'],
  ['it ends at the more mark', 'a <!--more Read on--> b', 'a'],
  ['only the first page counts', 'a<!--nextpage-->b', 'a'],
  ['a page mark at the beginning begins no second page', '<!--nextpage-->\na<!--nextpage-->b', 'a'],
  ['known shortcodes go, unknown stay', 'A [gallery] b [nosuch] [caption]x[/caption]', 'A b [nosuch]'],
  ['scripts and styles go whole', '<script>a</script><style>b</style>c', 'c'],
  ['text is set', '"q" -- d &amp; e', '&#8220;q&#8221; &#8212; d &amp; e'],
  [
    'only blocks of text count',
    block('code', '<pre>a</pre>') + block('paragraph', '<p>b</p>') + block('acme/x', 'c'),
    'b',
  ],
  ['wrappers count by what is in them', block('columns', block('column', `x${block('paragraph', '<p>a</p>')}`)), 'a'],
  ['a list of items is left out', block('list', `<ul>${block('list-item', '<li>a</li>')}</ul>`), ''],
  ['a quotation of paragraphs counts', block('quote', block('paragraph', '<p>a</p>')), 'a'],
  ['hidden blocks do not count', block('paragraph', '<p>a</p>', '{"metadata":{"blockVisibility":false}}'), ''],
  [
    'footnote marks go',
    block('paragraph', '<p>T<sup data-fn="a" class="fn"><a href="#a">1</a></sup> e<sup>2</sup></p>'),
    'T e2',
  ],
  ['nothing gives nothing', ' ', ''],
];

for (const [why, content, excerpt] of made) test(why, () => assert.equal(makeExcerpt(content), excerpt));

test('a long text is cut after 55 words, or as many as are asked for', () => {
  assert.equal(makeExcerpt(words(55)), words(55));
  assert.equal(makeExcerpt(words(56)), `${words(55)} [&hellip;]`);
  assert.equal(makeExcerpt(words(4), 3), `${words(3)} [&hellip;]`);
  assert.equal(makeExcerpt(words(4), 0), ' [&hellip;]');
  assert.equal(makeExcerpt(words(4), -7), `${words(3)} [&hellip;]`);
});

test('hostile contents take linear time', { timeout: 30_000 }, () => {
  for (const unit of ['<sup class="fn">', '<!--more', '<script>', '<!-- wp:group -->', '<'])
    makeExcerpt(unit.repeat(200_000));
});

test('the excerpt of a long text is that of the whole', () => {
  const inFull = (text: string) => {
    const all = stripTags(paragraphs(typographic(text)))
      .split(/[\n\r\t ]+/)
      .filter((word) => word !== '');
    return all.length > 55 ? `${all.slice(0, 55).join(' ')} [&hellip;]` : all.join(' ');
  };
  fc.assert(
    fc.property(balancedClassicText, (written) => {
      const text = `${written.replace(/<!--(?:more|nextpage)[^>]*-->/g, '')}\n\nx`;
      const long = text.repeat(Math.ceil(60_000 / text.length));
      assert.equal(makeExcerpt(long), inFull(long));
    }),
    { numRuns: 60 },
  );
});

test('a long text without words, or with few, has the excerpt of the whole', () => {
  assert.equal(makeExcerpt('<b></b>'.repeat(20_000)), '');
  assert.equal(makeExcerpt(`${'<b></b>'.repeat(20_000)}at last`), 'at last');
  assert.equal(makeExcerpt('x'.repeat(100_000)), 'x'.repeat(100_000));
  assert.equal(makeExcerpt(`a ${'<b></b>'.repeat(20_000)} b`, 1), 'a [&hellip;]');
  assert.equal(makeExcerpt(`a b ${'c '.repeat(40_000)}`, -1).split(' ').length, 40_002);
});
