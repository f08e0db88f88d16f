import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBlocks } from './parse.ts';
import { renderStaticBlocks } from './render.ts';

const render = (content: string) => renderStaticBlocks(parseBlocks(content));
const block = (name: string, html: string, json = '') =>
  `<!-- wp:${name} ${json && `${json} `}-->${html}<!-- /wp:${name} -->`;

const renderCases: [why: string, input: string, output: string][] = [
  ['removes comments and keeps line ends', `a\n${block('acme/x', '\n<i>b</i>\n')}\n\nc`, 'a\n\n<i>b</i>\n\n\nc'],
  ['renders a self-closing block as an empty string', '<!-- wp:acme/void {"a":1} /-->x', 'x'],
  [
    'adds the class of a paragraph',
    block('paragraph', '<p id="x">a</p>'),
    '<p class="wp-block-paragraph" id="x">a</p>',
  ],
  ['adds it after existing classes', block('paragraph', '<p class="a">b</p>'), '<p class="a wp-block-paragraph">b</p>'],
  ['adds it once', block('heading', '<h2 class="wp-block-heading">b</h2>'), '<h2 class="wp-block-heading">b</h2>'],
  ['adds the class of a list', block('list', '<ol>a</ol>'), '<ol class="wp-block-list">a</ol>'],
  ['keeps a paragraph block without p', block('paragraph', 'a'), 'a'],
  ['omits hidden blocks', block('group', block('paragraph', 'a'), '{"metadata":{"blockVisibility":false}}'), ''],
  ['omits a button without text', block('button', '<div><a href="/"> </a></div>'), ''],
  ['omits an image without source', block('image', '<figure><img alt=""/></figure>'), ''],
  ['adds paragraphs to the text of a shortcode block', block('shortcode', '\n[x]\n'), '<p>[x]</p>\n'],
];

for (const [why, input, output] of renderCases) test(why, () => assert.equal(render(input), output));

const layouts: [input: string, classes: string][] = [
  [
    block('group', '<div class="wp-block-group">x</div>'),
    'wp-block-group is-layout-flow wp-block-group-is-layout-flow',
  ],
  [
    block('group', '<div>x</div>', '{"layout":{"type":"constrained"}}'),
    'is-layout-constrained wp-block-group-is-layout-constrained',
  ],
  [block('buttons', '<div class="b">x</div>'), 'b is-layout-flex wp-block-buttons-is-layout-flex'],
  [
    block('group', '<div class="b">x</div>', '{"layout":{"type":"default"}}'),
    'b is-layout-flow wp-block-group-is-layout-flow',
  ],
];

for (const [input, classes] of layouts) {
  test(`${input} gets the classes ${classes}`, () =>
    assert.match(render(input), new RegExp(`^<div class="${classes}">`)));
}

test('adds layout classes to the wrapper of the inner blocks', () => {
  const cover = block(
    'cover',
    `<div class="a"><span class="s"></span><div class="inner">${block('paragraph', 'x')}</div></div>`,
  );
  assert.equal(
    render(cover),
    '<div class="a"><span class="s"></span><div class="inner is-layout-flow wp-block-cover-is-layout-flow">x</div></div>',
  );
  const details = block(
    'details',
    `<details class="d"><summary class="s">S</summary>${block('paragraph', 'x')}</details>`,
  );
  assert.match(render(details), /^<details class="d is-layout-flow wp-block-details-is-layout-flow">/);
});

test('puts orientation classes first, and adds a container class for custom rules', () => {
  const json = '{"layout":{"type":"flex","orientation":"vertical","justifyContent":"center","flexWrap":"nowrap"}}';
  assert.match(
    render(block('group', '<div class="g">x</div>', json)),
    /"g is-vertical is-content-justification-center is-nowrap is-layout-flex wp-container-core-group-is-layout-[0-9a-f]{8} wp-block-group-is-layout-flex"/,
  );
});

test('a custom renderer replaces the saved HTML', () => {
  const renderers = new Map([['core/block', () => ['shown ', ...parseBlocks(block('paragraph', '<p>a</p>'))]]]);
  assert.equal(
    renderStaticBlocks(parseBlocks('<!-- wp:block {"ref":1} /-->'), renderers),
    'shown <p class="wp-block-paragraph">a</p>',
  );
});

test('deep and broad content takes linear time', { timeout: 60_000 }, () => {
  for (const unit of [
    '<!-- wp:group --><div class="x">',
    '<!-- wp:columns --><div class="a"><i>',
    '<!-- wp:list --><b>',
    '<!-- wp:button --><a>',
  ]) {
    render(unit.repeat(50_000));
  }
  render(block('group', `${'<b class="x">'.repeat(200_000)}${block('paragraph', '')}</b>`));
});

test('social links follow the settings of their list and have safe URLs only', () => {
  const list = (inner: string, json = '') => render(block('social-links', `<ul class="s">${inner}</ul>`, json));
  const link = (json: string) => `<!-- wp:social-link ${json} /-->`;
  assert.equal(
    list(link('{"url":"https://x.test/?a=1\\u0026b=2","service":"github"}'), '{"openInNewTab":true}'),
    '<ul class="s is-layout-flex wp-block-social-links-is-layout-flex">' +
      '<li class="wp-social-link wp-social-link-github wp-block-social-link"><a class="wp-block-social-link-anchor" ' +
      'href="https://x.test/?a=1&amp;b=2" rel="nofollow noopener" target="_blank">' +
      '<span class="wp-block-social-link-label screen-reader-text">GitHub</span></a></li></ul>',
  );
  assert.match(list(link('{"url":"me@x.test","service":"mail","label":"Write"}')), /href="mailto:me@x\.test".*>Write</);
  for (const url of ['', 'javascript:alert(1)', ' JaVa\\tScript:alert(1)', 'data:text/html,x', 'vbscript:x']) {
    assert.doesNotMatch(list(link(`{"url":"${url}","service":"x"}`)), /<a/, url);
  }
  // Character references are not decoded in block attributes, so they cannot form a protocol.
  assert.match(list(link('{"url":"java\\u0026#115;cript:alert(1)"}')), /href="java&amp;#115;cript:alert\(1\)"/);
});

test('adds a unique class to galleries and to blocks with custom colors', () => {
  assert.match(
    render(block('gallery', '<figure class="g">x</figure>')),
    /^<figure class="g wp-block-gallery-\d+ is-layout-flex wp-block-gallery-is-layout-flex">/,
  );
  assert.match(
    render(block('paragraph', '<p>x</p>', '{"style":{"elements":{"link":{"color":{"text":"#000"}}}}}')),
    /^<p class="wp-block-paragraph wp-elements-[0-9a-f]{8}">/,
  );
  assert.match(
    render(block('group', '<div class="g">x</div>', '{"style":{"elements":{"link":{"color":{"text":"#000"}}}}}')),
    /^<div class="g wp-elements-[0-9a-f]{8} is-layout-flow wp-block-group-is-layout-flow">/,
    'layout classes come last',
  );
});
