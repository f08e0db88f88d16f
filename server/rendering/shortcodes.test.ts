import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShortcodes, removeShortcodes, unwrapLoneShortcodes } from './shortcodes.ts';

test('a shortcode is found with its attributes and what it encloses', () => {
  const [found] = findShortcodes('a [caption width="5" ALIGN=left \'x y\' z]<img>b[/caption] c');
  assert.equal(found?.name, 'caption');
  assert.deepEqual(Object.fromEntries(found?.attributes ?? []), { width: '5', align: 'left', 2: 'x y', 3: 'z' });
  assert.equal(found?.inner, '<img>b');
});

test('unknown names, names with more letters and open brackets are text', () => {
  assert.deepEqual([...findShortcodes('[nosuch] [gallerys] [gallery-x] [] [1] [gallery')], []);
});

test('brackets inside tags are not looked at', () => {
  assert.deepEqual([...findShortcodes('<a title="[gallery]">x</a><!-- [gallery] -->')], []);
});

test('a shortcode never ends inside a tag', () => {
  assert.equal(removeShortcodes('[caption]<a title="[/caption]">x</a>'), '<a title="[/caption]">x</a>');
  assert.deepEqual([...findShortcodes('[gallery <a title="]">x</a><b title="[gallery]')], []);
});

test('double brackets are an escape', () => {
  const [found] = findShortcodes('[[gallery a="b"]]');
  assert.equal(found?.escaped, true);
});

test('known shortcodes are taken out with what they enclose', () => {
  assert.equal(removeShortcodes('A [gallery /] b [nosuch] c [caption]x[/caption]d'), 'A  b [nosuch] c d');
});

test('a shortcode alone in a paragraph loses the paragraph', () => {
  assert.equal(
    unwrapLoneShortcodes('<p>[gallery]</p>\n<p>a [gallery]</p>\n<p> [nosuch]</p>'),
    '[gallery]\n<p>a [gallery]</p>\n<p> [nosuch]</p>',
  );
  assert.equal(unwrapLoneShortcodes('<p>[[gallery]]</p>'), '<p>[[gallery]]</p>');
});

test('hostile brackets take linear time', { timeout: 30_000 }, () => {
  for (const unit of ['[', '[gallery', '[caption]', '[gallery a="', '[[gallery', '<a [gallery]']) {
    const text = unit.repeat(500_000);
    for (const found of findShortcodes(text)) assert.ok(found.end > found.start);
    unwrapLoneShortcodes(text);
  }
});
