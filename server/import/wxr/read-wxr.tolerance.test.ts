import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectRecords, exportOf, itemsOf } from './collect-records.ts';
import type { WxrItem } from './records.ts';

async function onlyItem(content: string, version?: string): Promise<WxrItem> {
  const { records, error } = await collectRecords(exportOf(`<item>${content}</item>`, version));
  assert.equal(error, null);
  const [item, ...others] = itemsOf(records);
  assert.ok(item);
  assert.equal(others.length, 0);
  return item;
}

test('control characters that XML forbids are left out and the item is kept', async () => {
  const item = await onlyItem(
    '<title>a\x0bb\x08\x00c\ufffe\td</title><content:encoded><![CDATA[x]\x1f]y]]></content:encoded>',
  );
  assert.equal(item.title, 'abc\td');
  assert.equal(item.content, 'x]]y');
});

test('HTML entities in plain text become their characters, and stay as they are in CDATA', async () => {
  const item = await onlyItem(
    '<title>a&nbsp;b &ndash; &eacute;&yuml;&hellip; &lt;i&gt; &amp;amp; &#8217;&#x1F56F;</title><excerpt:encoded><![CDATA[&nbsp;&amp;]]></excerpt:encoded>',
  );
  assert.equal(item.title, 'a\u00a0b – éÿ… <i> &amp; ’🕯');
  assert.equal(item.excerpt, '&nbsp;&amp;');
});

test('blanks around CDATA are layout; blanks inside it and in plain text are content', async () => {
  const item = await onlyItem(
    '<title>  plain </title><content:encoded>\n\t<![CDATA[ one ]]><![CDATA[\ntwo]]>\n\t</content:encoded><excerpt:encoded> \n </excerpt:encoded>',
  );
  assert.deepEqual([item.title, item.content, item.excerpt], ['  plain ', ' one \ntwo', ' \n ']);
});

test('text beside CDATA belongs to the text', async () => {
  const item = await onlyItem('<title>one <![CDATA[<two>]]> three <![CDATA[four]]> five</title>');
  assert.equal(item.title, 'one <two> three four five');
});

test('comments and processing instructions leave no trace', async () => {
  const item = await onlyItem('<title>o<!-- not -->n<?skip this?>e</title><!-- <wp:post_id>9</wp:post_id> -->');
  assert.deepEqual([item.title, item.sourceId], ['one', 0]);
});

test('every version of the format is read, under either scheme', async () => {
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

test('the namespace decides and not the prefix', async () => {
  const source = `<rss xmlns:x="http://wordpress.org/export/1.1/" xmlns:wp="http://wordpress.org/export/1.1/excerpt/">
    <channel><item><x:post_id>7</x:post_id><wp:encoded>short</wp:encoded></item></channel></rss>`;
  const [item] = itemsOf((await collectRecords(source)).records);
  assert.deepEqual([item?.sourceId, item?.excerpt], [7, 'short']);
});

test('prefixes that were never declared are taken at their word', async () => {
  const source = '<rss><channel><item><wp:post_id>7</wp:post_id><dc:creator>ida</dc:creator></item></channel></rss>';
  const [item] = itemsOf((await collectRecords(source)).records);
  assert.deepEqual([item?.sourceId, item?.creator], [7, 'ida']);
});

test('version 1.0 repeats its terms without a slug and says tag; each term is read once', async () => {
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

test('what an item leaves out is empty, 0 or null', async () => {
  const item = await onlyItem('<wp:post_id>7</wp:post_id>');
  const { kind, sourceId, sticky, categories, meta, comments, ...others } = item;
  assert.deepEqual([kind, sourceId, sticky, categories, meta, comments], ['item', 7, false, [], [], []]);
  assert.deepEqual(new Set(Object.values(others)), new Set(['', 0, null]));
});

test('dates that no calendar has are null', async () => {
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

test('numbers that are none, or too large to be one, are 0', async () => {
  for (const number of ['', 'seven', '1.5', '99999999999999999999', '0x10']) {
    assert.equal((await onlyItem(`<wp:post_parent>${number}</wp:post_parent>`)).parent, 0, number);
  }
  assert.equal((await onlyItem('<wp:post_parent> 12 </wp:post_parent>')).parent, 12);
});

test('elements of other makers are passed over, also where they look like ours', async () => {
  const item = await onlyItem(
    '<x:extra xmlns:x="urn:x"><title>no</title><wp:post_id>9</wp:post_id></x:extra><title>yes</title><wp:comment><wp:post_id>8</wp:post_id></wp:comment>',
  );
  assert.deepEqual([item.title, item.sourceId, item.comments.length], ['yes', 0, 1]);
});

test('an export without records still tells of its site', async () => {
  const { records, error } = await collectRecords(exportOf(''));
  assert.equal(error, null);
  assert.deepEqual(
    records.map((record) => record.kind === 'site' && record.title),
    ['Lamp room'],
  );
});

test('blank lines and a byte order mark before the declaration do no harm, and are counted', async () => {
  const { records, error } = await collectRecords(`\ufeff\n \n${exportOf('<item><title>&lamp;</title></item>')}`, 3);
  assert.deepEqual([records.length, error?.line], [0, 7]);
});
