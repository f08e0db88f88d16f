import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { themeConfigurationOf } from '../../cms-v2/theme-styles/theme-configuration.ts';
import { defaultThemeFolder, readTheme } from '../read-theme.ts';
import { compileThemeCss } from './compile.ts';

const compile = (settings: object, styles: object = {}) =>
  compileThemeCss({ settings: { ...settings }, styles: { ...styles } });

/** Returns the declarations of the first `:root` rule that contains custom properties, without those of the layout. */
const variablesOf = (settings: object): string =>
  (/:root\{(--[^}]*)\}/.exec(compile(settings))?.[1] ?? '')
    .split(';')
    .filter((each) => !each.includes('--wp--style--'))
    .join(';');

/** Returns the rules that styles add to those of empty styles. */
function rulesOf(styles: object, settings: object = {}): string {
  const [empty, full] = [compile(settings), compile(settings, styles)];
  let start = 0;
  while (start < empty.length && empty[start] === full[start]) start += 1;
  start = full.lastIndexOf('}', start - 1) + 1;
  let end = 0;
  while (end < empty.length - start && empty.at(-1 - end) === full.at(-1 - end)) end += 1;
  return full.slice(start, full.length - end);
}

const color = (slug: string, value: string) => ({ slug, name: slug, color: value });

describe('presets', () => {
  const rows: readonly (readonly [settings: object, variables: string])[] = [
    [{ color: { palette: [color('ink', '#111')] } }, '--wp--preset--color--ink:#111'],
    [
      {
        color: {
          palette: { custom: [color('ink', '#333')], default: [color('black', '#000')], theme: [color('ink', '#111')] },
        },
      },
      '--wp--preset--color--black:#000;--wp--preset--color--ink:#333',
    ],
    [{ color: { defaultPalette: false, palette: { default: [color('black', '#000')] } } }, ''],
    [
      { color: { gradients: [{ slug: 'a', gradient: 'linear-gradient(red, blue)' }] } },
      '--wp--preset--gradient--a:linear-gradient(red,blue)',
    ],
    [{ color: { duotone: [{ slug: 'a', colors: ['red', 'blue'] }] } }, ''],
    [{ typography: { fontSizes: [{ slug: 'h1', size: 20 }] } }, '--wp--preset--font-size--h-1:20px'],
    [
      {
        typography: { fluid: true, fontSizes: [{ slug: 'a', size: '2rem', fluid: { min: '1.6rem', max: '2.4rem' } }] },
      },
      '--wp--preset--font-size--a:clamp(1.6rem,1.4rem + 1vw,2.4rem)',
    ],
    [
      { typography: { fontFamilies: [{ slug: 'a', fontFamily: '"A b", serif' }] } },
      '--wp--preset--font-family--a:"A b",serif',
    ],
    [{ spacing: { spacingSizes: [{ slug: '20', size: '1rem' }] } }, '--wp--preset--spacing--20:1rem'],
    [
      {
        spacing: {
          spacingScale: { operator: '+', increment: 1, steps: 3, mediumStep: 4, unit: 'px' },
          spacingSizes: [{ slug: '50', size: '9px' }],
        },
      },
      '--wp--preset--spacing--40:3px;--wp--preset--spacing--50:9px;--wp--preset--spacing--60:5px',
    ],
    [{ shadow: { presets: [{ slug: 'a', shadow: '0 0 1px red' }] } }, '--wp--preset--shadow--a:0 0 1px red'],
    [{ dimensions: { aspectRatios: [{ slug: '4-3', ratio: '4/3' }] } }, '--wp--preset--aspect-ratio--4-3:4/3'],
    [{ dimensions: { dimensionSizes: [{ slug: 'a', size: '9rem' }] } }, '--wp--preset--dimension--a:9rem'],
    [{ border: { radiusSizes: [{ slug: 'a', size: '2px' }] } }, '--wp--preset--border-radius--a:2px'],
    [
      { custom: { lineHeight: { body: 1.5 }, 'a b': 'var:preset|color|ink' } },
      '--wp--custom--line-height--body:1.5;--wp--custom--a-b:var(--wp--preset--color--ink)',
    ],
    [
      {
        color: {
          palette: [color('a', 'red;}'), color('', 'red'), { slug: 3, color: 'red' }, { slug: 'b' }, null, 'x'],
        },
      },
      '',
    ],
    [{ color: { palette: 'x' }, typography: null, custom: [1], spacing: { spacingSizes: { theme: 'x' } } }, ''],
  ];
  for (const [settings, variables] of rows)
    it(JSON.stringify(settings), () => assert.equal(variablesOf(settings), variables));

  it('have classes, which override the styles of blocks', () => {
    const css = compile({
      color: { palette: [color('ink', '#111')], gradients: [{ slug: 'sky', gradient: 'none' }] },
      typography: { fontSizes: [{ slug: 'big', size: '2em' }], fontFamilies: [{ slug: 'mono', fontFamily: 'x' }] },
      blocks: { 'core/heading': { color: { palette: [color('own', 'red')] } } },
    });
    assert.ok(
      css.endsWith(
        '.has-ink-color{color:var(--wp--preset--color--ink)!important}' +
          '.has-ink-background-color{background-color:var(--wp--preset--color--ink)!important}' +
          '.has-ink-border-color{border-color:var(--wp--preset--color--ink)!important}' +
          '.has-sky-gradient-background{background:var(--wp--preset--gradient--sky)!important}' +
          '.has-big-font-size{font-size:var(--wp--preset--font-size--big)!important}' +
          '.has-mono-font-family{font-family:var(--wp--preset--font-family--mono)!important}' +
          ['color{color', 'background-color{background-color', 'border-color{border-color']
            .map((each) => {
              const [end, property] = each.split('{');
              const selector = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => `${name}.has-own-${end}`).join();
              return `${selector}{${property}:var(--wp--preset--color--own)!important}`;
            })
            .join(''),
      ),
      css,
    );
    assert.ok(css.includes('h1,h2,h3,h4,h5,h6{--wp--preset--color--own:red}'));
    assert.ok(!css.includes('.has-ink-gradient'));
  });
});

