// Tests in a browser that the style sheet of a theme places and colors blocks as their attributes say.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { parseBlocks } from '../server/rendering/blocks/parse.ts';
import { renderStaticBlocks } from '../server/rendering/blocks/render.ts';
import { compileThemeCss } from '../server/theme/css/compile.ts';
import { containerCss } from '../server/theme/css/containers.ts';
import { launchBrowser, skip } from './browser.ts';
import { harmlessValues, hostileConfiguration, hostileText } from './hostile-css.ts';

const settings = {
  useRootPaddingAwareAlignments: true,
  layout: { contentSize: '400px', wideSize: '600px' },
  color: {
    palette: [
      { slug: 'ink', color: 'light-dark(rgb(1, 1, 1), rgb(254, 254, 254))' },
      { slug: 'brand', color: 'rgb(2, 2, 2)' },
    ],
  },
};
const styles = {
  color: { text: 'var:preset|color|ink' },
  spacing: { blockGap: '10px', padding: { left: '20px', right: '30px' } },
  typography: { fontSize: '10px' },
  elements: {
    link: { color: { text: 'rgb(3, 3, 3)' }, ':hover': { color: { text: 'rgb(4, 4, 4)' } } },
    button: { color: { background: 'rgb(5, 5, 5)' } },
    h2: { typography: { fontSize: '40px' } },
  },
  blocks: {
    'core/quote': {
      elements: { link: { color: { text: 'rgb(6, 6, 6)' } } },
      variations: { plain: { color: { text: 'rgb(7, 7, 7)' } } },
    },
    'core/group': { css: '&.own { color: rgb(8, 8, 8) } & .inner { color: rgb(9, 9, 9) }' },
    'core/separator': { spacing: { margin: { top: '50px' } } },
  },
};

const block = (name: string, attributes: object, html: string, inner = '') => {
  const [start = '', end = ''] = html.split('|');
  return `<!-- wp:${name} ${JSON.stringify(attributes)} -->${start}${inner}${end}<!-- /wp:${name} -->`;
};
const group = (id: string, attributes: object, inner = '', classes = '') =>
  block('group', attributes, `<div id="${id}" class="wp-block-group ${classes}">|</div>`, inner);
const box = (id: string, classes = '') => `<p id="${id}" class="${classes}">x</p>`;

