// A stop under load: what was accepted is answered, what was acknowledged is there, the end comes soon (check 64).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startLoad } from './load.ts';
import { newFolder, startService, until } from './service-process.ts';
import { assertNothingLost, assertSound, embedded } from './stored.ts';

describe('SIGTERM under load', () => {
  for (const workers of [1, 2]) {
    it(`answers what was accepted, and ends soon (${workers} at work)`, { timeout: 60_000 }, async () => {
      const data = await newFolder();
      const service = await startService({ data, options: ['--workers', String(workers)] });
      const load = startLoad(service, { writers: 8, readers: 4 });
      await until(() => load.acknowledged.length > 30 && load.reads() > 30, 20_000, 'the load is on');
      const { how, took } = await service.end('SIGTERM');
      await load.stop();
      assert.equal(how, 0);
      assert.ok(took < 5000, `it took ${Math.round(took)} ms`);
      assert.deepEqual([load.refused, load.unread], [[], []], 'every answer was a good one');
      const file = embedded(data);
      await assertNothingLost(file.query, load.acknowledged);
      // A request that meets an idle connection just being closed is not accepted, and nothing of it may have been done.
      const [made] = await file.query("select count(*) as n from entries where title = 'Load'");
      assert.equal(made?.n, load.acknowledged.length, 'everything that was done was answered');
      await assertSound(file.query, 'sqlite');
      file.close();
    });
  }
});
