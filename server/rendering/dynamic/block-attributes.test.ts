import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commentOf, imageOf } from '../../../test/rendering/site.ts';
import type { Block } from '../blocks/parse.ts';
import { dynamicBlockAttributes } from './block-attributes.ts';
import { dynamicBlocks } from './blocks/index.ts';
import type { BlockContext } from './dynamic-block.ts';
import type { LoadedData } from './needs.ts';
import { createEntryQuery } from './needs.ts';

const entry = {
  ...{ id: 7, type: 'post', title: 'A title', excerpt: '<p>Words</p>', url: 'http://site.test/a/' },
  ...{ date: '2026-01-02T03:04:05', modified: '2026-02-02T03:04:05', author: 1, parent: 0, menuOrder: 0 },
  ...{ meta: '{"footnotes":"[]"}', titleKey: 'a title', featuredMedia: 5 },
};
const term = {
  ...{ id: 3, taxonomy: 'category', name: 'A term', description: 'About it' },
  ...{ url: 'http://site.test/t/', parent: 0, count: 2 },
};
const user = {
  id: 1,
  name: 'Ann',
  description: 'Writes',
  url: 'http://site.test/u/',
  avatarUrl: 'http://p.test/{size}',
};
const content = { id: 7, type: 'post', raw: 'Text', stored: '<p>Text</p>' };

/** A site with one resource of each type. */
const found: LoadedData = {
  site: {
    ...{ title: 'Site', description: 'About', front: 'http://site.test', theme: 'quarto' },
    ...{ apiUrl: undefined, signInUrl: 'http://site.test/account/sign-in', logo: 5 },
  },
  entries: () => [entry],
  total: () => 40,
  entry: () => entry,
  content: () => content,
  terms: () => [term],
  termsOf: () => [term],
  user: () => user,
  image: () => imageOf(5),
  imagesOf: () => [],
  track: () => undefined,
  tracksOf: () => [],
  entryAtUrl: () => undefined,
  periods: () => [{ period: '2026-01', count: 1, url: 'http://site.test/2026/01/' }],
  days: () => [{ period: '2026-01-05', count: 1, url: 'http://site.test/2026/01/05/' }],
  comments: () => [commentOf(4)],
  commentsOf: () => ({ comments: [commentOf(4)], omitsReplies: false }),
  commentCounts: () => ({ total: 1, threads: 1 }),
  neighborsOf: () => ({}),
  form: () => undefined,
  templatePart: () => content,
  siteNavigation: () => undefined,
  pattern: () => '<p>Pattern</p>',
};

const context: BlockContext = {
  entry,
  enclosingIds: [],
  key: '7-1',
  query: { number: '1', query: createEntryQuery({}), page: 1, skipped: 0, pages: 0 },
  termQuery: { query: { taxonomy: 'category', orderBy: 'name', empty: false, limit: 9 }, ids: [], isNested: false },
  term,
  comment: { ...commentOf(4), depth: 1 },
};

/** Returns a block whose attribute values match their schemas. The names of attributes that are read are added to `readAttributes`. */
function createWatchedBlock(name: string, values: (schema: object) => unknown, readAttributes: Set<string>): Block {
  const known = dynamicBlockAttributes.get(name) ?? {};
  const attributes = new Proxy<Record<string, unknown>>(
    Object.fromEntries(Object.entries(known).map(([each, schema]) => [each, values(schema)])),
    {
      get(target, key) {
        if (typeof key === 'string') readAttributes.add(key);
        return Reflect.get(target, key);
      },
    },
  );
  return { name, attributes, json: '', innerContent: [], isVoid: true };
}

const truthyValue = (schema: object): unknown =>
  ({ boolean: true, string: 'modified', number: 2, integer: 2, array: [], object: {} })[
    [(schema as { type: string | string[] }).type].flat()[0] as 'boolean'
  ];

describe('the attributes of dynamic blocks', () => {
  it('are declared for exactly the existing blocks', () => {
    assert.deepEqual([...dynamicBlockAttributes.keys()].sort(), [...dynamicBlocks.keys()].sort());
  });

  it('include all attributes that the blocks read', () => {
    for (const [name, block] of dynamicBlocks) {
      const known = Object.keys(dynamicBlockAttributes.get(name) ?? {});
      for (const values of [truthyValue, () => undefined]) {
        const readAttributes = new Set<string>();
        const watchedBlock = createWatchedBlock(name, values, readAttributes);
        block.needs?.(watchedBlock, context);
        block.render(watchedBlock, context, found);
        assert.deepEqual(
          [...readAttributes].filter((each) => !known.includes(each)),
          [],
          name,
        );
      }
    }
  });
});
