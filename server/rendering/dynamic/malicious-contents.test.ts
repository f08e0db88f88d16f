// Tests that the output of blocks is safe, even when the stored content was not sanitized.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloads } from '../../../test/public-pages/payloads.ts';
import {
  findDangers,
  maliciousContents,
  maliciousValues,
  nonStringValues,
} from '../../../test/rendering/malicious-contents.ts';
import { commentOf, createEntryView, imageOf, renderHtml, termOf, testUser } from '../../../test/rendering/site.ts';

for (const value of [...maliciousValues, ...payloads.filter(({ length }) => length < 150)]) {
  test(`${JSON.stringify(value.slice(0, 60))} is never executed`, async () => {
    const hostile = { title: value, excerpt: value };
    const site = {
      site: { title: value, description: value },
      entries: () => [createEntryView(1, hostile)],
      entry: () => createEntryView(2, hostile),
      total: () => 500,
      terms: () => [termOf(1, { name: value })],
      termsOf: () => [termOf(1, { name: value })],
      user: () => ({ ...testUser, name: value, description: value }),
      periods: () => [{ period: '2026-11', count: 1, url: '/' }],
      days: () => [{ period: '2026-01-05', count: 1, url: '/' }],
      comments: () => [commentOf(1, { authorName: value, authorUrl: value })],
      commentsOf: () => ({ comments: [commentOf(1, { authorName: value, authorUrl: value })], omitsReplies: false }),
      commentCounts: () => ({ total: 1, threads: 1 }),
      image: () => imageOf(1, { fileOfSize: () => ({ src: '/', width: 1, height: 1 }) }),
    };
    for (const content of maliciousContents(value)) {
      const html = await renderHtml(content, site, createEntryView(9, hostile));
      assert.ok(html.length > 500);
      assert.deepEqual(findDangers(html), [], html);
    }
  });
}

for (const [at, value] of nonStringValues.entries()) {
  test(`non-string value ${at + 1} does not break any block`, async () => {
    const site = {
      entries: () => [createEntryView(1)],
      entry: () => createEntryView(2),
      total: () => 500,
      terms: () => [termOf(1)],
      termsOf: () => [termOf(1)],
      user: () => testUser,
      periods: () => [{ period: '2026-11', count: 1, url: '/' }],
      comments: () => [commentOf(1)],
      commentsOf: () => ({ comments: [commentOf(1)], omitsReplies: false }),
      commentCounts: () => ({ total: 1, threads: 1 }),
    };
    for (const content of maliciousContents(value))
      assert.ok((await renderHtml(content, site, createEntryView(9))).length > 500);
  });
}
