import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectRecords, itemsOf, smallSite } from '../../../test/import/collect-records.ts';
import type { WxrItem } from './records.ts';

const { records, error } = await collectRecords(smallSite());
const items = itemsOf(records);

function item(sourceId: number): WxrItem {
  const found = items.find((candidate) => candidate.sourceId === sourceId);
  assert.ok(found, `item ${sourceId}`);
  return found;
}

test('reads all records in file order', () => {
  assert.equal(error, null);
  const kinds = 'site author author category category category category tag tag tag term term'.split(' ');
  assert.deepEqual(
    records.map(({ kind }) => kind),
    [...kinds, ...Array(19).fill('item')],
  );
  assert.deepEqual(
    items.map(({ sourceId }) => sourceId),
    [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 201, 202, 203, 204, 205, 301, 401, 501],
  );
});

test('reads the site from the head of the channel and not from its image', () => {
  assert.deepEqual(records[0], {
    kind: 'site',
    title: 'Harbour Almanac',
    link: 'https://almanac.example.org',
    description: 'Tides, lamps & small talk from Ostrel Harbour',
    language: 'en-GB',
    version: '1.2',
    baseUrl: 'https://almanac.example.org',
  });
});

test('reads authors from CDATA and plain text, with an ID only if the file has one', () => {
  assert.deepEqual(records.slice(1, 3), [
    {
      kind: 'author',
      login: 'ida',
      email: 'ida@example.org',
      displayName: 'Ida Quill',
      firstName: 'Ida',
      lastName: 'Quill',
      id: 2,
    },
    {
      kind: 'author',
      login: 'tobias',
      email: 'tobias@example.org',
      displayName: 'Tobias Fenn & Sons',
      firstName: '',
      lastName: '',
    },
  ]);
});

test('reads categories with parent slug, description and meta', () => {
  const empty = { kind: 'category', description: '', parentSlug: '', meta: [] };
  assert.deepEqual(records.slice(3, 7), [
    {
      ...empty,
      sourceId: 10,
      slug: 'places',
      name: 'Places',
      description: 'Where things <em>happen</em>.\nMostly near water.',
      meta: [{ key: 'map_colour', value: '#0b4f6c' }],
    },
    { ...empty, sourceId: 12, slug: 'north-quay', name: 'North Quay', parentSlug: 'harbours' },
    { ...empty, sourceId: 11, slug: 'harbours', name: 'Harbours', parentSlug: 'places' },
    { ...empty, sourceId: 13, slug: 'odds-and-ends', name: 'Odds & ends' },
  ]);
});

test('reads tags with names in any script and unchanged slugs', () => {
  const empty = { kind: 'tag', description: '', parentSlug: '', meta: [] };
  assert.deepEqual(records.slice(7, 10), [
    {
      ...empty,
      sourceId: 20,
      slug: 'oster-vind',
      name: 'Øster vind',
      description: 'The wind that brings “the cold”.',
    },
    { ...empty, sourceId: 21, slug: '%e7%81%af%e5%8f%b0', name: '灯台' },
    { ...empty, sourceId: 22, slug: 'knots', name: 'Knots 🪢' },
  ]);
});

test('reads terms of other taxonomies with their taxonomy', () => {
  const empty = { kind: 'term', description: '', parentSlug: '', meta: [] };
  assert.deepEqual(records.slice(10, 12), [
    { ...empty, taxonomy: 'nav_menu', sourceId: 30, slug: 'main', name: 'Main' },
    {
      ...empty,
      taxonomy: 'lamp_kind',
      sourceId: 31,
      slug: 'oil',
      name: 'Oil',
      description: 'Burns slowly.',
      parentSlug: 'flame',
    },
  ]);
});

