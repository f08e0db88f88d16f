import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectRecords, exportOf, itemsOf } from '../../../test/import/collect-records.ts';
import type { WxrErrorCode } from './wxr-error.ts';

const ITEM = '<item><wp:post_id>7</wp:post_id><title>Whole</title></item>';

/** Reads an export in large chunks and byte by byte, asserts that both throw the same error, and returns it. */
async function readError(
  source: Uint8Array | string,
): Promise<{ fault: WxrErrorCode; message: string; items: number }> {
  const { records, error } = await collectRecords(source);
  const byteByByte = await collectRecords(source, 1);
  assert.ok(error, 'an error was expected');
  assert.deepEqual([byteByByte.error?.message, byteByByte.records], [error.message, records]);
  return { fault: error.code, message: error.message, items: itemsOf(records).length };
}

test('rejects an empty file', async () => {
  assert.deepEqual(await readError(''), { fault: 'not-xml', message: 'The file is empty.', items: 0 });
  assert.equal((await readError(' \n\n')).fault, 'not-xml');
  assert.match((await readError(Uint8Array.of(0xe7))).message, /does not begin with UTF-8 text/);
});

test('rejects files that are not XML', async () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919 + 31) % 256);
  for (const source of [
    noise,
    Buffer.from('PK\x03\x04zip'),
    Buffer.from([0x1f, 0x8b, 8]),
    Buffer.from('\ufeff<', 'utf16le'),
  ]) {
    assert.equal((await readError(source)).fault, 'not-xml');
  }
  for (const source of ['{"title": "x"}', 'id,title\n1,<rss>', '<!doctype html><html>', '< rss>']) {
    assert.equal((await readError(source)).fault, 'not-xml', source);
  }
});

test('rejects other XML by its root element', async () => {
  const { fault, message } = await readError(
    '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom"></feed>',
  );
  assert.equal(fault, 'not-wxr');
  assert.equal(message, 'The file is not a site export: its root element is feed, not rss.');
  assert.ok((await readError(`<${'x'.repeat(5000)}/>`)).message.length < 200);
});

test('rejects an ordinary RSS feed before any record', async () => {
  const feed = '<rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>';
  assert.deepEqual(await readError(feed), {
    fault: 'not-wxr',
    message: 'The file is an ordinary RSS feed, not a site export.',
    items: 0,
  });
  assert.equal((await readError('<rss version="2.0"></rss>')).fault, 'not-wxr');
});

test('rejects every DOCTYPE', async () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>`;
  const outside = '<!DOCTYPE rss SYSTEM "file:///etc/hostname">';
  for (const doctype of [bomb, outside, '<!DOCTYPE rss>']) {
    const source = exportOf('<item><title>&b;</title></item>').replace('<rss', `${doctype}<rss`);
    assert.equal((await readError(source)).fault, 'doctype');
  }
});

test('rejects entities that neither XML nor HTML defines', async () => {
  for (const name of ['lamp', 'constructor', '__proto__', 'toString']) {
    const { fault, message, items } = await readError(exportOf(`${ITEM}\n<item><title>&${name};</title></item>`));
    assert.deepEqual([fault, items], ['malformed', 1]);
    assert.equal(
      message,
      'The export is malformed XML at line 6, inside the element title that begins at line 6: undefined entity.',
    );
  }
});

test('reports malformed XML with its line, after the complete items before it', async () => {
  const unclosed = '<item><title>a</item>';
  for (const broken of [
    unclosed,
    '<item><title>a & b;</title></item>',
    '<item a=b/>',
    '</item>',
    '<1>',
    '<!whatever>',
  ]) {
    const { fault, message, items } = await readError(exportOf(`${ITEM}\n\n${broken}`));
    assert.deepEqual([fault, items], ['malformed', 1], broken);
    assert.match(message, /^The export is malformed XML at line 7[:,]/, broken);
    assert.equal((await readError(exportOf(ITEM + broken))).items, 1, broken);
  }
});

test('reports a bare ampersand with the element that contains it', async () => {
  const { message } = await readError(exportOf('<item>\n<link>?a=1&b=2</link>\n\n<title>&lt;</title></item>'));
  assert.match(
    message,
    /at line 8, inside the element link that begins at line 6: disallowed character in entity name/,
  );
});

test('does not yield an item without a closing tag, even if the channel is closed', async () => {
  const source = exportOf(`${ITEM}<item><wp:post_id>8</wp:post_id>`);
  assert.deepEqual(((result) => [result.fault, result.items])(await readError(source)), ['malformed', 1]);
});

test('reports invalid UTF-8 with its offset, after the complete items before it', async () => {
  const source = Buffer.from(exportOf(`${ITEM}\n<item><title>caf\xe9 noir</title></item>`), 'latin1');
  assert.deepEqual(await readError(source), {
    fault: 'encoding',
    message: `The file has invalid UTF-8 at line 6, byte ${source.indexOf(0xe9)}.`,
    items: 1,
  });
});

test('rejects overlong forms, lone surrogates and stray continuation bytes', async () => {
  for (const bad of [[0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82, 0x20]]) {
    const [before, after] = exportOf('<item><title>@</title></item>').split('@');
    const source = Buffer.concat([Buffer.from(before ?? ''), Uint8Array.from(bad), Buffer.from(after ?? '')]);
    assert.equal((await readError(source)).fault, 'encoding', String(bad));
  }
});

test('rejects other declared encodings by name', async () => {
  const source = Buffer.from(exportOf('<title>\xe9</title>').replace('UTF-8', 'ISO-8859-1'), 'latin1');
  assert.deepEqual(await readError(source), {
    fault: 'encoding',
    message: 'The file declares the encoding ISO-8859-1 at line 1; only UTF-8 is supported.',
    items: 0,
  });
});

test('accepts elements nested 64 levels deep and rejects deeper nesting', async () => {
  const nested = (depth: number) => exportOf(`${'<a>'.repeat(depth - 2)}${'</a>'.repeat(depth - 2)}`);
  assert.equal((await collectRecords(nested(64))).error, null);
  assert.equal((await readError(nested(65))).fault, 'too-deep');
});
