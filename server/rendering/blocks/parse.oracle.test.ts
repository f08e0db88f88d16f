// Compares parseBlocks with the package `@wordpress/block-serialization-default-parser`, which only tests use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@wordpress/block-serialization-default-parser';
import fc from 'fast-check';
import { attributeString } from './attributes.ts';
import { type Block, parseBlocks } from './parse.ts';
import { normalizeBlocks } from './serialize.ts';

type ParsedBlock = ReturnType<typeof parse>[number];

/** A block in a form that both parsers have in common. HTML is a list of strings that are not empty. */
interface Node {
  name: string | null;
  attributes: unknown;
  pieces: (string | Node)[];
}

const fromParser = (blocks: readonly Block[]): Node[] =>
  blocks.map(({ name, attributes, innerContent }) => ({
    name,
    attributes,
    pieces: innerContent.map((part) => (typeof part === 'string' ? part : (fromParser([part])[0] ?? ''))),
  }));

const fromOracle = (blocks: readonly ParsedBlock[]): Node[] =>
  blocks.map(({ blockName, attrs, innerBlocks, innerContent }) => {
    const inner = fromOracle(innerBlocks).values();
    const pieces = innerContent.map((part) => part ?? inner.next().value ?? '');
    return { name: blockName, attributes: attrs ?? {}, pieces: pieces.filter((part) => part !== '') };
  });

/** Differences between the oracle and the contract, with an example for each. */
const differences: [why: string, content: string, oracle: (string | null)[], fromParser: (string | null)[]][] = [
  [
    'a comment with malformed JSON is unchanged (rendering.md, "Worth doing better")',
    '<!-- wp:a {"x":} -->b',
    ['core/a'],
    [null],
  ],
  ['a closing comment cannot close itself', '<!-- /wp:a /-->', ['core/a'], [null]],
  [
    'a stray closer is unchanged, and parsing continues; the package stops',
    '<!-- /wp:a --><!-- wp:b /-->',
    [null],
    [null, 'core/b'],
  ],
  [
    'the closing comment of another block does not close this one',
    '<!-- wp:a --><!-- /wp:b --><!-- wp:c /-->',
    ['core/a', 'core/c'],
    ['core/a'],
  ],
  [
    'unclosed blocks are closed at the end; the package splits them and duplicates their text',
    '<!-- wp:a --><!-- wp:b -->x',
    ['core/b', 'core/a'],
    ['core/a'],
  ],
  [
    'a comment ends where it ends in a browser, even inside its JSON, so that the sanitizer and this parser agree',
    '<!-- wp:a {"x":"-->"} -->',
    ['core/a'],
    [null],
  ],
];

for (const [why, content, oracle, expectedNames] of differences) {
  test(`differs from the oracle: ${why}`, () => {
    assert.deepEqual(
      parse(content).map(({ blockName }) => blockName),
      oracle,
    );
    assert.deepEqual(
      parseBlocks(content).map(({ name }) => name),
      expectedNames,
    );
  });
}

const blank = fc.constantFrom(' ', '  ', '\n', '\t ');
const name = fc.oneof(
  fc.constantFrom('paragraph', 'core/list', 'acme/box', 'a-1_b', 'nextpage'),
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/),
  fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}\/[a-z][a-z0-9_-]{0,5}$/),
);
/** JSON as editors write it, or as serializers that escape only what would end the comment write it. */
const json = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }), fc.constantFrom(0, 2))
  .map(([value, indent]) => JSON.stringify(value, null, indent))
  .map((text) => text.replace(/"(?:[^"\\]|\\.)*"/g, (string) => attributeString(JSON.parse(string))));
/** HTML, including comments that resemble block comments. */
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
  .map((fragments) => fragments.join(''));

const opening = (end: string) =>
  fc.tuple(blank, name, fc.option(fc.tuple(blank, json)), blank).map(([first, word, attributes, last]) => ({
    word,
    text: `<!--${first}wp:${word}${attributes?.join('') ?? ''}${last}${end}`,
  }));

/** Nested, closed blocks with HTML around and inside. */
const content: fc.Arbitrary<string> = fc.letrec<{ content: string; block: string }>((tie) => ({
  content: fc.array(fc.oneof(html, tie('block')), { maxLength: 5 }).map((fragments) => fragments.join('')),
  block: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    opening('/-->').map(({ text }) => text),
    fc
      .tuple(opening('-->'), tie('content'), blank, blank)
      .map(([{ word, text }, inner, first, last]) => `${text}${inner}<!--${first}/wp:${word}${last}-->`),
  ),
})).content;

test('parses blocks as the oracle does', () => {
  fc.assert(
    fc.property(content, (text) => assert.deepEqual(fromParser(parseBlocks(text)), fromOracle(parse(text)))),
    { numRuns: 2000 },
  );
});

test('the oracle parses normalized content as the same blocks', () => {
  fc.assert(
    fc.property(content, (text) => assert.deepEqual(fromOracle(parse(normalizeBlocks(text))), fromOracle(parse(text)))),
    { numRuns: 1000 },
  );
});

test('an unclosed block extends to the end, as for the oracle', () => {
  fc.assert(
    fc.property(html, opening('-->'), html, (before, { text }, after) => {
      assert.deepEqual(fromParser(parseBlocks(before + text + after)), fromOracle(parse(before + text + after)));
    }),
  );
});
