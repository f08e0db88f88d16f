import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bracketLoneAddresses } from './lone-addresses.ts';
import { renderContent } from './render.ts';

test('an address of a sound or a film alone on its line becomes a player', () => {
  assert.equal(bracketLoneAddresses('https://e.org/a.mp3'), '[audio src="https://e.org/a.mp3" /]');
  assert.equal(
    bracketLoneAddresses('a\r\n https://e.org/A.MP4?b=1 \r\nc'),
    'a\r\n [video src="https://e.org/A.MP4?b=1" /] \r\nc',
  );
  assert.equal(bracketLoneAddresses('<p>https://e.org/a.ogg</p>'), '<p>[audio src="https://e.org/a.ogg" /]</p>');
  assert.equal(
    renderContent('Text\n\nhttps://e.org/a.webm?b&c'),
    '<p>Text</p>\n<video class="wp-video-shortcode" preload="metadata" controls="controls" src="https://e.org/a.webm?b&#038;c"></video>\n',
  );
});

test('all others alone on their lines are for what their sites tell of them', () => {
  for (const address of ['https://e.org/a.mp3x', 'https://e.org/?a.mp3', 'http://site.test/2026/a-post/?b&c'])
    assert.equal(bracketLoneAddresses(`a\n${address}`), `a\n[embed alone="1" src="${address}" /]`);
});

test('what is not alone, not on a line, or shown as it is stays text', () => {
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
    assert.equal(bracketLoneAddresses(text), text);
});
