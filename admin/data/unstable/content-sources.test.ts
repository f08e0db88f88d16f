import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from '@wordpress/block-serialization-default-parser';
import type { Block } from '@wordpress/blocks';
import {
  endAutomaticChanges,
  joinBlocks,
  recordSources,
  type SourcedBlock,
  splitContent,
  unchangedContent,
} from './content-sources.ts';

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** Serializes a block as the text in its attributes. */
const serialize = ({ name, attributes }: Block) => `[${name} ${attributes.text}]`;

const blockOf = (name: string, text: string): SourcedBlock => ({
  ...{ clientId: '', name, isValid: true, attributes: { text }, innerBlocks: [] },
});

/** Parses a content: the blocks that are not inside others, whose attribute is their HTML. */
function blocksOf(content: string): SourcedBlock[] {
  const blocks = parse(content)
    .filter(({ blockName, innerHTML }) => blockName !== null || innerHTML.trim() !== '')
    .map(({ blockName, innerHTML }) => blockOf(blockName ?? 'text', innerHTML.trim()));
  recordSources(content, blocks);
  return blocks;
}

const join = (blocks: readonly SourcedBlock[]) =>
  joinBlocks(blocks, serialize, (block, source) => source ?? serialize(block));

/** Fragments of contents, which a test combines at random. */
const fragments = [
  ...['<!-- wp:group -->', '<!-- /wp:group -->', '<!-- wp:group {"a":{"b":"}"}} -->', '<!-- wp:x/y /-->'],
  ...['<!--more-->', '<!-- wp: -->', '<!-- /wp:other -->', '<!-- /wp:x {"a":1} /-->', '<!--\nwp:a\t{"n": 1.0}\n-->'],
  ...['text', ' ', '\r\n\r\n', '\n', '<p>unclosed', '&amp; & \u00a0', '[gallery ids="1"]', '{"a":1}', '-->', '<!-- '],
];

/** Returns a generator of numbers from 0 to 1, always the same. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe('splitContent', () => {
  it('splits where the parser of the editor splits, and loses no character', () => {
    const random = randomNumbers(7);
    let split = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const count = Math.floor(random() * 12);
      const content = Array.from({ length: count }, () => fragments[Math.floor(random() * fragments.length)]).join('');
      const parts = splitContent(content);
      if (!parts) continue;
      split += 1;
      const { texts, gaps } = parts;
      assert.equal(gaps.map((gap, index) => gap + (texts[index] ?? '')).join(''), content);
      assert.equal(gaps.length, texts.length + 1);
      assert.ok(gaps.every((gap) => gap.trim() === ''));
      const parsed = parse(content).filter(({ blockName, innerHTML }) => blockName !== null || innerHTML.trim() !== '');
      assert.equal(texts.length, parsed.length, content);
      for (const [index, { blockName, innerHTML }] of parsed.entries())
        if (blockName === null) assert.equal(texts[index], innerHTML.trim());
        else assert.match(texts[index] ?? '', /^<!--\s+\/?wp:/);
    }
    assert.ok(split > 10_000, `${split} contents were split`);
  });

  it('does not split contents with unclosed blocks inside others', () => {
    assert.equal(splitContent('<!-- wp:a --><!-- wp:b -->'), undefined);
  });
});

describe('endAutomaticChanges', () => {
  it('separates changes that blocks make themselves from those of the user', () => {
    const content = `${paragraph('One')}\n\n${paragraph('Two')}\n`;
    const blocks = blocksOf(content);
    const [one, two] = blocks;
    if (!one || !two) return assert.fail();
    const automatic = { ...one, attributes: { text: 'Automatic' } };
    assert.equal(unchangedContent([automatic, two], serialize), content);
    endAutomaticChanges([automatic, two]);
    assert.equal(unchangedContent([automatic, two], serialize), content);
    assert.equal(unchangedContent([one, two], serialize), undefined);
    const changed = { ...two, attributes: { text: 'Changed' } };
    assert.equal(unchangedContent([automatic, changed], serialize), undefined);
    assert.equal(join([automatic, changed]), `${paragraph('One')}\n\n[core/paragraph Changed]\n`);
  });
});

describe('joinBlocks', () => {
  const content = `Text & more\r\n\r\n${paragraph('One')}\n\n\n<!-- wp:x {"n":1.0}   /-->${paragraph('Two')} \n`;

  it('returns unchanged blocks with their bytes and everything between them', () => {
    const blocks = blocksOf(content);
    assert.equal(blocks.length, 4);
    assert.equal(unchangedContent(blocks, serialize), content);
    assert.equal(join(blocks), content);
  });

  it('replaces only the block that was changed', () => {
    const blocks = blocksOf(content);
    blocks[1] = { ...blocks[1], ...blockOf('core/paragraph', 'Changed') };
    assert.equal(unchangedContent(blocks, serialize), undefined);
    assert.equal(join(blocks), content.replace(paragraph('One'), '[core/paragraph Changed]'));
  });

  it('separates blocks that did not follow each other by an empty line', () => {
    const [text, one, x, two] = blocksOf(content);
    if (!text || !one || !x || !two) return assert.fail();
    const added = blockOf('core/heading', 'New');
    assert.equal(
      join([one, added, text, two]),
      `${paragraph('One')}\n\n[core/heading New]\n\nText & more\n\n${paragraph('Two')} \n`,
    );
    assert.equal(join([x, two, two]), `<!-- wp:x {"n":1.0}   /-->${paragraph('Two')}\n\n${paragraph('Two')} \n`);
    assert.equal(unchangedContent([text, one, x], serialize), undefined);
    assert.equal(unchangedContent([one, text, x, two], serialize), undefined);
  });

  it('compares attributes by their values, and formatted texts by their identity', () => {
    class FormattedText {
      readonly #text: string;
      constructor(text: string) {
        this.#text = text;
      }
      toString() {
        return this.#text;
      }
    }
    const [block] = blocksOf(paragraph('One'));
    if (!block) return assert.fail();
    const restored = { ...block, clientId: 'copy', attributes: { text: '<p>One</p>', unset: undefined } };
    assert.equal(join([restored]), paragraph('One'));
    const original: SourcedBlock = { ...blockOf('core/paragraph', ''), attributes: { text: new FormattedText('One') } };
    recordSources(paragraph('One'), [original]);
    assert.equal(join([{ ...original, attributes: { ...original.attributes } }]), paragraph('One'));
    const changed = { ...original, attributes: { text: new FormattedText('Two') } };
    assert.equal(join([changed]), '[core/paragraph Two]');
  });

  it('serializes contents that cannot be split, unless all blocks are unchanged', () => {
    const broken = '<!-- wp:a -->one<!-- wp:b -->two';
    const blocks = blocksOf(broken);
    assert.equal(unchangedContent(blocks, serialize), broken);
    assert.equal(join(blocks), blocks.map(serialize).join('\n\n'));
  });
});
