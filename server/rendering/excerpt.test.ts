import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { balancedClassicText } from '../../test/rendering/classic-text.ts';
import { generateExcerpt } from './excerpt.ts';
import { stripTags } from './markup.ts';
import { addParagraphs } from './paragraphs.ts';
import { applyTypography } from './typography.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ');
const block = (name: string, html: string, json = '') =>
  `<!-- wp:${name} ${json && `${json} `}-->${html}<!-- /wp:${name} -->`;

const excerptCases: [why: string, content: string, excerpt: string][] = [
  ['removes tags and converts line ends to spaces', '<h2>Head</h2>Text <b>bold</b>\nmore', 'Head Text bold more'],
  ['joins words at breaks', 'One<br>Two', 'OneTwo'],
  ['ends at the more comment', 'a <!--more Read on--> b', 'a'],
  ['uses the first page only', 'a<!--nextpage-->b', 'a'],
  ['ignores a page break at the beginning', '<!--nextpage-->\na<!--nextpage-->b', 'a'],
  ['removes known shortcodes and keeps unknown ones', 'A [gallery] b [nosuch] [caption]x[/caption]', 'A b [nosuch]'],
  ['removes scripts and styles with their content', '<script>a</script><style>b</style>c', 'c'],
  ['applies typography', '"q" -- d &amp; e', '&#8220;q&#8221; &#8212; d &amp; e'],
  ['uses text blocks only', block('code', '<pre>a</pre>') + block('paragraph', '<p>b</p>') + block('acme/x', 'c'), 'b'],
  ['uses the content of wrapper blocks', block('columns', block('column', `x${block('paragraph', '<p>a</p>')}`)), 'a'],
  ['omits lists with item blocks', block('list', `<ul>${block('list-item', '<li>a</li>')}</ul>`), ''],
  ['uses quote blocks that contain paragraphs', block('quote', block('paragraph', '<p>a</p>')), 'a'],
  ['omits hidden blocks', block('paragraph', '<p>a</p>', '{"metadata":{"blockVisibility":false}}'), ''],
  [
    'removes footnote references',
    block('paragraph', '<p>T<sup data-fn="a" class="fn"><a href="#a">1</a></sup> e<sup>2</sup></p>'),
    'T e2',
  ],
  ['is empty for blank content', ' ', ''],
];

for (const [why, content, excerpt] of excerptCases) test(why, () => assert.equal(generateExcerpt(content), excerpt));

test('truncates a long text after 55 words or the requested number', () => {
  assert.equal(generateExcerpt(words(55)), words(55));
  assert.equal(generateExcerpt(words(56)), `${words(55)} [&hellip;]`);
  assert.equal(generateExcerpt(words(4), 3), `${words(3)} [&hellip;]`);
  assert.equal(generateExcerpt(words(4), 0), ' [&hellip;]');
  assert.equal(generateExcerpt(words(4), -7), `${words(3)} [&hellip;]`);
});

test('takes linear time for adversarial content', { timeout: 30_000 }, () => {
  for (const unit of ['<sup class="fn">', '<!--more', '<script>', '<!-- wp:group -->', '<'])
    generateExcerpt(unit.repeat(200_000));
});

test('partial rendering of a long text results in the same excerpt as complete rendering', () => {
  const inFull = (text: string) => {
    const all = stripTags(addParagraphs(applyTypography(text)))
      .split(/[\n\r\t ]+/)
      .filter((word) => word !== '');
    return all.length > 55 ? `${all.slice(0, 55).join(' ')} [&hellip;]` : all.join(' ');
  };
  fc.assert(
    fc.property(balancedClassicText, (written) => {
      const text = `${written.replace(/<!--(?:more|nextpage)[^>]*-->/g, '')}\n\nx`;
      const long = text.repeat(Math.ceil(60_000 / text.length));
      assert.equal(generateExcerpt(long), inFull(long));
    }),
    { numRuns: 60 },
  );
});

test('partial rendering handles long texts with few or no words', () => {
  assert.equal(generateExcerpt('<b></b>'.repeat(20_000)), '');
  assert.equal(generateExcerpt(`${'<b></b>'.repeat(20_000)}at last`), 'at last');
  assert.equal(generateExcerpt('x'.repeat(100_000)), 'x'.repeat(100_000));
  assert.equal(generateExcerpt(`a ${'<b></b>'.repeat(20_000)} b`, 1), 'a [&hellip;]');
  assert.equal(generateExcerpt(`a b ${'c '.repeat(40_000)}`, -1).split(' ').length, 40_002);
});
