import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  commentOf,
  createEntryView,
  imageOf,
  renderHtml,
  type TestSite,
  termOf,
  testUser,
} from '../../../test/rendering/site.ts';
import { dynamicBlocks } from '../../rendering/dynamic/blocks/index.ts';
import type { PageView } from '../../rendering/dynamic/page-view.ts';
import { describedBlocks } from './described-blocks.ts';

const blocks = [...describedBlocks.values()];

/** A site in which every block has something to render. */
const site: TestSite = {
  site: { logo: 5 },
  entries: () => [createEntryView(1)],
  entry: () => createEntryView(2),
  total: () => 40,
  terms: () => [termOf(1)],
  termsOf: () => [termOf(1)],
  user: () => testUser,
  image: () => imageOf(5),
  periods: () => [{ period: '2026-01', count: 1, url: '/' }],
  days: () => [],
  comments: () => [commentOf(1)],
  commentsOf: () => ({ comments: [commentOf(1)], omitsReplies: false }),
  commentCounts: () => ({ total: 1, threads: 1 }),
  contents: { 1: { type: 'post', raw: 'Text' } },
  neighborsOf: () => ({ previous: createEntryView(1), next: createEntryView(3) }),
  templatePart: () => ({ id: 0, type: 'cms_template_part', raw: '', stored: 'Part' }),
};
const entry = createEntryView(9, {
  featuredMedia: 5,
  meta: '{"footnotes":"[{\\"id\\":\\"a\\",\\"content\\":\\"Note\\"}]"}',
});

/** The page of an archive, for the blocks that display only the page of the site. */
const archivePage: PageView = {
  url: '/category/x/',
  heading: { label: 'Category', name: 'X' },
  description: '',
  queryPages: new Map(),
};

/** Attributes without which a block renders nothing. */
const requiredAttributes: Readonly<Record<string, object>> = {
  'core/page-list': {},
  'core/navigation-link': { label: 'L', url: '/' },
  'core/navigation-submenu': { label: 'L', url: '/' },
  'core/playlist-track': { src: '/a.mp3' },
  'core/post-terms': { term: 'category' },
  'core/rss': { feedURL: 'http://feed.test/' },
  'core/template-part': { slug: 'header' },
};
const wrappers: readonly (readonly [RegExp, string, string])[] = [
  [/^core\/home-link/, '<!-- wp:navigation -->', '<!-- /wp:navigation -->'],
  [/^core\/post-content/, '<!-- wp:query --><!-- wp:post-template -->', '<!-- /wp:post-template --><!-- /wp:query -->'],
  [/^core\/comment-(?!template)/, '<!-- wp:comment-template -->', '<!-- /wp:comment-template -->'],
  [
    /^core\/term-(?!template)/,
    '<!-- wp:terms-query --><!-- wp:term-template -->',
    '<!-- /wp:term-template --><!-- /wp:terms-query -->',
  ],
  [/^core\/term-template/, '<!-- wp:terms-query -->', '<!-- /wp:terms-query -->'],
  [/^core\/(query-|post-template)/, '<!-- wp:query {"query":{"perPage":10}} -->', '<!-- /wp:query -->'],
];

/** Returns the HTML of a block with `attributes` and the attributes that it requires, inside the blocks that it requires. */
function renderBlock(name: string, attributes: object): Promise<string> {
  const [, opening = '', closing = ''] = wrappers.find(([names]) => names.test(name)) ?? [];
  const json = JSON.stringify({ ...requiredAttributes[name], ...attributes });
  const shortName = name.replace('core/', '');
  const inner = /template$|pagination$/.test(name) ? '<!-- wp:query-pagination-next /-->x' : '';
  const overrides = name === 'core/query-no-results' ? { entries: () => [] } : {};
  return renderHtml(
    `${opening}<!-- wp:${shortName} ${json} -->${inner}<!-- /wp:${shortName} -->${closing}`,
    { ...site, ...overrides },
    entry,
    name === 'core/query-title' ? archivePage : undefined,
  );
}

describe('described blocks', () => {
  it('have unique titles and descriptions, and a known category', () => {
    const categories = new Set(['text', 'media', 'design', 'widgets', 'theme', 'embed', 'reusable']);
    for (const { name, title, description, category, keywords } of blocks) {
      assert.ok(title !== '' && description.endsWith('.') && categories.has(category), name);
      assert.ok(
        keywords.every((keyword) => keyword === keyword.toLowerCase() && keyword !== ''),
        name,
      );
    }
    assert.equal(new Set(blocks.map(({ title }) => title)).size, blocks.length);
    assert.equal(new Set(blocks.map(({ description }) => description)).size, blocks.length);
  });

  it('include the newer blocks and every dynamic block', () => {
    for (const name of [
      'playlist',
      'playlist-track',
      'tabs',
      'tab-list',
      'tab-panels',
      'tab-panel',
      'math',
      'terms-query',
    ])
      assert.ok(describedBlocks.has(`core/${name}`), name);
    for (const name of dynamicBlocks.keys()) assert.equal(describedBlocks.get(name)?.isDynamic, true, name);
  });

  it('refer to known blocks only', () => {
    for (const { name, parent, ancestor, allows } of blocks)
      for (const relatedName of [parent, ancestor, allows].flatMap((names) => names ?? []))
        assert.ok(describedBlocks.has(relatedName), `${name}: ${relatedName}`);
  });

  it('have parsed attributes and supports', () => {
    const { attributes, supports } = describedBlocks.get('core/image') ?? assert.fail();
    const { alt, href } = attributes as Record<string, object>;
    assert.deepEqual(alt, { type: 'string', default: '', source: 'attribute', selector: 'img', attribute: 'alt' });
    assert.deepEqual(href, { type: 'string', source: 'attribute', selector: 'figure > a', attribute: 'href' });
    const { align, color } = supports as Record<string, unknown>;
    assert.deepEqual([align, color], [['left', 'center', 'right', 'wide', 'full'], { background: false, text: false }]);
    const { parent, uses } = describedBlocks.get('core/tab-panel') ?? assert.fail();
    assert.deepEqual([parent, uses], [['core/tab-panels'], ['core/tabs-id']]);
    for (const { name, attributes: all } of blocks)
      for (const [attribute, schema] of Object.entries(all as Record<string, { type?: unknown }>))
        assert.ok(schema.type, `${name}: ${attribute}`);
  });

  for (const { name, supports } of blocks.filter(({ isDynamic }) => isDynamic)) {
    const { anchor, color } = supports as { anchor?: boolean; color?: object };
    if (!color) continue;
    it(`${name} renders the features that it supports`, async () => {
      const blockAttributes = {
        anchor: 'here',
        align: 'wide',
        className: 'mine',
        textColor: 'a',
        backgroundColor: 'b',
        fontSize: 'c',
      };
      const html = await renderBlock(name, blockAttributes);
      assert.ok(anchor);
      for (const fragment of [
        'id="here"',
        'alignwide',
        'mine',
        'has-a-color',
        'has-b-background-color',
        'has-c-font-size',
      ])
        assert.ok(html.includes(fragment), `${fragment} in ${html}`);
      const withLink = await renderBlock(name, { style: { elements: { link: { color: { text: '#123' } } } } });
      assert.ok(withLink.includes('has-link-color'), withLink);
      assert.ok((await renderBlock(name, { textAlign: 'center' })).includes('has-text-align-center'));
    });
  }
});
