import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShortcodes, removeShortcodes, unwrapStandaloneShortcodes } from './shortcodes.ts';

test('finds a shortcode with its attributes and content', () => {
  const [found] = findShortcodes('a [caption width="5" ALIGN=left \'x y\' z]<img>b[/caption] c');
  assert.equal(found?.name, 'caption');
  assert.deepEqual(Object.fromEntries(found?.attributes ?? []), { width: '5', align: 'left', 2: 'x y', 3: 'z' });
  assert.equal(found?.inner, '<img>b');
});

test('ignores unknown names, longer names and unclosed brackets', () => {
  assert.deepEqual([...findShortcodes('[nosuch] [gallerys] [gallery-x] [] [1] [gallery')], []);
});

test('ignores brackets inside tags', () => {
  assert.deepEqual([...findShortcodes('<a title="[gallery]">x</a><!-- [gallery] -->')], []);
});

test('a shortcode never ends inside a tag', () => {
  assert.equal(removeShortcodes('[caption]<a title="[/caption]">x</a>'), '<a title="[/caption]">x</a>');
  assert.deepEqual([...findShortcodes('[gallery <a title="]">x</a><b title="[gallery]')], []);
});

test('double brackets escape a shortcode', () => {
  const [found] = findShortcodes('[[gallery a="b"]]');
  assert.equal(found?.escaped, true);
});

test('removes known shortcodes with their content', () => {
  assert.equal(removeShortcodes('A [gallery /] b [nosuch] c [caption]x[/caption]d'), 'A  b [nosuch] c d');
});

test('unwraps a shortcode that is alone in a paragraph', () => {
  assert.equal(
    unwrapStandaloneShortcodes('<p>[gallery]</p>\n<p>a [gallery]</p>\n<p> [nosuch]</p>'),
    '[gallery]\n<p>a [gallery]</p>\n<p> [nosuch]</p>',
  );
  assert.equal(unwrapStandaloneShortcodes('<p>[[gallery]]</p>'), '<p>[[gallery]]</p>');
});

test('adversarial brackets take linear time', { timeout: 30_000 }, () => {
  for (const unit of ['[', '[gallery', '[caption]', '[gallery a="', '[[gallery', '<a [gallery]']) {
    const text = unit.repeat(500_000);
    for (const found of findShortcodes(text)) assert.ok(found.end > found.start);
    unwrapStandaloneShortcodes(text);
  }
});
