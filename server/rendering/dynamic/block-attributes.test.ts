import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../blocks/grammar.ts';
import { attributesOfDynamicBlocks } from './block-attributes.ts';
import { dynamicBlocks } from './blocks/index.ts';
import type { Context } from './dynamic-block.ts';
import type { Found } from './needs.ts';
import { entryQuery } from './needs.ts';
import { commentOf, pictureOf } from './site-for-tests.ts';

const entry = {
  ...{ id: 7, type: 'post', title: 'A title', excerpt: '<p>Words</p>', address: 'http://site.test/a/' },
  ...{ date: '2026-01-02T03:04:05', modified: '2026-02-02T03:04:05', author: 1, parent: 0, menuOrder: 0 },
  ...{ meta: '{"footnotes":"[]"}', titleKey: 'a title', featuredMedia: 5 },
};
const term = {
  ...{ id: 3, taxonomy: 'category', name: 'A term', description: 'About it' },
  ...{ address: 'http://site.test/t/', parent: 0, count: 2 },
};
const user = {
  id: 1,
  name: 'Ann',
  description: 'Writes',
  address: 'http://site.test/u/',
  picture: 'http://p.test/{size}',
};
const content = { id: 7, type: 'post', raw: 'Text', stored: '<p>Text</p>' };

/** A site in which there is one of everything. */
const found: Found = {
  site: {
    ...{ title: 'Site', description: 'About', front: 'http://site.test', theme: 'quarto' },
    ...{ signIn: 'http://site.test/account/sign-in', logo: 5 },
  },
  entries: () => [entry],
  total: () => 40,
  entry: () => entry,
  content: () => content,
  terms: () => [term],
  termsOf: () => [term],
  user: () => user,
  picture: () => pictureOf(5),
  picturesOf: () => [],
  track: () => undefined,
  tracksOf: () => [],
  addressed: () => undefined,
  periods: () => [{ period: '2026-01', count: 1, address: 'http://site.test/2026/01/' }],
  days: () => [{ period: '2026-01-05', count: 1, address: 'http://site.test/2026/01/05/' }],
  comments: () => [commentOf(4)],
  commentsOf: () => ({ comments: [commentOf(4)], total: 1 }),
  templatePart: () => content,
  pattern: () => '<p>Pattern</p>',
};

const context: Context = {
  entry,
  within: [],
  mark: '7-1',
  query: { number: '1', query: entryQuery({}), pages: 0 },
  termQuery: { query: { taxonomy: 'category', orderBy: 'name', empty: false, limit: 9 }, ids: [], isNested: false },
  term,
  comment: commentOf(4),
};

/** Attributes that note which of them are asked for, each with a value of its schema. */
function watched(name: string, values: (schema: object) => unknown, asked: Set<string>): Block {
  const known = attributesOfDynamicBlocks.get(name) ?? {};
  const attributes = new Proxy<Record<string, unknown>>(
    Object.fromEntries(Object.entries(known).map(([each, schema]) => [each, values(schema)])),
    {
      get(target, key) {
        if (typeof key === 'string') asked.add(key);
        return Reflect.get(target, key);
      },
    },
  );
  return { name, attributes, json: '', pieces: [], isVoid: true };
}

const truthy = (schema: object): unknown =>
  ({ boolean: true, string: 'modified', number: 2, integer: 2, array: [], object: {} })[
    [(schema as { type: string | string[] }).type].flat()[0] as 'boolean'
  ];

describe('the attributes of dynamic blocks', () => {
  it('are declared for every block, and for no other', () => {
    assert.deepEqual([...attributesOfDynamicBlocks.keys()].sort(), [...dynamicBlocks.keys()].sort());
  });

  it('are all that the blocks read', () => {
    for (const [name, block] of dynamicBlocks) {
      const known = Object.keys(attributesOfDynamicBlocks.get(name) ?? {});
      for (const values of [truthy, () => undefined]) {
        const asked = new Set<string>();
        const watching = watched(name, values, asked);
        block.needs?.(watching, context);
        block.render(watching, context, found);
        assert.deepEqual(
          [...asked].filter((each) => !known.includes(each)),
          [],
          name,
        );
      }
    }
  });
});
