import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamEvent } from './event-stream.ts';
import { LiveHub } from './hub.ts';
import { LiveClient } from './live-client.ts';
import type { ChangeGroup, HubMessage, TabMessage } from './messages.ts';
import { createOpenStream, type StreamRequest } from './open-stream.ts';

describe('groups of the live channel in the browser', () => {
  let opened: (StreamRequest & {
    send: (name: string, data: object, position?: number) => Promise<void>;
    end: () => Promise<void>;
  })[];
  let hub: LiveHub;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    opened = [];
    hub = new LiveHub({
      random: () => 1,
      open: async (request) => {
        let wake = Promise.withResolvers<StreamEvent | undefined>();
        const deliver = async (event?: StreamEvent) => {
          wake.resolve(event);
          for (let turn = 0; turn < 5; turn += 1) await nextTurn();
        };
        opened.push({
          ...request,
          send: (name, data, position) =>
            deliver({ name, data: JSON.stringify(data), ...(position !== undefined && { id: String(position) }) }),
          end: () => deliver(),
        });
        async function* events() {
          for (let event = await wake.promise; event; event = await wake.promise) {
            wake = Promise.withResolvers();
            yield event;
          }
        }
        return { kind: 'open', events: events() };
      },
    });
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  };
  const openTab = () => {
    const received: HubMessage[] = [];
    const send = hub.connect((message) => received.push(message));
    const changes = () => received.flatMap((message) => (message.kind === 'changed' ? [message.group] : []));
    const watch = (groups: readonly ChangeGroup[], after: number, entries: readonly number[] = []) =>
      send({ kind: 'watch', entries, groups, after });
    return { send: (message: TabMessage) => send(message), watch, changes };
  };

  it('share the stream of the entries of all tabs, and are reported to the tabs that display them', async () => {
    const [list, home, editor] = [openTab(), openTab(), openTab()];
    list.watch(['entries'], 5);
    home.watch(['entries', 'comments'], 4);
    editor.watch([], 0, [7]);
    await pass(100);
    assert.deepEqual(
      opened.map(({ topics, after }) => ({ topics, after })),
      [{ topics: [7, 'comments', 'entries'], after: 4 }],
    );
    await opened[0]?.send('ready', { entries: [7] }, 5);
    assert.deepEqual([list.changes(), home.changes()], [[], []], 'nothing was missed');
    await opened[0]?.send('changed', { group: 'comments' });
    await opened[0]?.send('changed', { group: 'entries' }, 7);
    assert.deepEqual([list.changes(), home.changes(), editor.changes()], [['entries'], ['comments', 'entries'], []]);
  });

  it('are followed from the last known position after an interruption', async () => {
    const list = openTab();
    list.watch(['entries'], 1);
    await pass(100);
    await opened[0]?.send('ready', { entries: [] }, 1);
    await opened[0]?.send('changed', { group: 'entries' }, 3);
    await opened[0]?.end();
    await pass(5000);
    assert.deepEqual([opened.length, opened[1]?.after], [2, 3]);
    await opened[1]?.send('changed', { group: 'entries' }, 4);
    await opened[1]?.send('ready', { entries: [] }, 4);
    assert.deepEqual(list.changes(), ['entries', 'entries']);
  });

  it('are followed from the position of a tab that is loaded again', async () => {
    const list = openTab();
    list.watch(['entries'], 1);
    await pass(100);
    await opened[0]?.send('ready', { entries: [] }, 1);
    list.send({ kind: 'close' });
    const reloaded = openTab();
    reloaded.watch(['entries'], 6);
    await pass(100);
    assert.deepEqual([opened.length, opened[1]?.after], [2, 6]);
    await opened[1]?.send('ready', { entries: [] }, 6);
    assert.deepEqual(reloaded.changes(), []);
  });

  it('are reported to a tab that joins a stream after a change that it may not have read', async () => {
    const [list, older, newer] = [openTab(), openTab(), openTab()];
    list.watch(['entries'], 1);
    await pass(100);
    await opened[0]?.send('ready', { entries: [] }, 1);
    await opened[0]?.send('changed', { group: 'entries' }, 3);
    older.watch(['entries'], 2);
    newer.watch(['entries'], 3);
    assert.deepEqual([list.changes(), older.changes(), newer.changes()], [['entries'], ['entries'], []]);
    await pass(100);
    assert.equal(opened.length, 1);
    await opened[0]?.end();
    await pass(5000);
    assert.equal(opened[1]?.after, 3, 'the older tab knows the change now');
  });

  it('are reported to a tab that was connected while a stream was opened', async () => {
    const [list, older] = [openTab(), openTab()];
    list.watch(['entries'], 4);
    await pass(100);
    older.watch(['entries'], 2);
    await opened[0]?.send('ready', { entries: [] }, 4);
    assert.deepEqual([list.changes(), older.changes()], [[], ['entries']]);
  });

  it('of a tab are followed from the beginning if it displays another group', async () => {
    const tab = openTab();
    tab.watch(['entries'], 1);
    await pass(100);
    await opened[0]?.send('ready', { entries: [] }, 5);
    tab.watch(['entries', 'comments'], 2);
    await pass(100);
    assert.deepEqual([opened[1]?.topics, opened[1]?.after], [['comments', 'entries'], 2]);
  });

  it('are reported to a tab that was removed because it was silent, when it continues', async () => {
    const [list, frozen] = [openTab(), openTab()];
    list.watch(['entries'], 1);
    frozen.watch(['entries'], 1);
    await pass(100);
    await opened[0]?.send('ready', { entries: [] }, 1);
    for (let minute = 0; minute < 4; minute += 1) {
      await pass(60_000);
      list.send({ kind: 'alive' });
      await opened.at(-1)?.send('ready', { entries: [] }, 1);
    }
    await opened.at(-1)?.send('changed', { group: 'entries' }, 2);
    assert.deepEqual([list.changes(), frozen.changes()], [['entries'], []]);
    frozen.send({ kind: 'alive' });
    assert.deepEqual(frozen.changes(), ['entries']);
  });

  it('are followed while a component displays them', () => {
    const sent: TabMessage[] = [];
    let receive: (message: HubMessage) => void = () => {};
    const client = new LiveClient({
      connect: (receiver) => {
        receive = receiver;
        return (message) => sent.push(message);
      },
      onSession: () => {},
    });
    let calls = 0;
    const stop = client.followGroup('entries', 8, () => (calls += 1));
    receive({ kind: 'changed', group: 'entries' });
    receive({ kind: 'changed', group: 'comments' });
    assert.equal(calls, 1);
    stop();
    receive({ kind: 'changed', group: 'entries' });
    assert.equal(calls, 1);
    assert.deepEqual(sent, [{ kind: 'watch', entries: [], groups: ['entries'], after: 8 }, { kind: 'close' }]);
  });

  it('are requested with the entries', async () => {
    const requests: string[] = [];
    mock.method(globalThis, 'fetch', async (url: string) => {
      requests.push(url);
      return url.includes('/users/me') ? Response.json({ id: 1 }) : new Response('');
    });
    const open = createOpenStream({ apiPath: '/api', noncePath: '/nonce', user: 1 });
    await open({ topics: [7, 'comments', 'entries'], after: 12 }, new AbortController().signal);
    await open({ topics: ['entries'], after: undefined }, new AbortController().signal);
    assert.deepEqual(requests.slice(2), [
      '/api/octavo/v1/live?entries=7&groups=comments,entries&after=12',
      '/api/octavo/v1/live?groups=entries',
    ]);
  });
});
