import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameOf, renderContent, renderHtml, type TestSite } from '../../test/rendering/site.ts';

const ownUrl = (name: string) => `http://x.test/${name}/`;
const site: TestSite = {
  entryAtUrl: (address) => (address.startsWith('http://x.test/') ? frameOf(address.split('/')[3] ?? '') : undefined),
};
/** Returns the rendered content, with each iframe abbreviated to its name in braces. */
const renderWithFrames = async (content: string): Promise<string> =>
  (await renderHtml(content, site)).replace(
    /<blockquote class="wp-embedded-content"[^>]*><a href="http:\/\/x.test\/([^"]*)\/">[^<]*<\/a><\/blockquote><iframe [^>]*><\/iframe>/g,
    '{$1}',
  );
const foreignUrl = 'https://example.com/a--b?c&d';
const foreignUrlAsText = 'https://example.com/a&#8211;b?c&#038;d';
const foreignUrlAsLink = '<a href="https://example.com/a--b?c&#038;d">https://example.com/a--b?c&#038;d</a>';

const table: readonly [content: string, renderWithFrames: string][] = [
  [ownUrl('a'), '{a}\n'],
  [`a\n\n${ownUrl('a')}\n\nb`, '<p>a</p>\n{a}\n<p>b</p>\n'],
  [`a\n${ownUrl('a')}\nb`, '<p>a</p>\n{a}\n<p>b</p>\n'],
  [`${ownUrl('a')}\nb`, '{a}\n<p>b</p>\n'],
  [`a\n${ownUrl('a')}`, '<p>a</p>\n{a}\n'],
  [`${ownUrl('a')}\n${ownUrl('b')}\n${foreignUrl}\n${ownUrl('c')}`, `{a}\n{b}\n<p>${foreignUrlAsText}</p>\n{c}\n`],
  [`a\n${foreignUrl}\n${ownUrl('b')}\nc`, `<p>a<br />\n${foreignUrlAsText}</p>\n{b}\n<p>c</p>\n`],
  [foreignUrl, `<p>${foreignUrlAsText}</p>\n`],
  [`a\n  ${foreignUrl}\nb`, `<p>a<br />\n  ${foreignUrlAsText}<br />\nb</p>\n`],
  [`[embed]${ownUrl('a')}[/embed]`, '{a}\n'],
  [`[embed]\n${ownUrl('a')}\n[/embed]`, '{a}\n'],
  [`[embed src="${ownUrl('a')}"]`, '{a}\n'],
  [`[embed]${foreignUrl}[/embed]`, `<p>${foreignUrlAsLink}</p>\n`],
  [`a [embed]${ownUrl('a')}[/embed] b`, '<p>a </p>\n{a}\n<p> b</p>\n'],
  [`a [embed]${foreignUrl}[/embed] b`, `<p>a ${foreignUrlAsLink} b</p>\n`],
  [`[[embed]${ownUrl('a')}[/embed]]`, `<p>[embed]${ownUrl('a')}[/embed]</p>\n`],
  [`a ${ownUrl('a')}`, `<p>a ${ownUrl('a')}</p>\n`],
  [`<em>[embed]${ownUrl('a')}[/embed]</em>`, `<p><em><a href="${ownUrl('a')}">${ownUrl('a')}</a></em></p>\n`],
  [`<a href="/">\n${ownUrl('a')}\n</a>`, `<p><a href="/"><br />\n${ownUrl('a')}<br />\n</a></p>\n`],
  [`<h2>[embed]${ownUrl('a')}[/embed]</h2>`, `<h2><a href="${ownUrl('a')}">${ownUrl('a')}</a></h2>\n`],
  [`<ul><li>[embed]${ownUrl('a')}[/embed]</li></ul>`, '<ul>\n<li>{a}</li>\n</ul>\n'],
  [`<!-- wp:paragraph -->\n<p class="k">${ownUrl('a')}</p>\n<!-- /wp:paragraph -->`, '\n{a}\n'],
  [
    `<!-- wp:embed {"url":"${ownUrl('a')}"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${ownUrl('a')}\n</div></figure>\n<!-- /wp:embed -->`,
    '\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n{a}\n</div></figure>\n',
  ],
  [
    `<!-- wp:paragraph -->\n<p class="k">https://example.com/</p>\n<!-- /wp:paragraph -->`,
    '\n<p class="k wp-block-paragraph">https://example.com/</p>\n',
  ],
  [`<!-- wp:shortcode -->\n[embed]${ownUrl('a')}[/embed]\n<!-- /wp:shortcode -->`, '{a}\n'],
];

for (const [content, expected] of table)
  test(`renders ${JSON.stringify(content)}`, async () => assert.equal(await renderWithFrames(content), expected));

test('an embed in a caption is inside its figure', async () => {
  const html = await renderWithFrames(`[caption width="9"]<img src="/i"> [embed]${ownUrl('a')}[/embed][/caption]`);
  assert.match(html, /<figcaption class="wp-caption-text">\{a\}<\/figcaption>/);
});

test('adjacent lines share a placeholder and are queried together', async () => {
  const { requestedNeeds } = await renderContent(
    `${ownUrl('a')}\n${ownUrl('b')}\n\n[embed]${ownUrl('a')}[/embed]`,
    site,
  );
  assert.deepEqual(
    requestedNeeds.flat(),
    ['a', 'b', 'a'].map((name) => ({ kind: 'entry at URL', url: ownUrl(name) })),
  );
});

test('decodes &amp; in URLs', async () => {
  const { requestedNeeds } = await renderContent('http://x.test/?p=1&amp;q=2\n\nhttp://x.test/?p=1&#038;q=2');
  assert.deepEqual(
    requestedNeeds.flat(),
    [1, 2].map(() => ({ kind: 'entry at URL', url: 'http://x.test/?p=1&q=2' })),
  );
});

test('URLs beyond the maximum are kept as text', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => ownUrl(`n${at}`));
  const html = await renderWithFrames(many.join('\n\n'));
  assert.equal(html.split('{').length - 1, 100, 'a hundred iframes');
  for (const address of many.slice(100)) assert.ok(html.includes(`<p>${address}</p>`), address);
  const one = Array.from({ length: 3000 }, () => ownUrl('a'));
  const repeated = await renderWithFrames(one.join('\n\n'));
  assert.equal(repeated.split('{').length - 1, 100, 'a hundred iframes of one entry');
  assert.equal(repeated.split(`<p>${ownUrl('a')}</p>`).length - 1, 2900);
  const frames = Array.from({ length: 100 }, () => '{a}').join('\n');
  const text = `${frames}\n<p>${one.slice(100).join('<br />\n')}</p>\n`;
  assert.equal(await renderWithFrames(one.join('\n')), text);
  const inOneParagraph = await renderWithFrames(many.join('\n'));
  assert.equal(inOneParagraph.split('{').length - 1, 100);
  assert.ok(inOneParagraph.endsWith(`<p>${many.slice(100).join('<br />\n')}</p>\n`));
});

test('attributes of an embed shortcode do not become properties of the placeholder', async () => {
  const html = await renderWithFrames(
    `[embed src="${ownUrl('a')}" before="<b>" after="<i>" addresses="x" alone="<u>"]`,
  );
  assert.equal(html, '{a}\n');
});

test('authors cannot forge the placeholder block', async () => {
  const block = `<!-- wp:shortcode/embed {"addresses":[{"address":"${ownUrl('a')}"}],"before":"\\u003cscript\\u003e","after":""} /-->`;
  assert.equal(await renderWithFrames(block), '');
});
