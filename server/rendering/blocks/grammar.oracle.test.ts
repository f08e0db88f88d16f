// Blocks are compared with those of the package `@wordpress/block-serialization-default-parser`, an oracle in tests only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@wordpress/block-serialization-default-parser';
import fc from 'fast-check';
import { attributeString } from './attributes.ts';
import { type Block, parseBlocks } from './grammar.ts';
import { normalBlocks } from './serialize.ts';

type ParsedBlock = ReturnType<typeof parse>[number];

/** A block in a form that both parsers have: HTML as strings, an empty string counts as nothing. */
interface Node {
  name: string | null;
  attributes: unknown;
  pieces: (string | Node)[];
}

const ours = (blocks: readonly Block[]): Node[] =>
  blocks.map(({ name, attributes, pieces }) => ({
    name,
    attributes,
    pieces: pieces.map((piece) => (typeof piece === 'string' ? piece : (ours([piece])[0] ?? ''))),
  }));

const oracles = (blocks: readonly ParsedBlock[]): Node[] =>
  blocks.map(({ blockName, attrs, innerBlocks, innerContent }) => {
    const inner = oracles(innerBlocks).values();
    const pieces = innerContent.map((piece) => piece ?? inner.next().value ?? '');
    return { name: blockName, attributes: attrs ?? {}, pieces: pieces.filter((piece) => piece !== '') };
  });

/** What the oracle does otherwise than the contract; each shown by one text. */
const differences: [why: string, content: string, oracle: (string | null)[], ours: (string | null)[]][] = [
  [
    'a comment with broken JSON stays as it is (rendering.md, "Worth doing better")',
    '<!-- wp:a {"x":} -->b',
    ['core/a'],
    [null],
  ],
  ['a closer cannot close itself', '<!-- /wp:a /-->', ['core/a'], [null]],
  [
    'a stray closer stays as it is, and what follows is read; the package stops reading',
    '<!-- /wp:a --><!-- wp:b /-->',
    [null],
    [null, 'core/b'],
  ],
  [
    'the closer of another block does not close this one',
    '<!-- wp:a --><!-- /wp:b --><!-- wp:c /-->',
    ['core/a', 'core/c'],
    ['core/a'],
  ],
  [
    'blocks that are never closed are closed at the end; the package tears them apart and shows their text twice',
    '<!-- wp:a --><!-- wp:b -->x',
    ['core/b', 'core/a'],
    ['core/a'],
  ],
  [
    'a comment ends where a browser ends it, also inside its JSON: else the filter and this parser would see different texts',
    '<!-- wp:a {"x":"-->"} -->',
    ['core/a'],
    [null],
  ],
];

for (const [why, content, oracle, own] of differences) {
  test(`differs from the oracle: ${why}`, () => {
    assert.deepEqual(
      parse(content).map(({ blockName }) => blockName),
      oracle,
    );
    assert.deepEqual(
      parseBlocks(content).map(({ name }) => name),
      own,
    );
  });
}

const blank = fc.constantFrom(' ', '  ', '\n', '\t ');
const name = fc.oneof(
  fc.constantFrom('paragraph', 'core/list', 'acme/box', 'a-1_b', 'nextpage'),
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/),
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}\/[a-z][a-z0-9_-]{0,5}$/),
);
/** JSON as editors write it, or as a serialiser does that escapes nothing but what would end the comment. */
const json = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }), fc.constantFrom(0, 2))
  .map(([value, indent]) => JSON.stringify(value, null, indent))
  .map((text) => text.replace(/"(?:[^"\\]|\\.)*"/g, (string) => attributeString(JSON.parse(string))));
/** Running HTML, also with comments that look nearly like those of blocks. */
const html = fc
  .array(
    fc.constantFrom(
      'x',
      '\n\n',
      '<p class="a">b</p>',
      '<div>',
      '<!-- plain -->',
      '<!--wp:a-->',
      '<!-- wp:A -->',
      '<!-- wp:a/b/c -->',
      '<!-- wp: -->',
      '<!-- wp:1a -->',
      '<!-- wp:a [1] -->',
      '<!-- wp:a "b" -->',
      '<!-- wp:a b -->',
      '<!---->',
      '{"a":1}',
      '-->',
      '<',
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));

const opening = (end: string) =>
  fc.tuple(blank, name, fc.option(fc.tuple(blank, json)), blank).map(([first, word, attributes, last]) => ({
    word,
    text: `<!--${first}wp:${word}${attributes?.join('') ?? ''}${last}${end}`,
  }));

/** A content of blocks, nested, each closed, with HTML around and inside. */
const content: fc.Arbitrary<string> = fc.letrec<{ content: string; block: string }>((tie) => ({
  content: fc.array(fc.oneof(html, tie('block')), { maxLength: 5 }).map((parts) => parts.join('')),
  block: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    opening('/-->').map(({ text }) => text),
    fc
      .tuple(opening('-->'), tie('content'), blank, blank)
      .map(([{ word, text }, inner, first, last]) => `${text}${inner}<!--${first}/wp:${word}${last}-->`),
  ),
})).content;

test('contents of blocks are read as by the oracle', () => {
  fc.assert(
    fc.property(content, (text) => assert.deepEqual(ours(parseBlocks(text)), oracles(parse(text)))),
    { numRuns: 2000 },
  );
});

test('what we store is read by the oracle as the same blocks', () => {
  fc.assert(
    fc.property(content, (text) => assert.deepEqual(oracles(parse(normalBlocks(text))), oracles(parse(text)))),
    { numRuns: 1000 },
  );
});

test('a block that is never closed lasts to the end, as for the oracle', () => {
  fc.assert(
    fc.property(html, opening('-->'), html, (before, { text }, after) => {
      assert.deepEqual(ours(parseBlocks(before + text + after)), oracles(parse(before + text + after)));
    }),
  );
});
