import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playLoneAddresses } from './lone-addresses.ts';
import { renderContent } from './render.ts';

test('an address of a sound or a film alone on its line becomes a player', () => {
  assert.equal(playLoneAddresses('https://e.org/a.mp3'), '[audio src="https://e.org/a.mp3"]');
  assert.equal(
    playLoneAddresses('a\r\n https://e.org/A.MP4?b=1 \r\nc'),
    'a\r\n [video src="https://e.org/A.MP4?b=1"] \r\nc',
  );
  assert.equal(playLoneAddresses('<p>https://e.org/a.ogg</p>'), '<p>[audio src="https://e.org/a.ogg"]</p>');
  assert.equal(
    renderContent('Text\n\nhttps://e.org/a.webm?b&c'),
    '<p>Text</p>\n<video class="wp-video-shortcode" preload="metadata" controls="controls" src="https://e.org/a.webm?b&#038;c"></video>\n',
  );
});

test('all others stay text', () => {
  for (const text of [
    'a https://e.org/a.mp3',
    '<b>https://e.org/a.mp3</b>',
    'https://e.org/a.mp3<br>',
    'https://e.org/a.mp3x',
    'https://e.org/?a.mp3',
    '<pre>\nhttps://e.org/a.mp3\n</pre>',
    '<a title="\nhttps://e.org/a.mp3\n">x</a>',
    '<!-- wp:a {"b":"\nhttps://e.org/a.mp3\n"} /-->',
    'ftp://e.org/a.mp3',
    'https://e.org/"x.mp3',
  ])
    assert.equal(playLoneAddresses(text), text);
});
