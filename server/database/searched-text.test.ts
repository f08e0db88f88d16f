import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexedText, maxSearchedLength, maxSearchedPieces } from './searched-text.ts';

const indexedContent = (content: string) => indexedText({ title: '', excerpt: '', content }).content;

/** Returns a text in which nearly every trigram is different. */
const varied = (length: number) =>
  Array.from({ length }, (_, n) => String.fromCharCode(0x4e00 + ((n * 7919) % 9973))).join('');

const trigramsOf = (text: string) =>
  new Set(Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3)));

test('ordinary texts are indexed in full', () => {
  const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(4000);
  assert.equal(indexedContent(prose), prose);
  assert.deepEqual(indexedText({ title: 'a', excerpt: '', content: 'b' }), { title: 'a', excerpt: '', content: 'b' });
});

test('long texts are indexed up to their maximum length', () => {
  assert.equal(indexedContent('a'.repeat(4_000_000)).length, maxSearchedLength.content);
  const { title, excerpt } = indexedText({ title: 't'.repeat(9000), excerpt: 'e'.repeat(90_000), content: '' });
  assert.deepEqual([title.length, excerpt.length], [maxSearchedLength.title, maxSearchedLength.excerpt]);
  assert.equal(
    indexedText({ title: 't'.repeat(9000), excerpt: '', content: '' }).title.length,
    maxSearchedLength.title,
  );
});

test('texts with many different trigrams are indexed up to a maximum number for all columns', () => {
  const found = trigramsOf(indexedContent(varied(150_000))).size;
  assert.ok(found <= maxSearchedPieces * 1.02 && found > maxSearchedPieces * 0.9, `${found} trigrams`);
  const shared = indexedText({ title: '', excerpt: varied(9_900), content: [...varied(20_000)].toReversed().join('') });
  assert.equal(shared.excerpt.length, 9_900);
  assert.ok(shared.content.length < 500, `${shared.content.length} characters are left for the content`);
});

test('no text ends within a surrogate pair', () => {
  const emoji = `a${'😀'.repeat(maxSearchedLength.content)}`;
  assert.ok(indexedContent(emoji).isWellFormed());
  assert.ok(indexedContent(emoji).length >= maxSearchedLength.content - 1);
});
