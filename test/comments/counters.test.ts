// Tests that comment counters stay consistent after any sequence of changes.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { describeEachEngine } from '../engines.ts';
import { commentsSite } from './comments-site.ts';

describeEachEngine('comments', (engine) => {
  const { site, next, post, createComment, assertConsistent } = commentsSite(engine);

  it('have consistent counters after any sequence of changes', { timeout: 120_000 }, async () => {
    const posts = [await post(), await post()];
    const change = fc.record({
      what: fc.constantFrom('write', 'write', 'change', 'trash', 'erase', 'trash post', 'restore post'),
      which: fc.nat(7),
      on: fc.nat(1),
      status: fc.constantFrom('approved', 'hold', 'spam', 'trash', 'untrash'),
      note: fc.boolean(),
    });
    const ids: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 15 }), async (changes) => {
        for (const { what, which, on, status, note } of changes) {
          const id = ids.at(-1 - (which % Math.max(1, ids.length)));
          const address = `/cms/v2/comments/${id}`;
          const json = { post: posts[on], parent: id ?? 0, status };
          if (what === 'write') {
            const { body } = await createComment('editor', {
              ...json,
              content: `W${next()}`,
              ...(note && { type: 'note' }),
            });
            if (body.id) ids.push(body.id);
          } else if (what === 'change') await site.request('editor', 'POST', address, { post: posts[on], status });
          else if (what === 'trash') await site.request('editor', 'DELETE', address);
          else if (what === 'erase') await site.request('editor', 'DELETE', `${address}?force=true`);
          else if (what === 'trash post') await site.request('editor', 'DELETE', `/cms/v2/posts/${posts[on]}`);
          else await site.request('editor', 'POST', `/cms/v2/posts/${posts[on]}`, { status: 'publish' });
        }
        await assertConsistent();
      }),
      { numRuns: 15 },
    );
    assert.deepEqual(site.errors, []);
  });

  it('have consistent counters after concurrent writes', async () => {
    const id = await post();
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => createComment('editor', { post: id, content: `Many ${n}` })),
    );
    assert.ok(made.every(({ status }) => status === 201));
    await Promise.all([
      ...made.map(({ body }, n) =>
        n % 2
          ? site.request('editor', 'DELETE', `/cms/v2/comments/${body.id}?force=true`)
          : site.request('editor', 'POST', `/cms/v2/comments/${body.id}`, { status: 'spam' }),
      ),
      createComment('editor', { post: id, content: 'Meanwhile' }),
      site.request('editor', 'DELETE', `/cms/v2/posts/${id}`),
    ]);
    await site.request('editor', 'POST', `/cms/v2/posts/${id}`, { status: 'publish' });
    await assertConsistent();
    assert.deepEqual(site.errors, []);
  });
});
