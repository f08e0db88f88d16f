import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertCpuTime } from '../../../test/cpu-time.ts';
import { cleanCss } from './custom-css.ts';

describe('custom CSS', () => {
  const rows: readonly (readonly [css: string, expected: string])[] = [
    ['a { color : red ; }\n\n b > c{ }', 'a{color :red}b>c{}'],
    ['a:hover .b, & c { margin: 0 auto }', 'a:hover .b,& c{margin:0 auto}'],
    [
      '@media (min-width: 3px) and (width <= 9px) { a { b: calc(1px + 2px) } }',
      '@media (min-width:3px) and (width <= 9px){a{b:calc(1px + 2px)}}',
    ],
    ['a{b:c}/* d */e{f:g}', 'a{b:c}e{f:g}'],
    ['u/**/rl(x)', 'u rl(x)'],
    ['a-- > b :hover{--c: d !important;}', 'a-- >b :hover{--c:d !important}'],
    // Brackets that are not closed, or not open.
    ['a{b:c', 'a{b:c}'],
    ['a{b:(c}d{e:f}', 'a{b:(c)}d{e:f}'],
    ['a}b{c:d}}e{f:g}', 'a b{c:d}e{f:g}'],
    ['a{b:c)d]e}', 'a{b:c d e}'],
    ['(a{b:c)d}', '(a{b:c d})'],
    ['a{b:"c}', 'a{b:}'],
    ['a{b:"c\nd:e}', 'a{b:d:e}'],
    ['a/* b', 'a'],
    ['a{b:url(c d)e}', 'a{b:e}'],
    ['a\\', 'a'],
    ['a{b:url("c\nd "e)}f{g")}', 'a{b:(d "e)}f{g")}'],
    // The end of the style element.
    ['a{b:c}</style><script>x</script>', 'a{b:c}< /style>< script>x< /script>'],
    ['a{b:"</style>"}', 'a{b:"\\3c /style>"}'],
    ['a\\</style>{}', 'a\\3c /style>{}'],
    ['</STYLE', '< /STYLE'],
    ['<!-- a{b:c} -->', 'a{b:c}'],
    ['a{b:"<!--"}', 'a{b:"\\3c !--"}'],
    ['a{b:url(</style>)}', 'a{b:url()}'],
    // Other style sheets and protocols.
    ['@import "x"; a{b:c}', 'a{b:c}'],
    ['@IMPORT url(//x) screen;a{b:c}', 'a{b:c}'],
    ['@\\69mport "x";a{b:c}', 'a{b:c}'],
    ['a{b:c;@import "x"}d{e:f}', 'a{b:c}d{e:f}'],
    ['@import "x" {a{b:c}} d{e:f}', 'd{e:f}'],
    ['@import (;);a{b:c}', 'a{b:c}'],
    ['@import (a;b', ''],
    ['@charset "utf-7";a{}', 'a{}'],
    ['a{b:url(javascript:c)}', 'a{b:url()}'],
    ['a{b:u\\72l( "javascript:c" )}', 'a{b:u\\72l("")}'],
    ['a{b:url("https://x.test/c.png")url(/d)url(data:e)}', 'a{b:url("https://x.test/c.png")url(/d)url(data:e)}'],
    ['u<!--rl(javascript:x)', 'u rl(javascript:x)'],
  ];
  for (const [css, expected] of rows)
    it(`${JSON.stringify(css)} becomes ${JSON.stringify(expected)}`, () => assert.equal(cleanCss(css), expected));

  it('is cleaned in linear time', () => {
    for (const fragment of [
      '(',
      '{',
      '}',
      '"',
      '"\\',
      'url(',
      'a\\',
      '/*',
      '@import(',
      '<',
      'a{b:(',
      'url(\\a',
      '{)',
      '(}',
      '[)',
      'url("\n',
    ]) {
      assertCpuTime(() => cleanCss(fragment.repeat(100_000)), 5000, fragment);
    }
  });
});