describe('colors for light and dark', () => {
  it('are in a media query, also outside of presets', () => {
    const css = compile(
      { color: { palette: [color('ink', 'light-dark(#111, #eee)'), color('red', 'red')] } },
      { blocks: { 'core/quote': { border: { left: { color: 'light-dark(#ddd, #222)' } }, color: { text: 'red' } } } },
    );
    assert.ok(
      css.startsWith(':root{color-scheme:light dark}:root{--wp--preset--color--ink:#111;--wp--preset--color--red:red;'),
    );
    assert.ok(css.includes('}@media (prefers-color-scheme:dark){:root{--wp--preset--color--ink:#eee}}'));
    assert.ok(
      css.includes(
        ':root :where(.wp-block-quote){color:red;border-left-color:#ddd}' +
          '@media (prefers-color-scheme:dark){:root :where(.wp-block-quote){border-left-color:#222}}',
      ),
      css,
    );
    assert.ok(!css.includes('light-dark'));
  });

  it('do not exist without such colors', () =>
    assert.doesNotMatch(compile({ color: { palette: [color('ink', '#111')] } }), /color-scheme/));
});

describe('styles', () => {
  const link = 'a:where(:not(.wp-element-button))';
  const rows: readonly (readonly [styles: object, rules: string, settings?: object])[] = [
    [
      { color: { text: 'red', background: 'blue', gradient: 'none' } },
      'body{background:none;background-color:blue;color:red}',
    ],
    [
      { typography: { fontSize: 20, lineHeight: '1.5', textColumns: 2 } },
      'body{font-size:20px;line-height:1.5;column-count:2}',
    ],
    [
      { typography: { fontSize: '64px' } },
      'body{font-size:clamp(2.2rem,1.75rem + 2.25vw,4rem)}',
      { typography: { fluid: true } },
    ],
    [
      { spacing: { margin: '0 1px', padding: { top: '2px', left: '3px' } } },
      'body{margin:0 1px;padding-top:2px;padding-left:3px}',
    ],
    [
      { color: { text: { ref: 'styles.color.background' }, background: 'var:preset|color|a' } },
      'body{background-color:var(--wp--preset--color--a);color:var(--wp--preset--color--a)}',
    ],
    [
      { background: { backgroundImage: { url: '/a b.png' }, gradient: 'none', backgroundSize: 'cover' } },
      'body{background-size:cover;background-image:none,url("/a b.png")}',
    ],
    [{ background: { backgroundImage: { url: 'file:./a.png' } } }, ''],
    [{ unknown: 'x', color: { unknown: 'red' }, shadow: { a: 1 }, filter: { duotone: 'x' } }, ''],
    [
      { elements: { h2: { color: { text: 'red' } }, heading: { color: { text: 'blue' } } } },
      'h1,h2,h3,h4,h5,h6{color:blue}h2{color:red}',
    ],
    [
      {
        elements: {
          link: { ':active': { color: { text: 'a' } }, ':hover': { color: { text: 'b' } }, color: { text: 'c' } },
        },
      },
      `${link}{color:c}:root :where(${link}:hover){color:b}:root :where(${link}:active){color:a}`,
    ],
    [
      { elements: { button: { color: { text: 'a' }, ':focus-visible': { outline: { width: '2px' } } } } },
      ':root :where(.wp-element-button,.wp-block-button__link){color:a}' +
        ':root :where(.wp-element-button:focus-visible,.wp-block-button__link:focus-visible){outline-width:2px}',
    ],
    [{ elements: { cite: { css: 'color:red' } } }, ':root :where(cite){color:red}'],
    [{ elements: { h1: { '@mobile': { color: { text: 'a' } } } } }, '@media (width<=480px){h1{color:a}}'],
    [
      { blocks: { 'core/group': { '@tablet': { color: { text: 'a' } } } } },
      '@media (30em<width<=782px){:root :where(.wp-block-group){color:a}}',
      { viewport: { mobile: '30em', tablet: 'x) or (y' } },
    ],
    [{ blocks: { 'core/paragraph': { color: { text: 'a' } } } }, ':root :where(p){color:a}'],
    [{ blocks: { 'my/own-block': { color: { text: 'a' } } } }, ':root :where(.wp-block-my-own-block){color:a}'],
    [{ blocks: { 'core/x{}': { color: { text: 'a' } }, group: { color: { text: 'a' } } } }, ''],
    [
      { blocks: { 'core/button': { color: { text: 'a' }, ':hover': { color: { text: 'b' } } } } },
      ':root :where(.wp-block-button .wp-block-button__link){color:a}' +
        ':root :where(.wp-block-button .wp-block-button__link:hover){color:b}',
    ],
    [
      { blocks: { 'core/button': { variations: { outline: { border: { width: '1px' } } } } } },
      ':root :where(.wp-block-button.is-style-outline .wp-block-button__link){border-width:1px}',
    ],
    [
      {
        blocks: { 'core/image': { border: { radius: { topLeft: '1px' } }, shadow: 'none', spacing: { margin: '0' } } },
      },
      ':root :where(.wp-block-image img){border-top-left-radius:1px;box-shadow:none}:root :where(.wp-block-image){margin:0}',
    ],
    [
      { blocks: { 'core/table': { color: { text: 'a' }, spacing: { margin: '0' } } } },
      ':root :where(.wp-block-table>table){color:a}:root :where(.wp-block-table){margin:0}',
    ],
    [
      { blocks: { 'core/table': { variations: { stripes: { color: { text: 'a' } } } } } },
      ':root :where(.wp-block-table.is-style-stripes>table){color:a}',
    ],
    [
      {
        blocks: {
          'core/quote': {
            elements: { link: { ':hover': { color: { text: 'a' } } }, heading: { color: { text: 'b' } } },
          },
        },
      },
      `:root :where(.wp-block-quote ${link}:hover){color:a}` +
        `:root :where(${['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => `.wp-block-quote ${name}`).join()}){color:b}`,
    ],
    [
      { blocks: { 'core/navigation-link': { '-current': { color: { text: 'a' } } } } },
      ':root :where(.wp-block-navigation-link.current-menu-item){color:a}',
    ],
    [
      { blocks: { 'core/group': { spacing: { blockGap: { top: '1px', left: '2px' } } } } },
      ':root :where(.wp-block-group.is-layout-flow,.wp-block-group-is-layout-flow,.wp-block-group.is-layout-constrained,.wp-block-group-is-layout-constrained)>*+*{margin-block-start:1px}' +
        ':root :where(.wp-block-group.is-layout-flex,.wp-block-group-is-layout-flex,.wp-block-group.is-layout-grid,.wp-block-group-is-layout-grid){gap:1px 2px}',
    ],
    [{ blocks: { 'core/code': { css: 'a:b; & c { d:e }' } } }, ':root :where(.wp-block-code){a:b;& c{d:e}}'],
    [{ css: 'a { b: c } </style>' }, 'a{b:c}< /style>'],
    [{ css: 3, blocks: { 'core/code': 'x' }, elements: [] }, ''],
  ];
  for (const [styles, rules, settings = {}] of rows)
    it(JSON.stringify(styles), () => assert.equal(rulesOf(styles, settings), rules));
});

