import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectRecords, exportOf, itemsOf } from './collect-records.ts';
import type { WxrFault } from './wxr-error.ts';

const ITEM = '<item><wp:post_id>7</wp:post_id><title>Whole</title></item>';

/** Reads in large chunks and byte by byte, and expects the same fault at the same place from both. */
async function refusal(source: Uint8Array | string): Promise<{ fault: WxrFault; message: string; items: number }> {
  const { records, error } = await collectRecords(source);
  const slowly = await collectRecords(source, 1);
  assert.ok(error, 'an error was expected');
  assert.deepEqual([slowly.error?.message, slowly.records], [error.message, records]);
  return { fault: error.fault, message: error.message, items: itemsOf(records).length };
}

test('an empty file is refused', async () => {
  assert.deepEqual(await refusal(''), { fault: 'not-xml', message: 'The file is empty.', items: 0 });
  assert.equal((await refusal(' \n\n')).fault, 'not-xml');
  assert.match((await refusal(Uint8Array.of(0xe7))).message, /does not begin with text in UTF-8/);
});

test('files that are no XML are refused', async () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919 + 31) % 256);
  for (const source of [
    noise,
    Buffer.from('PK\x03\x04zip'),
    Buffer.from([0x1f, 0x8b, 8]),
    Buffer.from('\ufeff<', 'utf16le'),
  ]) {
    assert.equal((await refusal(source)).fault, 'not-xml');
  }
  for (const source of ['{"title": "x"}', 'id,title\n1,<rss>', '<!doctype html><html>', '< rss>']) {
    assert.equal((await refusal(source)).fault, 'not-xml', source);
  }
});

test('XML of another kind is refused by its first element', async () => {
  const { fault, message } = await refusal('<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom"></feed>');
  assert.equal(fault, 'not-wxr');
  assert.equal(message, 'The file is XML of another kind: its first element is feed and not rss.');
  assert.ok((await refusal(`<${'x'.repeat(5000)}/>`)).message.length < 200);
});

test('an ordinary RSS feed is refused before any record', async () => {
  const feed = '<rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>';
  assert.deepEqual(await refusal(feed), {
    fault: 'not-wxr',
    message: 'The file is an ordinary RSS feed and not an export of a site.',
    items: 0,
  });
  assert.equal((await refusal('<rss version="2.0"></rss>')).fault, 'not-wxr');
});

test('a DOCTYPE is refused, whatever it declares', async () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>`;
  const outside = '<!DOCTYPE rss SYSTEM "file:///etc/hostname">';
  for (const doctype of [bomb, outside, '<!DOCTYPE rss>']) {
    const source = exportOf('<item><title>&b;</title></item>').replace('<rss', `${doctype}<rss`);
    assert.equal((await refusal(source)).fault, 'doctype');
  }
});

test('an entity that neither XML nor HTML knows is never expanded', async () => {
  for (const name of ['lamp', 'constructor', '__proto__', 'toString']) {
    const { fault, message, items } = await refusal(exportOf(`${ITEM}\n<item><title>&${name};</title></item>`));
    assert.deepEqual([fault, items], ['malformed', 1]);
    assert.equal(
      message,
      'The export is broken XML at line 6, inside the element title that begins at line 6: undefined entity.',
    );
  }
});

test('broken XML is told by its line, after the whole items before it', async () => {
  const unclosed = '<item><title>a</item>';
  for (const broken of [
    unclosed,
    '<item><title>a & b;</title></item>',
    '<item a=b/>',
    '</item>',
    '<1>',
    '<!whatever>',
  ]) {
    const { fault, message, items } = await refusal(exportOf(`${ITEM}\n\n${broken}`));
    assert.deepEqual([fault, items], ['malformed', 1], broken);
    assert.match(message, /^The export is broken XML at line 7[:,]/, broken);
    assert.equal((await refusal(exportOf(ITEM + broken))).items, 1, broken);
  }
});

test('a bare ampersand is told with the element it stands in', async () => {
  const { message } = await refusal(exportOf('<item>\n<link>?a=1&b=2</link>\n\n<title>&lt;</title></item>'));
  assert.match(
    message,
    /at line 8, inside the element link that begins at line 6: disallowed character in entity name/,
  );
});

test('an item whose closing tag is missing is not yielded, though its channel closes', async () => {
  const source = exportOf(`${ITEM}<item><wp:post_id>8</wp:post_id>`);
  assert.deepEqual(((result) => [result.fault, result.items])(await refusal(source)), ['malformed', 1]);
});

test('bytes that are not UTF-8 are told by their place, after the whole items before them', async () => {
  const source = Buffer.from(exportOf(`${ITEM}\n<item><title>caf\xe9 noir</title></item>`), 'latin1');
  assert.deepEqual(await refusal(source), {
    fault: 'encoding',
    message: `The file is not written in UTF-8 at line 6, byte ${source.indexOf(0xe9)}.`,
    items: 1,
  });
});

test('overlong forms, stray surrogates and stray continuations are not UTF-8', async () => {
  for (const bad of [[0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82, 0x20]]) {
    const [before, after] = exportOf('<item><title>@</title></item>').split('@');
    const source = Buffer.concat([Buffer.from(before ?? ''), Uint8Array.from(bad), Buffer.from(after ?? '')]);
    assert.equal((await refusal(source)).fault, 'encoding', String(bad));
  }
});

test('another declared encoding is refused by its name', async () => {
  const source = Buffer.from(exportOf('<title>\xe9</title>').replace('UTF-8', 'ISO-8859-1'), 'latin1');
  assert.deepEqual(await refusal(source), {
    fault: 'encoding',
    message: 'The file says at line 1 that it is written in ISO-8859-1, not in UTF-8.',
    items: 0,
  });
});

test('elements may be nested 64 deep and no deeper', async () => {
  const nested = (depth: number) => exportOf(`${'<a>'.repeat(depth - 2)}${'</a>'.repeat(depth - 2)}`);
  assert.equal((await collectRecords(nested(64))).error, null);
  assert.equal((await refusal(nested(65))).fault, 'too-deep');
});
