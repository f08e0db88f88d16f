// Searches that take long: they hold up nobody, have limits, and end with the connections of those who asked
// (docs/decisions/0012-long-reads.md).
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Slots, statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { close, type Node, openNode } from './node.ts';

/** A text in which runs of one letter are looked through for long: larger than any that is indexed now, as old ones may be. */
const slowText = `${`${'a'.repeat(400)}b`.repeat(10_000)}aac`;

/** A search that is like no other. It takes about a second. */
let searches = 0;
const slowSearch = () => `/cms/v2/posts?search=${'a'.repeat(100 + (searches++ % 50))}c`;

const store = statement((q, p: Slots<{ id: number; text: string }>) =>
  q.updateTable('entry_text').set({ content: p.text }).where('entry_id', '=', p.id),
);

describeEachEngine('a search that takes long', (engine) => {
  // What is in memory is for tests; nothing there has limits.
  if (engine.name === 'sqlite in memory') return;
  let node: Node;
  const figures = () => node.database.statistics().scans;
  const until = async (holds: () => boolean) => {
    for (let tries = 0; !holds(); tries += 1) {
      assert.ok(tries < 2000, 'it never came to hold');
      await pause(5);
    }
  };
  const idle = () => until(() => figures().running === 0);

  before(async () => {
    node = await openNode(await engine.place());
    for (let n = 0; n < 30; n += 1) {
      const { id } = await node.site.make('/cms/v2/posts', { title: `post ${n}`, content: 'x', status: 'publish' });
      await node.database.transaction((tx) => tx.run(store, { id, text: slowText }));
    }
  });
  after(async () => {
    assert.deepEqual(node.site.faults, []);
    await close(node);
  });

  it('holds up no other reads', async () => {
    const order: string[] = [];
    const long = node.get(slowSearch()).then(() => order.push('long'));
    await until(() => figures().running === 1);
    for (let n = 0; n < 3; n += 1) await (await node.get(`/cms/v2/posts/1?n=${n}`)).text();
    await (await node.get('/cms/v2/posts')).text();
    order.push('short');
    await long;
    assert.deepEqual(order, ['short', 'long']);
  });

  it('is refused with the name of its parameter, and at once when it is asked for again', async () => {
    const search = slowSearch();
    let answer = await node.get(search);
    // The machine may be busy with other tests, which is not the fault of the search.
    for (let tries = 0; answer.status === 503 && tries < 50; tries += 1) answer = await node.get(search);
    const { code, data, message } = (await answer.json()) as {
      code: string;
      message: string;
      data: { params: Record<string, string> };
    };
    assert.deepEqual([answer.status, code, Object.keys(data.params)], [400, 'rest_search_too_broad', ['search']]);
    assert.match(message, /^Invalid parameter: search\./);
    const { total } = figures();
    const again = await node.get(search);
    assert.deepEqual([again.status, figures().total], [400, total]);
    assert.equal((await node.get('/cms/v2/posts?search=post')).status, 200);
  });

  it('ends when the connections of all who asked are closed', async () => {
    await idle();
    const search = slowSearch();
    const { port } = node.app.server.address() as AddressInfo;
    const ask = () => {
      const asked = request({ port, path: `/rest${search}`, agent: false }).on('error', () => {});
      asked.end();
      return asked;
    };
    const { total } = figures();
    const { misses } = node.answers.statistics();
    const asked = [ask(), ask()];
    await until(() => figures().running === 1 && node.answers.statistics().misses === misses + 2);
    asked[0]?.destroy();
    await pause(20);
    assert.equal(figures().running, 1, 'somebody still waits');
    asked[1]?.destroy();
    await idle();
    assert.equal(figures().total, total + 1, 'both waited for the same');
    // It has not been found too expensive: it was given up.
    const third = ask();
    await until(() => figures().total === total + 2);
    third.destroy();
    await idle();
    assert.deepEqual(node.site.faults, []);
  });

  it('is refused for a while where too many wait', async () => {
    const { port } = node.app.server.address() as AddressInfo;
    const asked = Array.from({ length: 40 }, () => slowSearch()).map((path, n) =>
      // Each is another search, so that none is shared.
      request({ port, path: `/rest${path}&exclude=${n + 1000}`, agent: false }).on('error', () => {}),
    );
    const answers = asked.map((each) => {
      each.end();
      return new Promise<[number | undefined, string | undefined]>((done) =>
        each
          .on('response', (answer) => done([answer.resume().statusCode, answer.headers['retry-after']]))
          .on('close', () => done([undefined, undefined])),
      );
    });
    await until(() => figures().rejected > 0);
    const [status, retryAfter] = (await Promise.race(
      answers.map(async (answer) => {
        const got = await answer;
        return got[0] === 503 ? got : new Promise<never>(() => {});
      }),
    )) as [number, string];
    assert.deepEqual([status, retryAfter], [503, '2']);
    for (const each of asked) each.destroy();
    await idle();
    assert.equal(figures().queued, 0);
  });

  it('in a block shows an empty list', async () => {
    await idle();
    const search = `${'a'.repeat(97)}c`;
    const content = `<!-- wp:query {"query":{"postType":"post","search":"${search}"}} --><div><!-- wp:post-template --><p>found</p><!-- /wp:post-template --></div><!-- /wp:query -->`;
    const { id } = await node.site.make('/cms/v2/pages', { title: 'list', content, status: 'publish' });
    let answer = await node.get(`/cms/v2/pages/${id}`);
    for (let tries = 0; answer.status === 503 && tries < 50; tries += 1) answer = await node.get(`/cms/v2/pages/${id}`);
    assert.equal(answer.status, 200);
    const page = (await answer.json()) as { content: { rendered: string } };
    assert.doesNotMatch(page.content.rendered, /found/);
  });
});
