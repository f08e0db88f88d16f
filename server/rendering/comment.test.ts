import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { assertCpuTime } from '../../test/cpu-time.ts';
import { countLinks, prepareComment, renderComment } from './comment.ts';

const link = (href: string, text = href) => `<a href="${href}" rel="nofollow ugc">${text}</a>`;

describe('renderComment', () => {
  const cases: [raw: string, rendered: string][] = [
    ['', ''],
    ['One\n\nTwo\nThree', '<p>One</p>\n<p>Two<br />\nThree</p>\n'],
    [`"q" -- it's... :)`, '<p>&#8220;q&#8221; &#8212; it&#8217;s&#8230; 🙂</p>\n'],
    ['<b>unclosed', '<p><b>unclosed</b></p>\n'],
    ['<b>a<i>b</b>c</i></u>', '<p><b>a<i>b</i></b>c</p>\n'],
    ['a & b', '<p>a &#038; b</p>\n'],
    ['[gallery] <!-- wp:html -->', '<p>[gallery] <!-- wp:html --></p>\n'],
    ['www.example.com!', `<p>${link('http://www.example.com')}!</p>\n`],
    ['ftp.example.com', `<p>${link('http://ftp.example.com')}</p>\n`],
    ['(see https://e.example/a_(b))', `<p>(see ${link('https://e.example/a_(b)')})</p>\n`],
    ['https://e.example/?a=1&amp;b=2.', `<p>${link('https://e.example/?a=1&#038;b=2')}.</p>\n`],
    ['me@example.com, you@x', '<p><a href="mailto:me@example.com">me@example.com</a>, you@x</p>\n'],
    ['<code>https://e.example</code>', '<p><code>https://e.example</code></p>\n'],
    ['<a href="/x">www.e.example</a>', '<p><a href="/x">www.e.example</a></p>\n'],
    ['ftps://e.example file://e.example', `<p>${link('ftps://e.example')} file://e.example</p>\n`],
    ['.http://e.example/a)b', `<p>.${link('http://e.example/a')})b</p>\n`],
    ["http://e.example/it's", `<p>${link('http://e.example/it&#039;s')}</p>\n`],
    ['"http://e.example" (www.e.example)', '<p>&#8220;http://e.example&#8221; (www.e.example)</p>\n'],
    ['mailto:me@example.com, me@e.x', '<p>mailto:me@example.com, me@e.x</p>\n'],
    ['xhttps://e.example www. https://', '<p>xhttps://e.example www. https://</p>\n'],
  ];
  for (const [raw, rendered] of cases) test(JSON.stringify(raw), () => assert.equal(renderComment(raw), rendered));

  test('renders adversarial texts in linear time', () => {
    for (const fragment of ['<a "', 'a', '@a', 'www.', 'https://x.', '((((', '&quot;', '<b>', 'a@a.', '))))', ' \n']) {
      const text = fragment.repeat(65_000 / fragment.length);
      assertCpuTime(
        () => {
          renderComment(text);
          prepareComment(text, true);
        },
        2000,
        fragment,
      );
    }
  });
});

describe('prepareComment', () => {
  const filtered: [submitted: string, stored: string][] = [
    [' a < b & c ', 'a &lt; b &amp; c'],
    ['<b onclick="x">b</b><script>s</script><p>p</p>', '<b>b</b>sp'],
    [
      '<a href="https://e.example/" target="_blank" title="t">l</a>',
      '<a href="https://e.example/" title="t" rel="nofollow ugc">l</a>',
    ],
    ['<span class="x">s</span>', '<span>s</span>'],
    ['\n <p> </p> ', ''],
  ];
  for (const [submitted, stored] of filtered)
    test(submitted, () => assert.equal(prepareComment(submitted, false), stored));

  const unsanitisedCases: [submitted: string, stored: string][] = [
    ['<script>s</script>', '<script>s</script>'],
    ['<a rel="me" href="x">l</a>', '<a href="x" rel="nofollow ugc">l</a>'],
    ['<A HREF=x rel=me>l</A>', '<A HREF=x rel="nofollow ugc">l</A>'],
    ['<a title="a > rel=b" href="x" />', '<a title="a > rel=b" href="x" rel="nofollow ugc" />'],
    ['<a>l</a><abbr>a</abbr>', '<a rel="nofollow ugc">l</a><abbr>a</abbr>'],
    ['<a href="x" title="open', '<a href="x" title="open'],
  ];
  for (const [submitted, stored] of unsanitisedCases)
    test(`${submitted}, by an editor`, () => assert.equal(prepareComment(submitted, true), stored));

  test('is idempotent and removes scripts', () => {
    const fragments = fc.constantFrom(
      '<a ',
      'href="x"',
      ' rel=a',
      '>',
      '</a>',
      '<b',
      '"',
      '<script>',
      'javascript:',
      'x',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 20 }), (parts) => {
        const stored = prepareComment(parts.join(''), false);
        assert.equal(prepareComment(stored, false), stored);
        assert.doesNotMatch(stored, /<script/i);
      }),
    );
  });
});

test('countLinks counts rendered links', () => {
  assert.equal(countLinks(renderComment('www.a.example <a href="x">x</a> me@b.example')), 3);
});
