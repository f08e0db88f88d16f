import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { chunksOf, exportOf } from '../../../test/import/collect-records.ts';
import { readWxr } from './read-wxr.ts';
import { WxrError } from './wxr-error.ts';

const MB = 1024 * 1024;
const [HEAD, FOOT] = exportOf('@').split('@');

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Yields items of about 20 KB each, on demand, until the export has the given size in bytes. */
async function* longExport(bytes: number): AsyncGenerator<Uint8Array> {
  const body = '<p>The lamp was trimmed at dusk, and the glass was clean.</p>\n'.repeat(320);
  yield Buffer.from(HEAD ?? '');
  for (let id = 1, bytesMade = 0; bytesMade < bytes; id += 1) {
    const item = Buffer.from(`<item><title>Evening watch number ${id}</title><wp:post_id>${id}</wp:post_id>
      <wp:post_name>evening-watch-number-${id}</wp:post_name><content:encoded><![CDATA[${body}]]></content:encoded></item>`);
    bytesMade += item.length;
    yield item;
  }
  yield Buffer.from(FOOT ?? '');
}

/** Yields one item with the given number of bytes in its content. */
async function* oneItem(bytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `${HEAD}<item><title>Short</title><wp:post_id>1</wp:post_id></item>\n<item><content:encoded><![CDATA[`,
  );
  const chunk = Buffer.alloc(MB, 'lamp ');
  for (let bytesMade = 0; bytesMade < bytes; bytesMade += MB) yield chunk;
  yield Buffer.from(`]]></content:encoded></item>${FOOT}`);
}

test('reads 32 MB in bounded memory, even when the consumer stores every slug', async () => {
  const before = heapInUse();
  const slugs: string[] = [];
  let maxGrowth = 0;
  for await (const record of readWxr(longExport(32 * MB))) {
    if (record.kind !== 'item') continue;
    slugs.push(record.slug);
    if (slugs.length % 500 === 0) maxGrowth = Math.max(maxGrowth, heapInUse() - before);
  }
  assert.ok(slugs.length > 1600, `${slugs.length} items`);
  assert.equal(slugs.at(-1), `evening-watch-number-${slugs.length}`);
  assert.ok(maxGrowth > 0 && maxGrowth < 16 * MB, `the heap grew by ${Math.round(maxGrowth / MB)} MB`);
});

test('reads an item of 8 MB, and rejects an item larger than 64 MB after yielding the items before it', async () => {
  let maxLength = 0;
  for await (const record of readWxr(oneItem(8 * MB))) {
    if (record.kind === 'item') maxLength = Math.max(maxLength, record.content.length);
  }
  assert.equal(maxLength, 8 * MB);

  const titles: string[] = [];
  await assert.rejects(
    async () => {
      for await (const record of readWxr(oneItem(65 * MB))) if (record.kind === 'item') titles.push(record.title);
    },
    (error) =>
      error instanceof WxrError && error.code === 'too-large' && / item that begins at line 6/.test(error.message),
  );
  assert.deepEqual(titles, ['Short']);
});

test('counts empty elements and attributes towards the size limit', async () => {
  const source = Buffer.from(`${HEAD}<item>${'<a b="" c="" d=""/>'.repeat(520_000)}</item>${FOOT}`);
  await assert.rejects(
    async () => {
      for await (const _ of readWxr(chunksOf(source, MB)));
    },
    { code: 'too-large' },
  );
});
