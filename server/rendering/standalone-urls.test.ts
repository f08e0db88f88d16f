import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderContent } from './render.ts';
import { wrapStandaloneUrls } from './standalone-urls.ts';

test('an audio or video URL that is alone on a line becomes a player', () => {
  assert.equal(wrapStandaloneUrls('https://e.org/a.mp3'), '[audio src="https://e.org/a.mp3" /]');
  assert.equal(
    wrapStandaloneUrls('a\r\n https://e.org/A.MP4?b=1 \r\nc'),
    'a\r\n [video src="https://e.org/A.MP4?b=1" /] \r\nc',
  );
  assert.equal(wrapStandaloneUrls('<p>https://e.org/a.ogg</p>'), '<p>[audio src="https://e.org/a.ogg" /]</p>');
  assert.equal(
    renderContent('Text\n\nhttps://e.org/a.webm?b&c'),
    '<p>Text</p>\n<video class="wp-video-shortcode" preload="metadata" controls="controls" src="https://e.org/a.webm?b&#038;c"></video>\n',
  );
});

test('other URLs that are alone on a line become embeds', () => {
  for (const address of ['https://e.org/a.mp3x', 'https://e.org/?a.mp3', 'http://site.test/2026/a-post/?b&c'])
    assert.equal(wrapStandaloneUrls(`a\n${address}`), `a\n[embed alone="1" src="${address}" /]`);
});

test('URLs within lines, tags, shortcodes and literal elements are unchanged', () => {
  for (const text of [
    'a https://e.org/a.mp3',
    '<b>https://e.org/a.mp3</b>',
    'https://e.org/a.mp3<br>',
    '[caption caption="\nhttps://e.org/a\n"]\nhttps://e.org/b\n[/caption]',
    '[[embed]\nhttps://e.org/a\n[/embed]]',
    '<kbd>\nhttps://e.org/a\n</kbd>',
    '<pre>\nhttps://e.org/a.mp3\n</pre>',
    '<a title="\nhttps://e.org/a.mp3\n">x</a>',
    '<!-- wp:a {"b":"\nhttps://e.org/a.mp3\n"} /-->',
    'ftp://e.org/a.mp3',
    'https://e.org/"x.mp3',
  ])
    assert.equal(wrapStandaloneUrls(text), text);
});
