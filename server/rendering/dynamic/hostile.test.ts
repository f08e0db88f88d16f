// What blocks write is safe by itself, also where nothing has been filtered when it was stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dangersIn, hostileContents, hostileValues, textlessValues } from './hostile-for-tests.ts';
import { commentOf, entryOf, pictureOf, shownOf, somebody, termOf } from './site-for-tests.ts';

for (const value of hostileValues) {
  test(`${JSON.stringify(value.slice(0, 60))} runs nowhere`, async () => {
    const hostile = { title: value, excerpt: value };
    const site = {
      site: { title: value, description: value },
      entries: () => [entryOf(1, hostile)],
      entry: () => entryOf(2, hostile),
      total: () => 500,
      terms: () => [termOf(1, { name: value })],
      termsOf: () => [termOf(1, { name: value })],
      user: () => ({ ...somebody, name: value, description: value }),
      periods: () => [{ period: '2026-11', count: 1, address: '/' }],
      days: () => [{ period: '2026-01-05', count: 1, address: '/' }],
      comments: () => [commentOf(1, { authorName: value, authorUrl: value })],
      commentsOf: () => ({ comments: [commentOf(1, { authorName: value, authorUrl: value })], total: 1 }),
      picture: () => pictureOf(1, { fileIn: () => ({ src: '/', width: 1, height: 1 }) }),
    };
    for (const content of hostileContents(value)) {
      const html = await shownOf(content, site, entryOf(9, hostile));
      assert.ok(html.length > 500);
      assert.deepEqual(dangersIn(html), [], html);
    }
  });
}

for (const [at, value] of textlessValues.entries()) {
  test(`what is no text, ${at + 1}, breaks no block`, async () => {
    const site = {
      entries: () => [entryOf(1)],
      entry: () => entryOf(2),
      total: () => 500,
      terms: () => [termOf(1)],
      termsOf: () => [termOf(1)],
      user: () => somebody,
      periods: () => [{ period: '2026-11', count: 1, address: '/' }],
      comments: () => [commentOf(1)],
      commentsOf: () => ({ comments: [commentOf(1)], total: 1 }),
    };
    for (const content of hostileContents(value)) assert.ok((await shownOf(content, site, entryOf(9))).length > 500);
  });
}
