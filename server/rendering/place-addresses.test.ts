import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameOf, show, shownOf, type TestSite } from './dynamic/site-for-tests.ts';

const own = (name: string) => `http://x.test/${name}/`;
const site: TestSite = {
  addressed: (address) => (address.startsWith('http://x.test/') ? frameOf(address.split('/')[3] ?? '') : undefined),
};
/** What is shown, with frames by their names. */
const shown = async (content: string): Promise<string> =>
  (await shownOf(content, site)).replace(
    /<blockquote class="wp-embedded-content"[^>]*><a href="http:\/\/x.test\/([^"]*)\/">[^<]*<\/a><\/blockquote><iframe [^>]*><\/iframe>/g,
    '{$1}',
  );
const other = 'https://example.com/a--b?c&d';
const otherText = 'https://example.com/a&#8211;b?c&#038;d';
const otherLink = '<a href="https://example.com/a--b?c&#038;d">https://example.com/a--b?c&#038;d</a>';

const table: readonly [content: string, shown: string][] = [
  [own('a'), '{a}\n'],
  [`a\n\n${own('a')}\n\nb`, '<p>a</p>\n{a}\n<p>b</p>\n'],
  [`a\n${own('a')}\nb`, '<p>a</p>\n{a}\n<p>b</p>\n'],
  [`${own('a')}\nb`, '{a}\n<p>b</p>\n'],
  [`a\n${own('a')}`, '<p>a</p>\n{a}\n'],
  [`${own('a')}\n${own('b')}\n${other}\n${own('c')}`, `{a}\n{b}\n<p>${otherText}</p>\n{c}\n`],
  [`a\n${other}\n${own('b')}\nc`, `<p>a<br />\n${otherText}</p>\n{b}\n<p>c</p>\n`],
  [other, `<p>${otherText}</p>\n`],
  [`a\n  ${other}\nb`, `<p>a<br />\n  ${otherText}<br />\nb</p>\n`],
  [`[embed]${own('a')}[/embed]`, '{a}\n'],
  [`[embed]\n${own('a')}\n[/embed]`, '{a}\n'],
  [`[embed src="${own('a')}"]`, '{a}\n'],
  [`[embed]${other}[/embed]`, `<p>${otherLink}</p>\n`],
  [`a [embed]${own('a')}[/embed] b`, '<p>a </p>\n{a}\n<p> b</p>\n'],
  [`a [embed]${other}[/embed] b`, `<p>a ${otherLink} b</p>\n`],
  [`[[embed]${own('a')}[/embed]]`, `<p>[embed]${own('a')}[/embed]</p>\n`],
  [`a ${own('a')}`, `<p>a ${own('a')}</p>\n`],
  [`<em>[embed]${own('a')}[/embed]</em>`, `<p><em><a href="${own('a')}">${own('a')}</a></em></p>\n`],
  [`<a href="/">\n${own('a')}\n</a>`, `<p><a href="/"><br />\n${own('a')}<br />\n</a></p>\n`],
  [`<h2>[embed]${own('a')}[/embed]</h2>`, `<h2><a href="${own('a')}">${own('a')}</a></h2>\n`],
  [`<ul><li>[embed]${own('a')}[/embed]</li></ul>`, '<ul>\n<li>{a}</li>\n</ul>\n'],
  [`<!-- wp:paragraph -->\n<p class="k">${own('a')}</p>\n<!-- /wp:paragraph -->`, '\n{a}\n'],
  [
    `<!-- wp:embed {"url":"${own('a')}"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${own('a')}\n</div></figure>\n<!-- /wp:embed -->`,
    '\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n{a}\n</div></figure>\n',
  ],
  [
    `<!-- wp:paragraph -->\n<p class="k">https://example.com/</p>\n<!-- /wp:paragraph -->`,
    '\n<p class="k wp-block-paragraph">https://example.com/</p>\n',
  ],
  [`<!-- wp:shortcode -->\n[embed]${own('a')}[/embed]\n<!-- /wp:shortcode -->`, '{a}\n'],
];

for (const [content, expected] of table)
  test(`${JSON.stringify(content)} is shown`, async () => assert.equal(await shown(content), expected));

test('an embed in a caption stands in its figure', async () => {
  const html = await shown(`[caption width="9"]<img src="/i"> [embed]${own('a')}[/embed][/caption]`);
  assert.match(html, /<figcaption class="wp-caption-text">\{a\}<\/figcaption>/);
});

test('neighbouring lines are one hole, and ask for all at once', async () => {
  const { asked } = await show(`${own('a')}\n${own('b')}\n\n[embed]${own('a')}[/embed]`, site);
  assert.deepEqual(
    asked.flat(),
    ['a', 'b', 'a'].map((name) => ({ kind: 'addressed', address: own(name) })),
  );
});

test('a reference for & in an address is none', async () => {
  const { asked } = await show('http://x.test/?p=1&amp;q=2\n\nhttp://x.test/?p=1&#038;q=2');
  assert.deepEqual(
    asked.flat(),
    [1, 2].map(() => ({ kind: 'addressed', address: 'http://x.test/?p=1&q=2' })),
  );
});

test('what is more than a content may show loses no word', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => own(`n${at}`));
  const html = await shown(many.join('\n\n'));
  assert.equal(html.split('{').length - 1, 100, 'a hundred frames');
  for (const address of many.slice(100)) assert.ok(html.includes(`<p>${address}</p>`), address);
  const one = Array.from({ length: 3000 }, () => own('a'));
  const repeated = await shown(one.join('\n\n'));
  assert.equal(repeated.split('{').length - 1, 100, 'a hundred frames of one entry');
  assert.equal(repeated.split(`<p>${own('a')}</p>`).length - 1, 2900);
  const frames = Array.from({ length: 100 }, () => '{a}').join('\n');
  const text = `${frames}\n<p>${one.slice(100).join('<br />\n')}</p>\n`;
  assert.equal(await shown(one.join('\n')), text);
  const inOne = await shown(many.join('\n'));
  assert.equal(inOne.split('{').length - 1, 100);
  assert.ok(inOne.endsWith(`<p>${many.slice(100).join('<br />\n')}</p>\n`));
});

test('nothing that an author writes into a bracket becomes a part of the hole', async () => {
  const html = await shown(`[embed src="${own('a')}" before="<b>" after="<i>" addresses="x" alone="<u>"]`);
  assert.equal(html, '{a}\n');
});

test('a hole of this name cannot be written', async () => {
  const block = `<!-- wp:shortcode/embed {"addresses":[{"address":"${own('a')}"}],"before":"\\u003cscript\\u003e","after":""} /-->`;
  assert.equal(await shown(block), '');
});