test('reads every field of an item verbatim', () => {
  const { comments, ...fields } = item(101);
  assert.equal(comments.length, 3);
  assert.deepEqual(fields, {
    kind: 'item',
    sourceId: 101,
    type: 'post',
    title: 'First light',
    link: 'https://almanac.example.org/first-light/',
    creator: 'ida',
    guid: 'https://almanac.example.org/?p=101',
    content: `The lamp was lit at <strong>five</strong> this morning.

<!--more-->

  The keeper's note reads: "a[b[0]]>1 & all is well".
`,
    excerpt: 'A lamp, early.',
    date: '2026-01-05T10:30:00',
    dateGmt: '2026-01-05T09:30:00',
    modified: '2026-01-06T11:00:00',
    modifiedGmt: '2026-01-06T11:00:00',
    commentStatus: 'open',
    pingStatus: 'closed',
    slug: 'first-light',
    status: 'publish',
    parent: 0,
    menuOrder: 0,
    password: '',
    sticky: false,
    attachmentUrl: null,
    categories: [
      { domain: 'category', slug: 'north-quay', name: 'North Quay' },
      { domain: 'category', slug: 'places', name: 'Places' },
      { domain: 'post_tag', slug: 'oster-vind', name: 'Øster vind' },
      { domain: 'post_tag', slug: '%e7%81%af%e5%8f%b0', name: '灯台' },
    ],
    meta: [
      { key: '_edit_last', value: '2' },
      { key: 'keeper_mood', value: 'calm' },
      { key: 'keeper_mood', value: 'tired' },
    ],
  });
});

test('reads comments with parent, status and meta', () => {
  const [question, answer, reply] = item(101).comments;
  assert.deepEqual(question, {
    sourceId: 1,
    author: 'Wren Addle',
    authorEmail: 'wren@example.org',
    authorUrl: 'https://wren.example.org',
    authorIp: '192.0.2.7',
    date: '2026-01-05T12:00:00',
    dateGmt: '2026-01-05T12:00:00',
    content: 'Which lamp, the old one?',
    approved: '1',
    type: 'comment',
    parent: 0,
    userId: 0,
    meta: [{ key: 'rating', value: '5' }],
  });
  assert.deepEqual([answer?.parent, answer?.userId, answer?.content], [1, 2, 'The <em>old</em> one.']);
  assert.deepEqual([reply?.parent, reply?.approved, reply?.type, reply?.content], [2, '0', '', 'Thought so. 🕯️']);
});

test('reads statuses, passwords and stickiness unchanged', () => {
  const statuses = [102, 103, 104, 105, 106, 107, 301].map((id) => item(id).status);
  assert.deepEqual(statuses, ['publish', 'draft', 'pending', 'private', 'future', 'trash', 'inherit']);
  const sticky = items.filter((candidate) => candidate.sticky).map(({ sourceId }) => sourceId);
  assert.deepEqual(sticky, [108, 109]);
  const locked = items.filter(({ password }) => password !== '');
  assert.deepEqual(
    locked.map(({ sourceId, password }) => [sourceId, password]),
    [[110, 'b4rom eter&<']],
  );
});

test('reads zero dates and missing dates as null and keeps future dates', () => {
  assert.deepEqual([item(103).date, item(103).dateGmt], ['2026-02-01T08:00:00', null]);
  assert.deepEqual([item(105).date, item(105).modified, item(105).modifiedGmt], ['2026-02-03T08:00:00', null, null]);
  assert.equal(item(106).date, '2099-06-01T12:00:00');
});

test('reads formats, menus and unknown taxonomies as categories of an item', () => {
  const ofFormat = items.flatMap(({ categories }) => categories).filter(({ domain }) => domain === 'post_format');
  assert.deepEqual(
    ofFormat.map(({ slug, name }) => [slug, name]),
    [
      ['post-format-aside', 'Aside'],
      ['post-format-quote', 'Quote'],
    ],
  );
  assert.deepEqual(item(401).categories, [{ domain: 'nav_menu', slug: 'main', name: 'Main' }]);
  assert.deepEqual(item(501).categories, [{ domain: 'lamp_kind', slug: 'oil', name: 'Oil' }]);
});

test('reads parents by source ID, whether they precede or follow their child', () => {
  const pages = items.filter(({ type }) => type === 'page');
  assert.deepEqual(
    pages.map(({ sourceId, parent, menuOrder }) => [sourceId, parent, menuOrder]),
    [
      [201, 0, 1],
      [202, 201, 2],
      [203, 202, -1],
      [204, 205, 0],
      [205, 0, 0],
    ],
  );
});

test('reads items of every type and keeps duplicate slugs', () => {
  const others = items.filter(({ type }) => !['post', 'page'].includes(type)).map(({ type }) => type);
  assert.deepEqual(others, ['attachment', 'nav_menu_item', 'lighthouse_log']);
  assert.deepEqual([item(101).slug, item(111).slug, item(103).slug], ['first-light', 'first-light', '']);
  assert.equal(item(301).attachmentUrl, 'https://almanac.example.org/files/splice.jpg');
  assert.deepEqual(item(102).meta[0], {
    key: 'footnotes',
    value: '[{"content":"Three of them, as a rule.","id":"f1"}]',
  });
});
