import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseValue, resolveValue, toCssName } from './values.ts';

describe('values of theme.json', () => {
  const accepted: readonly (readonly [value: string, light: string, dark?: string])[] = [
    ['red', 'red'],
    [' 1px  solid \n red ', '1px solid red'],
    ['clamp( 1rem, 2vw + 1rem , 3rem )', 'clamp(1rem,2vw + 1rem,3rem)'],
    ['calc(1px - (2px * 3))', 'calc(1px - (2px * 3))'],
    ['"A; } {", \'b\', serif', '"A; } {",\'b\',serif'],
    ['"a\\"b"', '"a\\"b"'],
    ['url(/a.png)', 'url(/a.png)'],
    ['URL( "https://x.test/a.png?b;c" ) no-repeat', 'URL("https://x.test/a.png?b;c") no-repeat'],
    ['url(data:image/png;base64,AAAA)', 'url(data:image/png;base64,AAAA)'],
    ['6px 6px rgba(0, 0, 0, .2), inset 0 0 #fff', '6px 6px rgba(0,0,0,.2),inset 0 0 #fff'],
    ['[a] 1fr [b]', '[a] 1fr [b]'],
    ['16 / 9', '16 / 9'],
    ['red !important', 'red !important'],
    ['Größe, 明朝', 'Größe,明朝'],
    ['light-dark(#fff, #000)', '#fff', '#000'],
    ['1px solid Light-Dark( rgb(1, 2, 3) , var(--x, a) ) x', '1px solid rgb(1,2,3) x', '1px solid var(--x,a) x'],
    ['linear-gradient(light-dark(a,b) 0%, light-dark(c, d))', 'linear-gradient(a 0%,c)', 'linear-gradient(b 0%,d)'],
    ['light-dark(light-dark(a, b), light-dark(c, d))', 'a', 'd'],
  ];
  for (const [value, light, dark = light] of accepted)
    it(`accepts ${value}`, () => assert.deepEqual(parseValue(value), { light, dark }));

  const rejected = [
    ...['', ' ', ';', 'red;', 'red}', '{', 'a{b', 'red;color:blue', '@import', 'a:b', 'a&b', 'a=b', 'a>b', '\u0001'],
    ...['"a', "'a", '"a\nb"', 'a"b', '"a\\', 'a\\', 'a\\;b', '\\72 ed', 'u\\72l(x)'],
    ...['(', ')', 'a(b', 'a)b', '[', ']', '(]', '[)', 'calc((1px)', 'a(b"c)"'],
    ...['/* a */', 'a/**/b', 'a/*', '<', 'a</style>', '"</style>"', '<!--', '-->', 'url(<!--)'],
    ...['url(javascript:x)', 'url("javascript:x")', "url( 'vbscript:x' )", 'url(file:///a)', 'src("ftp://a")'],
    ...['url(java\tscript:x)', 'url("\\6aavascript:x")', 'url(\\6aavascript:x)', 'url("java\\\nscript:x")'],
    ...['url(a"b)', 'url(a b)', 'url(a', 'url(a;b', '×url(a")}b{c:d")', 'é(a)'],
    ...['!', '!important red', 'red !x', 'red !important !important', 'a ! important'],
    ...['light-dark(a)', 'light-dark(a,b,c)', 'light-dark()', 'light-dark(a,)', 'light-dark(,b)', 'light-dark(a,b'],
  ];
  for (const value of rejected)
    it(`rejects ${JSON.stringify(value)}`, () => assert.equal(parseValue(value), undefined));

  it('resolves references to presets, custom settings and other styles', () => {
    const configuration = {
      settings: { custom: { gap: '3px' } },
      styles: { color: { text: 'var:preset|color|ink' }, self: { ref: 'styles.self' } },
    };
    const rows: readonly (readonly [unknown, string | undefined])[] = [
      ['var:preset|color|accent', 'var(--wp--preset--color--accent)'],
      ['var:preset|font-size|xxLarge', 'var(--wp--preset--font-size--xx-large)'],
      ['var:custom|lineHeight|body', 'var(--wp--custom--line-height--body)'],
      ['var:preset|color|a);}b{c:d', 'var(--wp--preset--color--a-b-c-d)'],
      ['var(--wp--preset--font-size--h1)', 'var(--wp--preset--font-size--h-1)'],
      [{ ref: 'styles.color.text' }, 'var(--wp--preset--color--ink)'],
      [{ ref: 'settings.custom.gap' }, '3px'],
      [{ ref: 'styles.missing' }, undefined],
      [{ ref: 'styles.__proto__.x' }, undefined],
      [{ ref: 'styles.self' }, undefined],
      [1.5, '1.5'],
      [Number.NaN, undefined],
      [true, undefined],
      [null, undefined],
      [[], undefined],
    ];
    for (const [value, expected] of rows) assert.equal(resolveValue(value, configuration), expected);
  });

  it('converts slugs to the form in class names', () => {
    const rows = [
      ['accent', 'accent'],
      ['20', '20'],
      ['4-3', '4-3'],
      ['x-large', 'x-large'],
      ['vividRed', 'vivid-red'],
      ['h1', 'h-1'],
      ['2xl', '2-xl'],
      ['a{};</style> é"', 'a-style'],
      ['é', ''],
    ] as const;
    for (const [slug, expected] of rows) assert.equal(toCssName(slug), expected);
  });
});
