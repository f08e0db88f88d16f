// Tests that cache tags are complete: after any change, every changed public response has a tag among those that the change purges.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from '../engines.ts';
import { seededRandom } from '../spam-submissions.ts';
import { addRecords, makeNextChange } from './random-changes.ts';
import { openTaggedSite, type Seen, type TaggedSite } from './tagged-site.ts';

/** Number of random changes. Each requests a few hundred URLs. */
const changeCount = Number(process.env.OCTAVO_CACHE_TAG_CHANGES ?? 30);

/** Returns the URLs whose stored response differs from the current one. */
const changedUrls = (stored: ReadonlyMap<string, Seen>, current: ReadonlyMap<string, Seen>): string[] =>
  [...stored].filter(([url, { tags, content }]) => tags && content !== current.get(url)?.content).map(([url]) => url);

describeEachEngine('cache tags', (engine) => {
  let site: TaggedSite;
  before(async () => {
    site = await openTaggedSite(engine);
    await addRecords(site);
    await site.purged();
  });
  after(() => site.close());

  it('are sent with all public responses', async () => {
    const seen = [...(await site.look())].filter(([, { status }]) => status === 200);
    assert.ok(seen.length > 80, String(seen.length));
    assert.deepEqual(
      seen.filter(([, { tags }]) => tags === undefined).map(([url]) => url),
      [],
    );
  });

  it(`of every changed response are among those that the change purges, after ${changeCount} random changes`, async () => {
    const { seed = Math.floor(Math.random() * 2 ** 31) } = fc.readConfigureGlobal();
    const nextChange = makeNextChange(site, seededRandom(seed));
    let stored = await site.look();
    for (let step = 0; step < changeCount; step += 1) {
      const change = nextChange();
      await change.run();
      const purged = await site.purged();
      const current = await site.look();
      for (const url of changedUrls(stored, current)) {
        const tags = stored.get(url)?.tags ?? [];
        const message = `seed ${seed}, step ${step}: "${change.name}" changed ${url} with the tags ${tags.join()}, but purged only ${[...purged].join()}`;
        if (!tags.some((tag) => purged.has(tag)))
          assert.fail(
            `${message}\n${stored.get(url)?.content.slice(0, 6000)}\n${current.get(url)?.content.slice(0, 6000)}`,
          );
      }
      stored = current;
    }
  });
});
