import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categories } from '../../../contract/cms-v2/built-in-taxonomies.ts';
import { posts } from '../../../contract/cms-v2/posts.ts';
import { nativeSpelling } from '../../../contract/names/spelling.ts';
import { classList } from './class-list.ts';
import type { EntryRow } from './rows.ts';

const row = { id: 5, type: 'post', status: 'publish', format: 'standard', password: '', featured_media: 0 };
const classes = (changes: Partial<typeof row>, slugs: readonly string[] = []) =>
  classList(
    { ...row, ...changes } as EntryRow,
    posts,
    [categories],
    slugs.map((slug, at) => ({ entry_id: 5, term_id: 70 + at, taxonomy: 'category', slug })),
    nativeSpelling,
  ).slice(5);

test('a featured image adds a class, unless the entry has a password', () => {
  assert.deepEqual(classes({}), ['hentry']);
  assert.deepEqual(classes({ featured_media: 9 }), ['has-post-thumbnail', 'hentry']);
  assert.deepEqual(classes({ featured_media: 9, password: 'x' }), ['post-password-required', 'hentry']);
});

test('the class of a term has the safe characters of its slug, or its ID if none remain', () => {
  const slugs = ['news', '%e6%97%a5', 'caf%c3%a9-au-lait', '2026', '--', '20-26', '1e5'];
  const found = ['news', '71', 'caf-au-lait', '73', '74', '20-26', '76'].map((name) => `category-${name}`);
  assert.deepEqual(classes({}, slugs), ['hentry', ...found]);
});
