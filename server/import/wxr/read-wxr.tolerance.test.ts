import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectRecords, exportOf, itemsOf } from '../../../test/import/collect-records.ts';
import type { WxrItem } from './records.ts';

async function onlyItem(content: string, version?: string): Promise<WxrItem> {
  const { records, error } = await collectRecords(exportOf(`<item>${content}</item>`, version));
  assert.equal(error, null);
  const [item, ...others] = itemsOf(records);
  assert.ok(item);
  assert.equal(others.length, 0);
  return item;
}

test('removes control characters that XML forbids and keeps the item', async () => {
  const item = await onlyItem(
    '<title>a\x0bb\x08\x00c\ufffe\td</title><content:encoded><![CDATA[x]\x1f]y]]></content:encoded>',
  );
  assert.equal(item.title, 'abc\td');
  assert.equal(item.content, 'x]]y');
});

test('decodes HTML entities in plain text and keeps them in CDATA', async () => {
  const item = await onlyItem(
    '<title>a&nbsp;b &ndash; &eacute;&yuml;&hellip; &lt;i&gt; &amp;amp; &#8217;&#x1F56F;</title><excerpt:encoded><![CDATA[&nbsp;&amp;]]></excerpt:encoded>',
  );
  assert.equal(item.title, 'a\u00a0b – éÿ… <i> &amp; ’🕯');
  assert.equal(item.excerpt, '&nbsp;&amp;');
});

test('ignores whitespace around CDATA and keeps it inside CDATA and in plain text', async () => {
  const item = await onlyItem(
    '<title>  plain </title><content:encoded>\n\t<![CDATA[ one ]]><![CDATA[\ntwo]]>\n\t</content:encoded><excerpt:encoded> \n </excerpt:encoded>',
  );
  assert.deepEqual([item.title, item.content, item.excerpt], ['  plain ', ' one \ntwo', ' \n ']);
});

test('joins plain text and CDATA', async () => {
  const item = await onlyItem('<title>one <![CDATA[<two>]]> three <![CDATA[four]]> five</title>');
  assert.equal(item.title, 'one <two> three four five');
});

test('ignores comments and processing instructions', async () => {
  const item = await onlyItem('<title>o<!-- not -->n<?skip this?>e</title><!-- <wp:post_id>9</wp:post_id> -->');
  assert.deepEqual([item.title, item.sourceId], ['one', 0]);
});

test('reads every version of the format, with either URL scheme in its namespaces', async () => {
  for (const version of ['1.0', '1.1', '1.2']) {
    const plain = exportOf('<item><wp:post_id>7</wp:post_id><excerpt:encoded>e</excerpt:encoded></item>', version);
    for (const source of [plain, plain.replaceAll('http://wordpress', 'https://wordpress')]) {
      const { records } = await collectRecords(source);
      assert.equal(records[0]?.kind === 'site' && records[0].version, version);
      assert.deepEqual(
        itemsOf(records).map(({ sourceId, excerpt }) => [sourceId, excerpt]),
        [[7, 'e']],
      );
    }
  }
});

test('identifies elements by namespace and not by prefix', async () => {
  const source = `<rss xmlns:x="http://wordpress.org/export/1.1/" xmlns:wp="http://wordpress.org/export/1.1/excerpt/">
    <channel><item><x:post_id>7</x:post_id><wp:encoded>short</wp:encoded></item></channel></rss>`;
  const [item] = itemsOf((await collectRecords(source)).records);
  assert.deepEqual([item?.sourceId, item?.excerpt], [7, 'short']);
});

test('accepts undeclared prefixes', async () => {
  const source = '<rss><channel><item><wp:post_id>7</wp:post_id><dc:creator>ida</dc:creator></item></channel></rss>';
  const [item] = itemsOf((await collectRecords(source)).records);
  assert.deepEqual([item?.sourceId, item?.creator], [7, 'ida']);
});

test('reads each term of version 1.0 once, although it is repeated without a slug', async () => {
  const item = await onlyItem(
    '<category><![CDATA[Places]]></category><category domain="category" nicename="places"><![CDATA[Places]]></category>' +
      '<category domain="tag"><![CDATA[Knots]]></category><category domain="tag" nicename="knots"><![CDATA[Knots]]></category>',
    '1.0',
  );
  assert.deepEqual(item.categories, [
    { domain: 'category', slug: 'places', name: 'Places' },
    { domain: 'post_tag', slug: 'knots', name: 'Knots' },
  ]);
});

test('reads missing fields of an item as empty, 0 or null', async () => {
  const item = await onlyItem('<wp:post_id>7</wp:post_id>');
  const { kind, sourceId, sticky, categories, meta, comments, ...others } = item;
  assert.deepEqual([kind, sourceId, sticky, categories, meta, comments], ['item', 7, false, [], [], []]);
  assert.deepEqual(new Set(Object.values(others)), new Set(['', 0, null]));
});

test('reads impossible dates as null', async () => {
  for (const date of [
    '0000-00-00 00:00:00',
    '-0001-11-30 00:00:00',
    '2026-02-30 10:00:00',
    '2026-01-01 24:00:00',
    'soon',
    '',
  ]) {
    assert.equal((await onlyItem(`<wp:post_date>${date}</wp:post_date>`)).date, null, date);
  }
  assert.equal((await onlyItem('<wp:post_date>\n2024-02-29 23:59:59 </wp:post_date>')).date, '2024-02-29T23:59:59');
});

test('reads invalid and too large numbers as 0', async () => {
  for (const number of ['', 'seven', '1.5', '99999999999999999999', '0x10']) {
    assert.equal((await onlyItem(`<wp:post_parent>${number}</wp:post_parent>`)).parent, 0, number);
  }
  assert.equal((await onlyItem('<wp:post_parent> 12 </wp:post_parent>')).parent, 12);
});

test('ignores elements of other namespaces, even with known local names', async () => {
  const item = await onlyItem(
    '<x:extra xmlns:x="urn:x"><title>no</title><wp:post_id>9</wp:post_id></x:extra><title>yes</title><wp:comment><wp:post_id>8</wp:post_id></wp:comment>',
  );
  assert.deepEqual([item.title, item.sourceId, item.comments.length], ['yes', 0, 1]);
});

test('yields the site of an export without records', async () => {
  const { records, error } = await collectRecords(exportOf(''));
  assert.equal(error, null);
  assert.deepEqual(
    records.map((record) => record.kind === 'site' && record.title),
    ['Lamp room'],
  );
});

test('accepts blank lines and a byte order mark before the declaration and counts the lines', async () => {
  const { records, error } = await collectRecords(`\ufeff\n \n${exportOf('<item><title>&lamp;</title></item>')}`, 3);
  assert.deepEqual([records.length, error?.line], [0, 7]);
});