describe('the layout', () => {
  it('has the widths, the gap and the padding of the theme', () => {
    const css = compile(
      { layout: { contentSize: '40rem' }, useRootPaddingAwareAlignments: true },
      { spacing: { blockGap: '3px', padding: '1px calc(2px + 1px)' } },
    );
    assert.ok(
      css.startsWith(
        ':root{--wp--style--global--content-size:40rem;--wp--style--global--wide-size:40rem;--wp--style--block-gap:3px;' +
          '--wp--style--root--padding-top:1px;--wp--style--root--padding-right:calc(2px + 1px);' +
          '--wp--style--root--padding-bottom:1px;--wp--style--root--padding-left:calc(2px + 1px)}',
      ),
      css,
    );
    assert.match(css, /\{padding-right:var\(--wp--style--root--padding-right\)/);
    assert.match(css, /:root :where\(\.is-layout-flex,\.is-layout-grid\)\{gap:3px\}/);
    assert.doesNotMatch(css, /body\{padding/);
  });

  it('leaves the padding to the page if alignments do not depend on it', () => {
    const css = compile({}, { spacing: { padding: { top: '1px' } } });
    assert.match(css, /body\{padding-top:1px\}/);
    assert.doesNotMatch(css, /root--padding/);
  });
});

describe('fonts', () => {
  const facesOf = (fontFace: unknown, fontFamily: unknown = '"A b", serif') =>
    /^(?:@font-face\{[^}]*\})*/.exec(
      compile({ typography: { fontFamilies: { custom: [{ slug: 'a', fontFamily, fontFace }] } } }),
    )?.[0];

  it('are loaded from URLs', () => {
    const face = {
      fontFamily: 'A b',
      fontStyle: 'normal',
      fontWeight: '300 700',
      unicodeRange: 'U+0000-00FF, U+26',
      src: ['https://x.test/a.woff2?v=1', '/b.ttf'],
    };
    assert.equal(
      facesOf([face]),
      '@font-face{font-family:"A b";font-display:swap;font-style:normal;font-weight:300 700;unicode-range:U+0000-00FF, U+26;' +
        'src:url("https://x.test/a.woff2?v=1") format("woff2"),url("/b.ttf") format("truetype")}',
    );
    assert.equal(
      facesOf([{ src: '/a', fontWeight: 400, fontDisplay: 'block' }]),
      '@font-face{font-family:"A b";font-display:block;font-weight:400;src:url("/a")}',
    );
  });

  it('are omitted without a safe URL or name', () => {
    const files = [
      'file:./a.woff2',
      'a.woff2',
      'javascript:x',
      'data:font/woff2,a',
      '/a"b',
      '/a<b',
      'ftp://a',
      3,
      null,
    ];
    for (const src of files) assert.equal(facesOf([{ src }]), '', String(src));
    assert.equal(facesOf(['x', null, { fontFamily: 'a"b', src: '/a' }, {}]), '');
    assert.equal(facesOf('x'), '');
  });
});

it('the style sheet of the default theme has at most 6 KB compressed', () => {
  const css = compileThemeCss(themeConfigurationOf(readTheme(defaultThemeFolder)));
  assert.ok(brotliCompressSync(css).length <= 6 * 1024);
  assert.deepEqual(transformSync(css, { loader: 'css' }).warnings, []);
});
