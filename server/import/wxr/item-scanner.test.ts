import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collectRecords, exportOf } from '../../../test/import/collect-records.ts';

/** Fragments of items, of which the parser must read some. */
const fragments = [
  '<title>Plain</title>',
  '<title>\n  <![CDATA[in a section]]>\n</title>',
  '<title><![CDATA[<item> ]] > & "]]></title>',
  '<title><![CDATA[one]]> and <![CDATA[two]]></title>',
  '<title>&amp;&eacute;</title>',
  '<title/>',
  '<title >space</title >',
  '<!-- <item> a comment -->',
  '<?instruction <item> ?>',
  '<category domain="category" nicename="a-b"><![CDATA[A > B]]></category>',
  '<category domain="category" nicename="a&amp;b">c</category>',
  "<category nicename='quoted'>c</category>",
  '<category nicename="a>b" domain="post_tag">c</category>',
  '<category\n\tnicename="lines"\n domain="x">c</category>',
  '<wp:postmeta><wp:meta_key>k</wp:meta_key><wp:meta_value><![CDATA[v\n]]></wp:meta_value></wp:postmeta>',
  '<wp:comment><wp:comment_id>7</wp:comment_id><wp:comment_content><![CDATA[c]]></wp:comment_content></wp:comment>',
  '<own:post_id xmlns:own="http://wordpress.org/export/1.2/">8</own:post_id>',
  '<wp:post_id>9</wp:post_id>',
  '<dc:creator>é灯🪢</dc:creator>',
  '<item><title>nested</title></item>',
  '<unknown:name a="1">x</unknown:name>',
  '\r\n',
  'text',
];

/** Fragments that the parser rejects. */
const malformed = [
  '<title>a</link>',
  '<title>]]></title>',
  '<category nicename="a" nicename="b">c</category>',
  '<category nicename="a"domain="b">c</category>',
  '<title>&undefined;</title>',
  '<title><![CDATA[open</title>',
  '<a',
  '</item></channel>',
];

/** Fragments between items. */
const separators = [
  '',
  '\n',
  '<!-- <item><title>hidden</title></item> -->',
  '<wp:tag><wp:tag_slug>t</wp:tag_slug></wp:tag>',
];

const itemsArbitrary = fc.array(
  fc.record({
    fragments: fc.array(
      fc.oneof(
        { weight: 60, arbitrary: fc.constantFrom(...fragments) },
        { weight: 1, arbitrary: fc.constantFrom(...malformed) },
      ),
      { maxLength: 5 },
    ),
    separator: fc.constantFrom(...separators),
  }),
  { minLength: 1, maxLength: 12 },
);

test('reads the same records and errors from a whole export as from single bytes', async () => {
  await fc.assert(
    fc.asyncProperty(itemsArbitrary, fc.integer({ min: 50, max: 900 }), async (items, size) => {
      const xml = exportOf(items.map((item) => `${item.separator}<item>${item.fragments.join('')}</item>`).join(''));
      const parsed = await collectRecords(xml, 1);
      assert.deepEqual(await collectRecords(xml), parsed);
      assert.deepEqual(await collectRecords(xml, size), parsed);
    }),
    { numRuns: 300 },
  );
});

test('the line of an error counts the lines of the items before it', async () => {
  const item = '<item>\n<title>\n<![CDATA[a\nb]]></title>\n</item>\n';
  const { records, error } = await collectRecords(exportOf(`${item.repeat(20)}<item></oops>`));
  assert.equal(records.length, 21);
  assert.equal(error?.line, (await collectRecords(exportOf(`${item.repeat(20)}<item></oops>`), 1)).error?.line);
});
