import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dumpSite } from '../../test/import/dump-site.ts';
import { categoryOf, importing, inTerm, itemOf, newSite } from '../../test/import/records.ts';

describe('terms of an export', () => {
  test('that already exist are used and not duplicated', async () => {
    const site = await newSite();
    const report = await importing(
      site,
      categoryOf('uncategorized', 'Without'),
      itemOf(1, { title: 'A' }, inTerm('category', 'uncategorized', 'Without')),
    );
    assert.deepEqual([report.counts.imported.get('categories'), report.counts.there.get('categories')], [0, 1]);
    assert.deepEqual(
      (await dumpSite(site.database.read)).terms.map((term) => [term.name, term.count]),
      [['Uncategorized', 2]],
    );
  });

  test('that only entries refer to are created', async () => {
    const site = await newSite();
    await importing(site, itemOf(1, { title: 'A' }, inTerm('post_tag', 'new-one', 'New & one')));
    const tag = (await dumpSite(site.database.read)).terms.find((term) => term.taxonomy === 'post_tag');
    assert.deepEqual([tag?.slug, tag?.name, tag?.count], ['new-one', 'New &amp; one', 1]);
  });

  test('with a cycle of parents are placed at the top level', async () => {
    const site = await newSite();
    await importing(
      site,
      categoryOf('a', 'A', 'b'),
      categoryOf('b', 'B', 'a'),
      categoryOf('c', 'C', 'c'),
      categoryOf('d', 'D', 'nowhere'),
    );
    const paths = (await dumpSite(site.database.read)).terms.map((term) => term.path);
    assert.deepEqual(paths.sort(), ['a', 'a/b', 'c', 'd', 'uncategorized']);
  });

  test('with empty or too long names are created with valid names', async () => {
    const site = await newSite();
    await importing(site, categoryOf('nameless', '<b></b>'), categoryOf('long', '&'.repeat(200)));
    const names = (await dumpSite(site.database.read)).terms.map((term) => String(term.name));
    assert.ok(names.includes('nameless'));
    assert.ok(names.every((name) => name.length <= 200));
  });
});
