import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent } from './render.ts';
import { expandShortcodes, wrapUrls } from './shortcode-renderers.ts';

const image = '<img src="https://example.com/a.jpg" alt="" />';
const cases: [input: string, output: string][] = [
  ['a [gallery] b [playlist ids="1"]', 'a  b '],
  ['[[gallery]]', '[gallery]'],
  ['[nosuch]', '[nosuch]'],
  [
    `[caption align="alignleft" width="300"]${image} Text[/caption]`,
    `<figure style="width: 300px" class="wp-caption alignleft">${image}<figcaption class="wp-caption-text">Text</figcaption></figure>`,
  ],
  [
    `[wp_caption width="10" caption="Old" class="k"]${image}[/wp_caption]`,
    `<figure style="width: 10px" class="wp-caption alignnone k">${image}<figcaption class="wp-caption-text">Old</figcaption></figure>`,
  ],
  [
    `[caption id="attachment_7" width="10"]<a href="/b">${image}</a> T[/caption]`,
    `<figure id="attachment_7" aria-describedby="caption-attachment-7" style="width: 10px" class="wp-caption alignnone"><a href="/b">${image}</a><figcaption id="caption-attachment-7" class="wp-caption-text">T</figcaption></figure>`,
  ],
  [`[caption]${image} No width[/caption]`, image],
  [`[caption width="0"]${image} T[/caption]`, image],
  ['[audio] [video]', ' '],
  [
    '[audio src="https://example.com/a.xyz"]',
    '<a class="wp-embedded-audio" href="https://example.com/a.xyz">https://example.com/a.xyz</a>',
  ],
  ['[video src="javascript:alert(1)"]', ''],
];

for (const [input, output] of cases) test(`renders ${input}`, () => assert.equal(expandShortcodes(input), output));

test('a player has its class and its source', () => {
  assert.match(
    expandShortcodes('[video mp4="https://example.com/a.mp4"]'),
    /^<video class="wp-video-shortcode".* src="https:\/\/example\.com\/a\.mp4"><\/video>$/,
  );
});

test('an embed of an audio or video URL becomes a player', () => {
  assert.equal(wrapUrls('[embed]https://example.com/a.mp3[/embed]'), '[audio src="https://example.com/a.mp3" /]');
  assert.match(expandShortcodes('[embed src="https://example.com/a.mp4"]'), /^<video class="wp-video-shortcode"/);
  assert.match(renderContent('[embed]https://example.com/a.ogg[/embed]'), /^<audio [^>]*><\/audio>\n$/);
});

test('the URL of an embed is moved into its bracket, or becomes a link if it has special characters', () => {
  assert.equal(
    wrapUrls('[embed]\nhttps://example.com/x--y\n[/embed] [gallery] [[embed]https://a.org[/embed]]'),
    '[embed src="https://example.com/x--y" /] [gallery] [[embed]https://a.org[/embed]]',
  );
  assert.equal(
    wrapUrls('[embed]https://example.com/"onclick=x[/embed]'),
    '<a href="https://example.com/&quot;onclick=x">https://example.com/&quot;onclick=x</a>',
  );
  assert.match(wrapUrls('[embed]https://example.com/a b[/embed]'), /^<a href="https:\/\/example.com\/a b">/);
  assert.equal(wrapUrls('[embed]javascript:x[/embed]'), '');
});

test('a caption that ends inside a tag cannot open a quote that another tag closes', () => {
  const stored = `<code>[caption width="5" caption='<b title="' y">z</b>'][/caption]<i title=" onmouseover=x ">q</i></code>`;
  assert.match(renderContent(stored), /<figcaption class="wp-caption-text">&lt;b title=&quot;<\/figcaption>/);
  assert.match(expandShortcodes('[caption width="5" caption="<em>a"]'), /><em>a<\/em><\/figcaption>/);
});

test('a custom renderer overrides the default one', () => {
  assert.equal(
    expandShortcodes('[gallery ids="1"]', new Map([['gallery', ({ attributes }) => `#${attributes.get('ids')}`]])),
    '#1',
  );
});
