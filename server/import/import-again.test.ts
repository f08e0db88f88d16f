import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { dumpSite, withoutIds } from '../../test/import/dump-site.ts';
import { exportOf, itemOf } from '../../test/import/records.ts';
import { openTestSite, smallExport, streamOf } from '../../test/import/site.ts';
import type { Database } from '../database/handle.ts';
import { ImportStopped, importSite } from './import-site.ts';

const smallBatch = { records: 4, characters: 1_000_000 };

/** Returns a database whose transaction number `nth`, counted from 0, fails after its work. */
function failing(database: Database, nth: number): Database {
  let transactionCount = 0;
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      const result = await work(tx);
      if (transactionCount++ === nth) throw new Error('power failure');
      return result;
    });
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describeEachEngine('an import that is run again', (engine) => {
  test('changes nothing', async () => {
    const site = await openTestSite(await engine.open());
    await importSite(site, streamOf(await smallExport()));
    const once = await dumpSite(site.database.read);
    const report = await importSite({ ...site, batch: smallBatch }, streamOf(await smallExport()));
    assert.deepEqual(await dumpSite(site.database.read), once);
    assert.equal(report.imported - report.counts.imported.get('meta fields'), 0);
  });

  test('has the same result after an interruption in any of its transactions', async () => {
    const text = await smallExport();
    const whole = await openTestSite(await engine.open());
    await importSite({ ...whole, batch: smallBatch }, streamOf(text));
    const expected = withoutIds(await dumpSite(whole.database.read));
    let interruptions = 0;
    for (let nth = 0; ; nth += 1) {
      const site = await openTestSite(await engine.open());
      const database = failing(site.database, nth);
      const stopped = await importSite({ ...site, database, batch: smallBatch }, streamOf(text)).then(
        () => false,
        (error: unknown) => error instanceof ImportStopped,
      );
      if (!stopped) break;
      interruptions += 1;
      await importSite({ ...site, batch: smallBatch }, streamOf(text));
      assert.deepEqual(withoutIds(await dumpSite(site.database.read)), expected, `after transaction ${nth}`);
    }
    assert.ok(interruptions > 8, `interrupted ${interruptions} times`);
  });

  test('has the same result after a truncated file', async () => {
    const page = (id: number, parent: number, slug: string) =>
      itemOf(id, { post_type: 'page', title: slug, post_name: slug, post_parent: parent, guid: `urn:${id}` });
    const text = exportOf(page(1, 3, 'intro'), page(2, 0, 'intro'), page(4, 1, 'below'), page(3, 0, 'book'));
    const whole = await openTestSite(await engine.open());
    await importSite(whole, streamOf(text));
    const site = await openTestSite(await engine.open());
    for (const cut of [text.indexOf('<wp:post_id>2'), text.indexOf('<wp:post_id>3'), text.length - 5]) {
      await assert.rejects(importSite(site, streamOf(text.slice(0, cut))), ImportStopped);
    }
    await importSite(site, streamOf(text));
    assert.deepEqual(withoutIds(await dumpSite(site.database.read)), withoutIds(await dumpSite(whole.database.read)));
    const paths = (await dumpSite(site.database.read)).entries.map((row) => row.path);
    assert.deepEqual(paths.sort(), [
      'book',
      'book/intro',
      'book/intro/below',
      'global-styles-quarto',
      'hello',
      'intro',
      'navigation',
    ]);
  });

  test('restores permanently deleted entries and keeps changed entries', async () => {
    const site = await openTestSite(await engine.open());
    const text = exportOf(itemOf(1, { title: 'One', post_name: 'one' }), itemOf(2, { title: 'Two', post_name: 'two' }));
    await importSite(site, streamOf(text));
    const { deleteEntryRow, findIdsBySlugs, writePath } = await import('../cms-v2/entries/store.ts');
    const [one] = await findIdsBySlugs(site.database.read, 'post', ['one']);
    const [two] = await findIdsBySlugs(site.database.read, 'post', ['two']);
    await site.database.transaction(async (tx) => {
      await deleteEntryRow(tx, one?.id ?? 0);
      await writePath(tx, two?.id ?? 0, 'changed');
    });
    const report = await importSite(site, streamOf(text));
    assert.deepEqual([report.counts.imported.get('posts'), report.counts.there.get('posts')], [1, 1]);
    const paths = (await dumpSite(site.database.read)).entries.map((row) => row.path);
    assert.deepEqual(paths.sort(), ['changed', 'global-styles-quarto', 'hello', 'navigation', 'one']);
  });
});