describe('the style sheet of a theme', { skip }, () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1000, height: 800 }, colorScheme: 'light' });
  });
  after(() => browser?.close());

  const show = async (content: string) => {
    const body = renderStaticBlocks(parseBlocks(content));
    const css = compileThemeCss({ settings, styles }) + containerCss([content], body);
    await page.setContent(`<!doctype html><style>p{margin:7px}${css}</style><div class="wp-site-blocks">${body}</div>`);
  };
  /** Returns the left and right edge of an element, in pixels. */
  const edges = (id: string): Promise<number[]> =>
    page.locator(`#${id}`).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [Math.round(left), Math.round(right)];
    });
  /** Returns the top and bottom edge of an element, in pixels. */
  const heights = (id: string): Promise<number[]> =>
    page.locator(`#${id}`).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [Math.round(top), Math.round(bottom)];
    });
  const styleOf = (id: string, property: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.getElementById('${id}')).getPropertyValue('${property}')`);

  it('places blocks in the content width, the wide width and the full width', async () => {
    const inner = box('a') + box('b', 'alignwide') + box('c', 'alignfull');
    const nested = group('n', { layout: { type: 'constrained' } }, box('d') + box('e', 'alignwide'));
    const full = group('f', { layout: { type: 'constrained' } }, box('g', 'alignfull') + box('h'), 'alignfull');
    await show(group('main', { layout: { type: 'constrained' } }, inner + nested + full));
    const center = (20 + 970) / 2;
    assert.deepEqual(await edges('main'), [0, 1000]);
    assert.deepEqual(await edges('a'), [center - 200, center + 200]);
    assert.deepEqual(await edges('b'), [center - 300, center + 300]);
    assert.deepEqual(await edges('c'), [0, 1000]);
    assert.deepEqual(await edges('n'), [center - 200, center + 200]);
    assert.deepEqual(await edges('d'), [center - 200, center + 200]);
    assert.deepEqual(await edges('f'), [0, 1000]);
    assert.deepEqual(await edges('g'), [0, 1000]);
    assert.deepEqual(await edges('h'), [center - 200, center + 200]);
    await page.setViewportSize({ width: 300, height: 800 });
    for (const id of ['a', 'b', 'd', 'h']) assert.deepEqual(await edges(id), [20, 270], id);
    assert.deepEqual(await edges('c'), [0, 300]);
    await page.setViewportSize({ width: 1000, height: 800 });
  });

  it('separates stacked blocks by the gap of the theme or of the block', async () => {
    const separator = '<!-- wp:separator --><hr id="s" class="wp-block-separator"/><!-- /wp:separator -->';
    const own = { style: { spacing: { blockGap: '33px' } } };
    await show(group('m', {}, box('a') + box('b') + separator + group('o', own, box('c') + box('d'))));
    const [[a = [], b = [], s = []], [c = [], d = []]] = await Promise.all([
      Promise.all(['a', 'b', 's'].map(heights)),
      Promise.all(['c', 'd'].map(heights)),
    ]);
    assert.equal(a[0], 0);
    assert.equal((b[0] ?? 0) - (a[1] ?? 0), 10);
    assert.equal((s[0] ?? 0) - (b[1] ?? 0), 50, 'the margin of the block');
    assert.equal((d[0] ?? 0) - (c[1] ?? 0), 33);
  });

  it('places blocks in rows, columns and grids', async () => {
    const flex = (layout: object) => group('m', { layout: { type: 'flex', ...layout } }, box('a') + box('b'));
    await show(flex({ justifyContent: 'space-between' }));
    assert.equal((await edges('a'))[0], 0);
    assert.equal((await edges('b'))[1], 1000);
    await show(flex({ justifyContent: 'right' }));
    assert.equal((await edges('b'))[0], ((await edges('a'))[1] ?? 0) + 10);
    assert.equal((await edges('b'))[1], 1000);
    await show(flex({ orientation: 'vertical', justifyContent: 'right' }));
    assert.equal((await edges('a'))[1], 1000);
    assert.equal((await heights('b'))[0], ((await heights('a'))[1] ?? 0) + 10);
    const grid = { style: { spacing: { blockGap: '100px' } }, layout: { type: 'grid', columnCount: 2 } };
    await show(group('m', grid, box('a') + box('b') + box('c')));
    assert.deepEqual(await edges('a'), [0, 450]);
    assert.deepEqual(await edges('b'), [550, 1000]);
    const fluid = { style: { spacing: { blockGap: '0' } }, layout: { type: 'grid', minimumColumnWidth: '300px' } };
    await show(group('m', fluid, box('a')));
    assert.deepEqual(await edges('a'), [0, 333]);
    const both = { layout: { type: 'grid', minimumColumnWidth: '100px', columnCount: 2 } };
    await show(group('m', both, box('a') + box('b')));
    assert.deepEqual(await edges('b'), [505, 1000]);
  });

  it('colors blocks by the most specific style', async () => {
    const links = '<a id="LINK" href="#">x</a>';
    const own = { style: { elements: { link: { color: { text: 'rgb(11, 11, 11)' } } } } };
    const quote = (id: string, attributes: object, classes = '') =>
      block(
        'quote',
        attributes,
        `<blockquote id="${id}" class="wp-block-quote ${classes}">|</blockquote>`,
        links.replace('LINK', `${id}-link`),
      );
    await show(
      `${links}<h2 id="h">x</h2><p id="classed" class="has-brand-color">x</p>
       <a id="button" class="wp-block-button__link wp-element-button" href="#">x</a>
       ${quote('q', {})}${quote('p', { className: 'is-style-plain' }, 'is-style-plain')}${quote('o', own)}
       ${group('g', {}, '<p id="inner" class="inner">x</p>', 'own')}`,
    );
    const colors: Readonly<Record<string, number>> = {
      LINK: 3,
      classed: 2,
      'q-link': 6,
      'p-link': 6,
      p: 7,
      'o-link': 11,
      g: 8,
      inner: 9,
    };
    for (const [id, value] of Object.entries(colors))
      assert.equal(await styleOf(id, 'color'), `rgb(${value}, ${value}, ${value})`, id);
    assert.equal(await styleOf('button', 'background-color'), 'rgb(5, 5, 5)');
    assert.equal(await styleOf('h', 'font-size'), '40px');
    await page.locator('#LINK').hover();
    assert.equal(await styleOf('LINK', 'color'), 'rgb(4, 4, 4)');
    await page.locator('#q-link').hover();
    assert.equal(await styleOf('q-link', 'color'), 'rgb(6, 6, 6)');
  });

  it('follows the color scheme of the visitor', async () => {
    await show(box('a'));
    assert.equal(await styleOf('a', 'color'), 'rgb(1, 1, 1)');
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await styleOf('a', 'color'), 'rgb(254, 254, 254)');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('contains no other rules and elements than intended, whatever users write', async () => {
    const sheetOf = (value: string, css = '') => compileThemeCss(hostileConfiguration(value, css));
    const parse = (css: string): Promise<{ elements: string; rules: string[] }> =>
      page.evaluate(`(${parseInPage})(${JSON.stringify(css)})`);
    const { rules: own } = await parse(sheetOf('red'));
    const expected = new Set<string>();
    for (const value of harmlessValues) for (const rule of (await parse(sheetOf(value))).rules) expected.add(rule);
    for (const value of fc.sample(hostileText, 300)) {
      const description = JSON.stringify(value);
      const { elements, rules } = await parse(sheetOf(value));
      assert.equal(elements, 'html head style body p', description);
      assert.deepEqual(
        rules.filter((rule) => !expected.has(rule)),
        [],
        description,
      );
      const custom = await parse(sheetOf('red', value));
      assert.equal(custom.elements, 'html head style body p', description);
      assert.deepEqual(
        own.filter((rule) => !custom.rules.includes(rule)),
        [],
        description,
      );
    }
  });
});

/** Puts CSS on the page. Returns the elements of the page, and the beginnings of all rules outside of style rules. */
const parseInPage = `(css) => {
  document.documentElement.innerHTML = '<head><style>' + css + '</style></head><body><p>x</p></body>';
  const startsOf = (rules) => [...rules].flatMap((rule) => [
    rule.cssText.slice(0, rule.cssText.indexOf('{')),
    ...(rule.cssRules && !rule.selectorText ? startsOf(rule.cssRules) : []),
  ]);
  const elements = [...document.querySelectorAll('*')].map(({ localName }) => localName).join(' ');
  return { elements, rules: startsOf(document.styleSheets[0].cssRules) };
}`;
