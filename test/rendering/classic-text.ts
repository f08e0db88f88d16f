import fc from 'fast-check';

/** Words, entities and punctuation of running text. None begins or ends a tag. */
const words = fc.constantFrom('a', 'b c', 'Größe', '&amp;', '&nbsp;', '“x”', '日本', '12.5', '[nosuch]', 'e\u0301');
const breaks = ['\n', '  \n', '\r\n', '<br>', '<br />', '<br/>\n'];
const pageBreaks = ['<!--more-->', '<!--nextpage-->', '<!--more Read on-->'];

const join = (parts: readonly string[]) => parts.join('');

const element = (names: string, inner: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom(...names.split(' ')), fc.constantFrom('', ' class="z"', ' id="n" data-a="b"'), inner)
    .map(([name, attributes, content]) => `<${name}${attributes}>${content}</${name}>`);

/** Running text with inline elements. It begins and ends with a word and may have consecutive line ends or breaks. */
const runningText: fc.Arbitrary<string> = fc
  .letrec<{ run: string; piece: string }>((tie) => ({
    run: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map(join),
    piece: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      words,
      fc.constantFrom(' x', 'y ', ...breaks, '<img src="a.png" alt="x">', '<!-- note -->', '<wbr>'),
      element('b em span code sup button label', tie('run')),
    ),
  }))
  .run.chain((run) => fc.tuple(words, fc.constant(run), words).map(join));

/** Running text with words between all line ends and breaks, so that it is a single paragraph. */
const oneParagraph = fc
  .array(
    fc.tuple(
      fc.oneof(words, element('b em code', words)),
      fc.constantFrom('', ' x', ...breaks, '<img src="a.png" alt="x">'),
    ),
    { maxLength: 4 },
  )
  .chain((parts) => fc.constant(`${parts.flat().join('')}a`));

/** Concatenated or indented fragments, such as the items of a list or the rows of a table. */
const onLines = (part: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '\n', '\n  '))
    .map(([parts, between]) => parts.map((one) => between + one).join('') + (between && '\n'));

const table = (text: fc.Arbitrary<string>) => element('table', onLines(element('tr', onLines(element('td th', text)))));
const definitions = (text: fc.Arbitrary<string>) =>
  element('dl', onLines(fc.oneof(element('dt', text), element('dd', text))));
const preformatted = element('pre', fc.oneof(runningText, fc.constant('a\n\n  b\r\n')));
const figure = element('figure', fc.constantFrom('<img src="a">', '\n<img src="a">\n<figcaption>c</figcaption>\n'));

/** Unnested block elements without blank lines inside. Every line end in them is a break. */
const plainBlock = fc.oneof(
  element('p h1 h2 h6 address div section article aside blockquote', oneParagraph),
  element('ul ol', onLines(element('li', oneParagraph))),
  table(oneParagraph),
  definitions(oneParagraph),
  preformatted,
  fc.constantFrom('<hr>', '<hr />', '<hr class="w" />', ...pageBreaks),
);

/** Balanced, nested block elements with `hr` elements, `more` comments, blank lines and double breaks inside. */
const anyBlock: fc.Arbitrary<string> = fc.letrec<{ block: string; list: string; item: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    element('p h1 h2 h6 address', runningText),
    element('blockquote div section article aside header footer nav', runningText),
    preformatted,
    fc.constantFrom('<hr>', '<hr />', '<hr class="w" />', ...pageBreaks),
    table(runningText),
    definitions(runningText),
    figure,
    element('blockquote div section', onLines(tie('block'))),
    tie('list'),
  ),
  list: element('ul ol', onLines(tie('item'))),
  item: fc.oneof(
    { depthSize: 'small' },
    element('li', runningText),
    fc.tuple(runningText, tie('list')).map(([text, list]) => `<li>${text}\n${list}\n</li>`),
  ),
})).block;

const separatedByBlankLines = (part: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(part, fc.constantFrom('\n\n', '\n \n', '\n\n\n', '\r\n\r\n')), { maxLength: 5 })
    .map((parts) => parts.flat().join(''));

/** Typical classic texts: paragraphs and unnested block elements, separated by blank lines. */
export const plainClassicText = separatedByBlankLines(fc.oneof(oneParagraph, plainBlock));

/** Classic texts in which every tag is closed but elements may be nested arbitrarily. */
export const balancedClassicText = separatedByBlankLines(fc.oneof(runningText, anyBlock));
