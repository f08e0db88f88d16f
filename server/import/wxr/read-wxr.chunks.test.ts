import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunksOf, collectRecords, exportOf, smallSite } from '../../../test/import/collect-records.ts';
import { readWxr } from './read-wxr.ts';
import type { WxrRecord } from './records.ts';

const bytes = smallSite();
const expected = await collectRecords(bytes);
const END_OF_DOCUMENT = bytes.lastIndexOf('</rss>') + '</rss>'.length;
const RECORD_ENDS = [...bytes.toString('latin1').matchAll(/<\/(?:item|wp:(?:author|category|tag|term))>/g)].map(
  (match) => match.index + match[0].length,
);

test('reads the same records from chunks of 1 to 17 bytes', async () => {
  assert.equal(expected.records.length, 31);
  for (let size = 1; size <= 17; size += 1) {
    assert.deepEqual(await collectRecords(bytes, size), expected, `chunks of ${size}`);
  }
});

test('joins characters of two, three and four bytes that are split at any position', async () => {
  const text = 'é灯🪢'.repeat(3);
  const source = Buffer.from(`\ufeff${exportOf(`<item><title>${text}</title></item>`)}`);
  for (let size = 1; size <= 5; size += 1) {
    const { records } = await collectRecords(source, size);
    assert.equal(records[1]?.kind === 'item' && records[1].title, text, `chunks of ${size}`);
  }
});

test('normalizes line breaks of every kind, even when split across chunks', async () => {
  const source = exportOf('<item><title>a\r\nb\rc\nd</title></item>');
  for (const size of [1, 2, 3, 4096]) {
    const { records } = await collectRecords(source, size);
    assert.equal(records[1]?.kind === 'item' && records[1].title, 'a\nb\nc\nd');
  }
});

test('a truncated export yields its complete records and then the error truncated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: END_OF_DOCUMENT - 1 }),
      fc.integer({ min: 7, max: 9000 }),
      async (cut, size) => {
        const { records, error } = await collectRecords(bytes.subarray(0, cut), size);
        assert.equal(error?.code, 'truncated');
        const complete = RECORD_ENDS.filter((end) => end <= cut).length;
        // The record of the site is yielded with the first record that follows it.
        assert.deepEqual(records, expected.records.slice(0, complete === 0 ? 0 : complete + 1));
      },
    ),
    { numRuns: 300 },
  );
});

test('an incomplete character is reported as a truncation, even after the last element', async () => {
  const { records, error } = await collectRecords(Buffer.concat([bytes, Uint8Array.of(0xe7, 0x81)]));
  assert.deepEqual([records.length, error?.code], [31, 'truncated']);
});

test('the error for a truncated export names the line and the element', async () => {
  const { error } = await collectRecords(exportOf('<item>\n<title>Half a').split('</channel>')[0] ?? '');
  assert.equal(
    error?.message,
    'The export is truncated: it ends at line 7, inside the element item that begins at line 5.',
  );
});

test('reads no further than the chunk that contains the current record', async () => {
  let pulled = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunksOf(bytes, 1000)) {
      pulled += 1;
      yield chunk;
    }
  }
  let taken = 0;
  for await (const record of readWxr(source())) {
    if (record.kind === 'site') continue;
    const end = RECORD_ENDS[taken] ?? 0;
    taken += 1;
    assert.ok(pulled <= Math.ceil(end / 1000), `record ${taken} ends at byte ${end}, ${pulled} chunks were read`);
  }
  assert.equal(taken, RECORD_ENDS.length);
});

test('parses a large chunk in parts of 64 KB', async () => {
  const item = `<item><wp:post_id>1</wp:post_id><title>${'x'.repeat(1000)}</title></item>`;
  const source = Buffer.from(exportOf(item.repeat(1000)));
  const readAt: number[] = [];
  let read = 0;
  const records: WxrRecord[] = [];
  for await (const record of readWxr(chunksOf(source, source.length), { onBytes: (count) => (read = count) })) {
    records.push(record);
    readAt.push(read);
  }
  assert.equal(records.length, 1001);
  assert.equal(readAt[0], 65_536);
  assert.equal(read, source.length);
});

test('closes the source when the consumer stops early', async () => {
  let isReleased = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunksOf(bytes, 1000);
    } finally {
      isReleased = true;
    }
  }
  for await (const record of readWxr(source())) if (record.kind === 'author') break;
  assert.ok(isReleased);
});

test('rethrows an error of the source unchanged', async () => {
  const fault = new Error('The disk failed.');
  async function* source(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 5000);
    throw fault;
  }
  await assert.rejects(async () => {
    for await (const _ of readWxr(source()));
  }, fault);
});
