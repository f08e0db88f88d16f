import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyTypography } from './typography.ts';

/** Inputs and expected outputs, with literal characters instead of entities. */
const cases: [input: string, output: string][] = [
  ['"Quoted," she said', '“Quoted,” she said'],
  ['("x") ["x"] {"x"} -"x"', '(“x”) [“x”] {“x”} -“x”'],
  ['&lt;"x"', '&lt;“x”'],
  ['a\u00a0"x"&nbsp;"y"', 'a\u00a0“x”&nbsp;“y”'],
  ['A "nested \'quote\' here" end', 'A “nested ‘quote’ here” end'],
  ['"<b>x</b>"', '“<b>x</b>“'],
  ["it's the boys' own", 'it’s the boys’ own'],
  ['\'"x', '‘”x'],
  ['6\'4" and 3\' long and 12" disc', '6’4″ and 3′ long and 12″ disc'],
  ['"12" discs', '“12” discs'],
  ['"5" tall 5" b "5"x', '“5” tall 5″ b “5”x'],
  ['-"5"x ("5"x', '-“5″x (“5″x'],
  ["'0.5'x '5'-6' '42,'", '‘0.5’x ‘5’-6′ ’42,’'],
  ['"a 5" and 6." b', '“a 5″ and 6.” b'],
  ["'99 '90s '42' '0.42' '100", '’99 ’90s ’42’ ‘0.42’ ‘100'],
  ["'tis 'em 'Twas 'emblem'", '’tis ’em ‘Twas ‘emblem’'],
  ['a -- b--c --- d - e - -', 'a — b–c — d – e – –'],
  ['xn--abc a-b', 'xn--abc a-b'],
  ["wait.... ``q''", 'wait…. “q”'],
  ['A (tm) (c) (r) 1/2', 'A ™ (c) (r) 1/2'],
  ['9x9 5.5x4.25 0.5x2', '9×9 5.5×4.25 0.5×2'],
  ['5.5x4.25cm a9.5x5 .0x5 9.x5', '5.5×4.25cm a9.5×5 .0x5 9.x5'],
  ['0x99 1920x1080px a9x9 9x', '0x99 1920x1080px a9x9 9x'],
  ['日本"語" “kept”', '日本”語” “kept”'],
  ['[nosuch a="b"]', '[nosuch a=”b”]'],
  ['[[gallery a="b"]] "x"', '[[gallery a="b"]] “x”'],
  ['[caption a="b"]"c"[/caption]', '[caption a="b"]“c”[/caption]'],
  ['[code]"x"[/code] "y"', '[code]"x"[/code] “y”'],
];

const entityOf = new Map([
  ['“', '&#8220;'],
  ['”', '&#8221;'],
  ['‘', '&#8216;'],
  ['’', '&#8217;'],
  ['″', '&#8243;'],
  ['′', '&#8242;'],
  ['–', '&#8211;'],
  ['—', '&#8212;'],
  ['…', '&#8230;'],
  ['™', '&#8482;'],
  ['×', '&#215;'],
]);

for (const [input, output] of cases) {
  test(`${input} becomes ${output}`, () => {
    const expected = output.replace(/“kept”|[“”‘’″′–—…™×]/g, (sign) => entityOf.get(sign) ?? sign);
    assert.equal(applyTypography(input), expected);
  });
}

test('does not change code, tags and comments', () => {
  for (const unchanged of [
    '<code>"a" -- b...</code>',
    '<pre>"a"</pre>',
    "<tt>'</tt>",
    '<!-- "a" -- -->',
    '<a title="x -- y">',
  ]) {
    assert.equal(applyTypography(unchanged), unchanged);
  }
  assert.equal(applyTypography('<pre><code>"a"</pre>"b"'), '<pre><code>"a"</pre>"b"');
});

test('does not recognize literal elements in capitals', () => {
  assert.equal(
    applyTypography('<CODE>"a"</CODE><textarea>"a"</textarea>'),
    '<CODE>&#8220;a&#8221;</CODE><textarea>&#8220;a&#8221;</textarea>',
  );
});

test('escapes loose ampersands in text and in tags', () => {
  assert.equal(
    applyTypography('<a href="?a=1&b=2">a & b &amp; c</a>'),
    '<a href="?a=1&#038;b=2">a &#038; b &amp; c</a>',
  );
});

test('never changes tags or words', () => {
  const text = fc.stringMatching(/^[ab<>/'"`.\-x0-9 &;[\]()]*$/);
  fc.assert(
    fc.property(text, (html) => {
      const words = (value: string) => value.replace(/&#\d+;|&|[^ab]/g, '');
      assert.equal(words(applyTypography(html)), words(html));
    }),
  );
});

test('five million characters take linear time', { timeout: 30_000 }, () => {
  for (const unit of ['"1', "'1'", '<', '[', '[code', '-', '1x', '&', '[gallery a="'])
    applyTypography(unit.repeat(1_000_000));
});
