import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { openTestSite } from '../../test/site.ts';
import type { Database, ReadHandle } from '../database/handle.ts';
import { openSettings, writeSetting } from './settings.ts';

describeEachEngine('reloaded settings', (engine) => {
  it('are not replaced with the result of an earlier read', async () => {
    const { database } = await openTestSite({ database: await engine.open() });
    let hold: Promise<void> | undefined;
    let hasRead = () => {};
    const all: ReadHandle['all'] = async (statement, parameters) => {
      const held = hold;
      const rows = await database.read.all(statement, parameters);
      hasRead();
      await held;
      return rows;
    };
    const { changes } = database;
    const read = { all } as ReadHandle;
    const settings = await openSettings({ changes, read, primary: read, pollChanges: () => {} } as Database, 'key');
    const write = (title: string) => database.transaction((tx) => writeSetting(tx, 'title', title));

    await write('First');
    const release = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    hold = release.promise;
    hasRead = reading.resolve;
    const earlier = settings.refresh();
    await reading.promise;
    hold = undefined;
    await write('Second');
    await settings.refresh();
    assert.equal(settings.values.title, 'Second');
    release.resolve();
    await earlier;
    assert.equal(settings.values.title, 'Second');
    await settings.refresh();
    assert.equal(settings.values.title, 'Second');
  });
});
