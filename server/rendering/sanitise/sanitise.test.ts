import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commentMarkup, descriptionMarkup, entryMarkup, titleMarkup } from './allowed-markup.ts';
import { sanitize, sanitizeEntry } from './sanitise.ts';

const cases: [why: string, input: string, output: string][] = [
  [
    'removes forbidden elements and keeps their text',
    '<script>alert(1)</script><b>c</b><iframe src="x"></iframe>',
    'alert(1)<b>c</b>',
  ],
  ['removes forbidden attributes', '<div onclick="x()" class="c" hidden>d</div>', '<div class="c" hidden>d</div>'],
  ['converts attribute names to lower case and keeps tag names', '<DIV CLASS=c>d</DIV>', '<DIV class="c">d</DIV>'],
  ['keeps the first of duplicate attributes', '<p id="a" id="b">c</p>', '<p id="a">c</p>'],
  [
    'checks data and aria attributes by name',
    '<p data-x-1="1" data-="2" aria-label="l" aria-x="m">p</p>',
    '<p data-x-1="1" aria-label="l">p</p>',
  ],
  ['keeps void elements', 'a<br>b<br/>c<img src="/a.jpg" onerror="x">', 'a<br>b<br />c<img src="/a.jpg">'],
  ['removes attributes with unsafe URLs', '<a href=" JaVa&#x09;script:alert(1)" title="t">a</a>', '<a title="t">a</a>'],
  ['keeps a harmless colon', '<a href="/x?a=b:c">a</a>', '<a href="/x?a=b:c">a</a>'],
  [
    'sanitizes styles',
    '<p style="color:red;behavior:url(x)">a</p><p style="bogus:y">b</p>',
    '<p style="color:red">a</p><p>b</p>',
  ],
  ['keeps the text of comparisons', '1 < 2 and 3 > 2', '1 &lt; 2 and 3 &gt; 2'],
  ['escapes an incomplete tag', 'a <img src="x"', 'a &lt;img src=&quot;x&quot;'],
  [
    'normalizes character references',
    '& &amp; &bogus; &#38; &eacute; &#x1F600; &#0;',
    '&amp; &amp; &amp;bogus; &#038; &eacute; &#x1F600; &amp;#0;',
  ],
  ['normalizes character references in attributes', '<a href="?a=1&b=2">x</a>', '<a href="?a=1&amp;b=2">x</a>'],
  ['removes control characters', 'a\u0000b\u0008<b\u0000>c</b>', 'ab<b>c</b>'],
  ['closes open elements', '<b>a<i>b', '<b>a<i>b</i></b>'],
  ['removes unmatched end tags', 'a</div>b</p></br>', 'ab'],
  ['closes elements in the right order', '<b><i>a</b>b</i>', '<b><i>a</i></b>b'],
  ['closes the previous list item', '<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['closes a paragraph before a block element', '<p>a<ul><li>b</li></ul>', '<p>a</p><ul><li>b</li></ul>'],
  ['keeps a cell without a table', '<td nowrap onmouseover="x">t</td>', '<td nowrap>t</td>'],
  ['keeps formulas', '<math><mi>x</mi><mspace width="1em"/></math>', '<math><mi>x</mi><mspace width="1em" /></math>'],
  [
    'treats the content of a textarea as text',
    '<textarea><b>a</b></textarea>',
    '<textarea>&lt;b&gt;a&lt;/b&gt;</textarea>',
  ],
  ['sanitizes comments', '<!-- a <b onclick="x">b</b> --- -->', '<!-- a &lt;b&gt;b&lt;/b&gt; - -->'],
  ['removes other declarations', '<!DOCTYPE html><?php x ?><![CDATA[y]]>z', 'z'],
];

for (const [why, input, output] of cases)
  test(`${why}: ${input}`, () => assert.equal(sanitize(input, entryMarkup), output));

test('keeps block comments and sanitizes their strings', () => {
  const input =
    '<!-- wp:acme/x {"a":"\\u003cscript\\u003ex\\u003c/script\\u003e \\u003cb onclick=1\\u003ey & z","style":{"css":"c","color":"red"}} /-->';
  const output = '<!-- wp:acme/x {"a":"x \\u003cb\\u003ey \\u0026amp; z\\u003c/b\\u003e","style":{"color":"red"}} /-->';
  assert.equal(sanitize(input, entryMarkup), output);
  assert.equal(sanitize(output, entryMarkup), output);
  assert.equal(
    sanitize('<!-- wp:core/a --><p>x</p><!-- /wp:core/a -->', entryMarkup),
    '<!-- wp:a --><p>x</p><!-- /wp:a -->',
  );
});

test('allows documents from the uploads of this site only', () => {
  const object = (address: string) => `<object data="${address}" type="application/pdf"></object>`;
  const uploads = 'https://example.org/uploads/';
  assert.equal(sanitize(object(`${uploads}a.pdf`), entryMarkup, uploads), object(`${uploads}a.pdf`));
  for (const address of ['https://other.example/a.pdf', `${uploads}a.html`, `${uploads}../a.pdf`]) {
    assert.equal(sanitize(object(address), entryMarkup, uploads), '<object></object>');
  }
  assert.equal(sanitize(object(`${uploads}a.pdf`), entryMarkup), '<object></object>');
});

test('applies the list of each field', () => {
  const input =
    '<p class="c"><em class="c">e</em><a href="/" rel="me" target="_blank">a</a><span class="mention">s</span></p>';
  assert.equal(sanitize(input, titleMarkup), '<em>e</em><a href="/">a</a>s');
  assert.equal(sanitize(input, descriptionMarkup), '<em>e</em><a href="/" rel="me" target="_blank">a</a>s');
  assert.equal(sanitize(input, commentMarkup), '<em>e</em><a href="/">a</a><span class="mention">s</span>');
  assert.equal(sanitize('<span class="modal">s</span>', commentMarkup), '<span>s</span>');
});

test('sanitizeEntry sanitizes each field and keeps other properties', () => {
  assert.deepEqual(sanitizeEntry({ title: '<p>a & b</p>', content: '<p>c</p>', excerpt: '<x>d', id: 1 }), {
    title: 'a &amp; b',
    content: '<p>c</p>',
    excerpt: 'd',
    id: 1,
  });
});

const markupLists = { entry: entryMarkup, title: titleMarkup, comment: commentMarkup };
const listName = fc.constantFrom<keyof typeof markupLists>('entry', 'title', 'comment');
const fragments = fc.constantFrom(
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '=',
  '&',
  ';',
  ' ',
  'a',
  '<b>',
  '</b>',
  '<p>',
  '</p>',
  '<li>',
  '<ul>',
  '</ul>',
  '<td>',
  '<table>',
  '<math>',
  '</math>',
  '<mi/>',
  '<textarea>',
  '</textarea>',
  '<a href="x">',
  '<!--',
  '-->',
  '--',
  '<!-- wp:x {"a":"<b>"} -->',
  '<script>',
  '<div/>',
  '<button>',
  'style="color:red;a:b"',
  '&amp;',
  '&#38;',
  '\r\n',
  '\0',
);

test('is idempotent', () => {
  fc.assert(
    fc.property(fc.array(fragments), listName, (list, name) => {
      const once = sanitize(list.join(''), markupLists[name]);
      assert.equal(sanitize(once, markupLists[name]), once);
    }),
    { numRuns: 1000 },
  );
});

test('adversarial texts take linear time', { timeout: 60_000 }, () => {
  for (const unit of [
    '<',
    '<b>',
    '<li>',
    '<p><b>',
    '<a ',
    '<!--',
    '<!-- wp:a {"',
    '</b>',
    '&',
    '<textarea>',
    '<p style="a:calc(',
    '<math><mi/>',
  ]) {
    sanitize(unit.repeat(200_000), entryMarkup);
  }
  const names = Array.from({ length: 100_000 }, (_, index) => `data-a${index}=1`);
  sanitize(`<p ${names.join(' ')}>`, entryMarkup);
  sanitize(`<p><button>${'<b>'.repeat(100_000)}${'<div></div>'.repeat(100_000)}`, entryMarkup);
});

test('sanitizes a comment as a block comment when sanitizing turns it into one', () => {
  const sly = '<!-- wp:html {"a":"\\u003cimg src=x onerror=x\\u003e<x y="z">","style":{"css":"y"}} -->';
  assert.equal(sanitize(sly, entryMarkup), '<!-- wp:html {"a":"\\u003cimg src=\\u0022x\\u0022\\u003e","style":{}} -->');
});
