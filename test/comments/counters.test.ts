// The counters behind totals agree with the comments, whatever is done with these.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments', (engine) => {
  const { site, next, post, write, agree } = commentsSite(engine);

  it('keep their counters through any sequence of deeds', { timeout: 120_000 }, async () => {
    const posts = [await post(), await post()];
    const deed = fc.record({
      what: fc.constantFrom('write', 'write', 'change', 'trash', 'erase', 'trash post', 'restore post'),
      which: fc.nat(7),
      on: fc.nat(1),
      status: fc.constantFrom('approved', 'hold', 'spam', 'trash', 'untrash'),
      note: fc.boolean(),
    });
    const ids: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 15 }), async (deeds) => {
        for (const { what, which, on, status, note } of deeds) {
          const id = ids.at(-1 - (which % Math.max(1, ids.length)));
          const address = `/cms/v2/comments/${id}`;
          const json = { post: posts[on], parent: id ?? 0, status };
          if (what === 'write') {
            const { body } = await write('editor', {
              ...json,
              content: `W${next()}`,
              ...(note && { type: 'note' }),
            });
            if (body.id) ids.push(body.id);
          } else if (what === 'change') await site.ask('editor', 'POST', address, { post: posts[on], status });
          else if (what === 'trash') await site.ask('editor', 'DELETE', address);
          else if (what === 'erase') await site.ask('editor', 'DELETE', `${address}?force=true`);
          else if (what === 'trash post') await site.ask('editor', 'DELETE', `/cms/v2/posts/${posts[on]}`);
          else await site.ask('editor', 'POST', `/cms/v2/posts/${posts[on]}`, { status: 'publish' });
        }
        await agree();
      }),
      { numRuns: 15 },
    );
    assert.deepEqual(site.faults, []);
  });

  it('written and moderated by many at once are counted', async () => {
    const id = await post();
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => write('editor', { post: id, content: `Many ${n}` })),
    );
    assert.ok(made.every(({ status }) => status === 201));
    await Promise.all([
      ...made.map(({ body }, n) =>
        n % 2
          ? site.ask('editor', 'DELETE', `/cms/v2/comments/${body.id}?force=true`)
          : site.ask('editor', 'POST', `/cms/v2/comments/${body.id}`, { status: 'spam' }),
      ),
      write('editor', { post: id, content: 'Meanwhile' }),
      site.ask('editor', 'DELETE', `/cms/v2/posts/${id}`),
    ]);
    await site.ask('editor', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    await agree();
    assert.deepEqual(site.faults, []);
  });
});
