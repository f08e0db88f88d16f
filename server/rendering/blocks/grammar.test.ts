import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasBlocks, parseBlocks } from './grammar.ts';
import { serializeBlocks } from './serialize.ts';

test('a content is parsed into blocks and the text around them', () => {
  const blocks = parseBlocks('a<!-- wp:group {"x":1} --><div><!-- wp:acme/y /--></div><!-- /wp:group -->b');
  assert.deepEqual(
    blocks.map(({ name }) => name),
    [null, 'core/group', null],
  );
  const group = blocks[1];
  assert.deepEqual(group?.attributes, { x: 1 });
  assert.equal(group?.pieces[0], '<div>');
  assert.equal(typeof group?.pieces[1] === 'object' && group.pieces[1].name, 'acme/y');
  assert.equal(group?.pieces[2], '</div>');
});

test('anything but the exact form is a plain comment', () => {
  for (const text of [
    '<!--wp:a-->',
    '<!-- wp:A -->',
    '<!-- wp:a{} -->',
    '<!-- wp:a/b/c -->',
    '<!-- /wp:a -->',
    '<!-- /wp:a /-->',
    '<!-- wp:a {"b} -->',
    '<!-- wp:a [1] -->',
    '<!-- wp:a',
  ]) {
    assert.deepEqual(
      parseBlocks(text).map(({ name, pieces }) => [name, pieces.join('')]),
      [[null, text]],
    );
  }
});

test('a block that is never closed ends with the one around it', () => {
  const [group, after] = parseBlocks('<!-- wp:group --><!-- wp:paragraph -->a<!-- /wp:group -->b');
  assert.equal(typeof group?.pieces[0] === 'object' && group.pieces[0].pieces[0], 'a');
  assert.equal(after?.pieces[0], 'b');
});

test('only the beginning of a block comment makes a content one of blocks', () => {
  assert.equal(hasBlocks('<!-- wp:A'), true);
  assert.equal(hasBlocks('<!--wp:a-->'), false);
});

const hostile = fc.array(
  fc.constantFrom(
    '<!-- wp:a -->',
    '<!-- /wp:a -->',
    '<!-- wp:b {"c":"d"} -->',
    '<!-- /wp:b -->',
    '<!-- wp:b /-->',
    '<!--',
    '-->',
    '{',
    '"',
    ' ',
    'x',
    '<!-- wp:a {"',
    '/-->',
    '<!-- plain -->',
    '<p>',
  ),
);

test('what is written back is stable and keeps the text', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const once = serializeBlocks(parseBlocks(parts.join('')));
      assert.equal(serializeBlocks(parseBlocks(once)), once);
    }),
  );
});

test('deep, broken and endless comments take linear time', { timeout: 60_000 }, () => {
  const units = ['<!-- wp:a -->', '<!-- wp:a {"', '<!-- wp:a {"b":[ -->', '<!--', '<!-- /wp:a -->', '<!-- <!-- -->'];
  for (const unit of units) serializeBlocks(parseBlocks(unit.repeat(100_000)));
  parseBlocks('<!-- wp:a -->'.repeat(100_000) + '<!-- /wp:b -->'.repeat(100_000));
  serializeBlocks(parseBlocks(`<!-- wp:a {"b":${'['.repeat(500_000)}${']'.repeat(500_000)}} /-->`));
});
