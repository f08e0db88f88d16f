import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasBlocks, parseBlocks } from './parse.ts';
import { serializeBlocks } from './serialize.ts';

test('parses blocks and the text around them', () => {
  const blocks = parseBlocks('a<!-- wp:group {"x":1} --><div><!-- wp:acme/y /--></div><!-- /wp:group -->b');
  assert.deepEqual(
    blocks.map(({ name }) => name),
    [null, 'core/group', null],
  );
  const group = blocks[1];
  assert.deepEqual(group?.attributes, { x: 1 });
  assert.equal(group?.innerContent[0], '<div>');
  assert.equal(typeof group?.innerContent[1] === 'object' && group.innerContent[1].name, 'acme/y');
  assert.equal(group?.innerContent[2], '</div>');
});

test('treats anything but the exact form as a plain comment', () => {
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
      parseBlocks(text).map(({ name, innerContent }) => [name, innerContent.join('')]),
      [[null, text]],
    );
  }
});

test('ends an unclosed block with its parent', () => {
  const [group, after] = parseBlocks('<!-- wp:group --><!-- wp:paragraph -->a<!-- /wp:group -->b');
  assert.equal(typeof group?.innerContent[0] === 'object' && group.innerContent[0].innerContent[0], 'a');
  assert.equal(after?.innerContent[0], 'b');
});

test('hasBlocks looks for the beginning of a block comment', () => {
  assert.equal(hasBlocks('<!-- wp:A'), true);
  assert.equal(hasBlocks('<!--wp:a-->'), false);
});

const adversarialContent = fc.array(
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

test('serializing is idempotent', () => {
  fc.assert(
    fc.property(adversarialContent, (fragments) => {
      const once = serializeBlocks(parseBlocks(fragments.join('')));
      assert.equal(serializeBlocks(parseBlocks(once)), once);
    }),
  );
});

test('deep, malformed and unclosed comments take linear time', { timeout: 60_000 }, () => {
  const units = ['<!-- wp:a -->', '<!-- wp:a {"', '<!-- wp:a {"b":[ -->', '<!--', '<!-- /wp:a -->', '<!-- <!-- -->'];
  for (const unit of units) serializeBlocks(parseBlocks(unit.repeat(100_000)));
  parseBlocks('<!-- wp:a -->'.repeat(100_000) + '<!-- /wp:b -->'.repeat(100_000));
  serializeBlocks(parseBlocks(`<!-- wp:a {"b":${'['.repeat(500_000)}${']'.repeat(500_000)}} /-->`));
});
