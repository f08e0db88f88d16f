import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addParagraphs } from './paragraphs.ts';

const cases: [why: string, input: string, output: string][] = [
  ['blank lines separate paragraphs', 'One\n\n \nTwo\n', '<p>One</p>\n<p>Two</p>\n'],
  ['a line end is a break', 'One  \nTwo\r\nThree', '<p>One<br />\nTwo<br />\nThree</p>\n'],
  ['a break is written once', 'One<br>\nTwo<br/>Three', '<p>One<br />\nTwo<br />Three</p>\n'],
  ['two breaks separate paragraphs', 'One<br> <br/>Two', '<p>One</p>\n<p>Two</p>\n'],
  ['spaces at the edges stay', '  One  \n\n', '<p>  One  </p>\n'],
  ['whitespace results in an empty string', ' \n\t\n', ''],
  ['a no-break space is text', '&nbsp;', '<p>&nbsp;</p>\n'],
  ['a literal no-break space is text', 'a\n\u00a0\nb\n\n\u00a0', '<p>a<br />\n\u00a0<br />\nb</p>\n<p>\u00a0</p>\n'],
  [
    'existing paragraphs are kept and split',
    '<p class="a">One\n\nTwo</p>Three',
    '<p class="a">One</p>\n<p>Two</p>\n<p>Three</p>\n',
  ],
  ['an empty paragraph is kept', '<p></p>', '<p></p>\n'],
  ['block elements are on separate lines', 'a\n<div>b\nc</div>\nd', '<p>a</p>\n<div>b<br />\nc</div>\n<p>d</p>\n'],
  ['nested block elements are on separate lines', '<ul><li>x</li></ul>', '<ul>\n<li>x</li>\n</ul>\n'],
  ['a nested list is on separate lines', '<li>a\n<ul><li>b</li></ul></li>', '<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n'],
  [
    'a blockquote contains paragraphs',
    '<blockquote>a\n\nb</blockquote>',
    '<blockquote><p>a</p>\n<p>b</p></blockquote>\n',
  ],
  ['paragraphs in a div are balanced', '<div>a\n\nb</div>', '<div><p>a</p>\n<p>b</p></div>\n'],
  [
    'the end tag of a paragraph before another end tag may be omitted',
    '<details><summary>s</summary>t</details>',
    '<details>\n<summary>s</summary>\n<p>t</details>\n',
  ],
  ['preformatted text is untouched', 'a\n<pre>b\n\nc</pre>', '<p>a</p>\n<pre>b\n\nc</pre>\n'],
  ['scripts are untouched', '<script>a\n\nb</script>', '<p><script>a\n\nb</script></p>\n'],
  ['`hr` is on a separate line', 'a<hr>b', '<p>a</p>\n<hr>\n<p>b</p>\n'],
  ['line ends in tags and comments stay', '<a\nb>c</a><!-- d\n\ne -->', '<p><a\nb>c</a><!-- d\n\ne --></p>\n'],
  ['an unclosed bracket includes the last line end', '1 < 2', '<p>1 < 2\n</p>\n'],
  [
    'whitespace between an image and its caption is removed',
    '<figure>\n<img>\n<figcaption>c</figcaption>\n</figure>',
    '<figure>\n<img><figcaption>c</figcaption></figure>\n',
  ],
  ['whitespace around media sources is removed', '<video>\n<source>\n</video>', '<p><video><source></video></p>\n'],
  ['elements in capitals are inline', '<DIV>a</DIV>', '<p><DIV>a</DIV></p>\n'],
];

for (const [why, input, output] of cases)
  test(`${why}: ${JSON.stringify(input)}`, () => assert.equal(addParagraphs(input), output));

test('no text is lost or added', () => {
  const fragments = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\n\n',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<li>',
    '<br>',
    '<pre>',
    '</pre>',
    '<b>',
    '<',
    '<figcaption>',
    '<hr>',
  );
  fc.assert(
    fc.property(fc.array(fragments), (list) => {
      const letters = (html: string) => html.replace(/<[^>]*>?|\s/g, '');
      assert.equal(letters(addParagraphs(list.join(''))), letters(list.join('')));
    }),
  );
});

test('long and deep texts take linear time', { timeout: 30_000 }, () => {
  for (const unit of ['<div>', '<li>', '\n\n', '<br>', '<', '<pre>', '<p><b>', '</p>', 'a\n', '<figcaption>'])
    addParagraphs(unit.repeat(500_000));
  addParagraphs(`a\n${' '.repeat(5_000_000)}b`);
});
