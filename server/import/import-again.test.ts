import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import type { Database } from '../database/handle.ts';
import { dumpSite, withoutNumbers } from './dump-site.ts';
import { ImportStopped, importSite } from './import-site.ts';
import { exportOf, itemOf } from './records-for-tests.ts';
import { openTestSite, smallExport, streamOf } from './site-for-tests.ts';

const few = { records: 4, characters: 1_000_000 };

/** A database in which the transaction of this number, counted from 0, does all its work and then fails. */
function failing(database: Database, number: number): Database {
  let begun = 0;
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      const result = await work(tx);
      if (begun++ === number) throw new Error('the power went');
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
  test('changes nothing at all', async () => {
    const site = await openTestSite(await engine.open());
    await importSite(site, streamOf(await smallExport()));
    const once = await dumpSite(site.database.read);
    const report = await importSite({ ...site, batch: few }, streamOf(await smallExport()));
    assert.deepEqual(await dumpSite(site.database.read), once);
    assert.equal(report.imported - report.counts.imported.get('meta fields'), 0);
  });

  test('goes on after an interruption in any of its transactions, to the same end', async () => {
    const text = await smallExport();
    const whole = await openTestSite(await engine.open());
    await importSite({ ...whole, batch: few }, streamOf(text));
    const wanted = withoutNumbers(await dumpSite(whole.database.read));
    let interruptions = 0;
    for (let number = 0; ; number += 1) {
      const site = await openTestSite(await engine.open());
      const database = failing(site.database, number);
      const stopped = await importSite({ ...site, database, batch: few }, streamOf(text)).then(
        () => false,
        (error: unknown) => error instanceof ImportStopped,
      );
      if (!stopped) break;
      interruptions += 1;
      await importSite({ ...site, batch: few }, streamOf(text));
      assert.deepEqual(withoutNumbers(await dumpSite(site.database.read)), wanted, `after transaction ${number}`);
    }
    assert.ok(interruptions > 8, `interrupted ${interruptions} times`);
  });

  test('goes on after a file that ended too early, to the same end', async () => {
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
    assert.deepEqual(
      withoutNumbers(await dumpSite(site.database.read)),
      withoutNumbers(await dumpSite(whole.database.read)),
    );
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

  test('brings back what was deleted for good in the meantime, and leaves what was changed', async () => {
    const site = await openTestSite(await engine.open());
    const text = exportOf(itemOf(1, { title: 'One', post_name: 'one' }), itemOf(2, { title: 'Two', post_name: 'two' }));
    await importSite(site, streamOf(text));
    const { removeEntry, findIdsOfSlugs, writePath } = await import('../cms-v2/entries/store.ts');
    const [one] = await findIdsOfSlugs(site.database.read, 'post', ['one']);
    const [two] = await findIdsOfSlugs(site.database.read, 'post', ['two']);
    await site.database.transaction(async (tx) => {
      await removeEntry(tx, one?.id ?? 0);
      await writePath(tx, two?.id ?? 0, 'changed');
    });
    const report = await importSite(site, streamOf(text));
    assert.deepEqual([report.counts.imported.get('posts'), report.counts.there.get('posts')], [1, 1]);
    const paths = (await dumpSite(site.database.read)).entries.map((row) => row.path);
    assert.deepEqual(paths.sort(), ['changed', 'global-styles-quarto', 'hello', 'navigation', 'one']);
  });
});
